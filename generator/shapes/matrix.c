#include "shapes/rules.h"

/* The product of two matrices, each perhaps transposed. */
static void
multiply(struct step *step, bool transpose_a, bool transpose_b)
{
	struct dims a, b, dst = {.rank = 0};

	if (!step_dims(step, 0, &a) || !step_dims(step, 1, &b))
		return;
	if (a.rank != 2 || b.rank != 2) {
		step->failed = true;
		return;
	}
	dims_add(&dst, a.extent[transpose_a ? 1 : 0]);
	dims_add(&dst, b.extent[transpose_b ? 0 : 1]);
	step_set(step, 0, &dst);
}

void
infer_gemm(struct step *step)
{
	multiply(
		step, step_int(step, "transA", 0) != 0, step_int(step, "transB", 0) != 0);
}

void
infer_tensorflow_matmul(struct step *step)
{
	multiply(step, step_int(step, "transpose_a", 0) != 0,
		step_int(step, "transpose_b", 0) != 0);
}

/* The products of the matrices that are the last two axes; the others broadcast. */
static void
multiply_batches(struct step *step, const struct dims *a, const struct dims *b)
{
	struct dims dst = *a, batch = *b;

	/* A vector is a row on the left and a column on the right, and drops out. */
	dst.rank = a->rank > 2 ? a->rank - 2 : 0;
	batch.rank = b->rank > 2 ? b->rank - 2 : 0;
	if (!dims_broadcast(&dst, &batch)) {
		step->failed = true;
		return;
	}
	if ((a->rank > 1 && !dims_add(&dst, a->extent[a->rank - 2])) ||
		(b->rank > 1 && !dims_add(&dst, b->extent[b->rank - 1])))
		return;
	step_set(step, 0, &dst);
}

void
infer_matmul(struct step *step)
{
	size_t second = (size_t)step->rule->detail;
	struct dims a, b;

	if (!step_dims(step, 0, &a) || !step_dims(step, second, &b))
		return;
	step->failed = a.rank == 0 || b.rank == 0;
	if (!step->failed)
		multiply_batches(step, &a, &b);
}

static void
transpose_last(struct dims *dims)
{
	int64_t extent = dims->extent[dims->rank - 1];

	dims->extent[dims->rank - 1] = dims->extent[dims->rank - 2];
	dims->extent[dims->rank - 2] = extent;
}

/* Each perhaps transposed; a vector stays as it is. */
static void
multiply_transposed(struct step *step, bool transpose_a, bool transpose_b)
{
	struct dims a, b;

	if (!step_dims(step, 0, &a) || !step_dims(step, 1, &b))
		return;
	step->failed = step->failed || a.rank == 0 || b.rank == 0;
	if (step->failed)
		return;
	if (transpose_a && a.rank > 1)
		transpose_last(&a);
	if (transpose_b && b.rank > 1)
		transpose_last(&b);
	multiply_batches(step, &a, &b);
}

void
infer_batch_matmul(struct step *step)
{
	multiply_transposed(
		step, step_int(step, "adj_x", 0) != 0, step_int(step, "adj_y", 0) != 0);
}

void
infer_openvino_matmul(struct step *step)
{
	multiply_transposed(step, step_int(step, "transpose_a", 0) != 0,
		step_int(step, "transpose_b", 0) != 0);
}

/* One number for each matrix. */
void
infer_determinant(struct step *step)
{
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return;
	if (dims.rank < 2) {
		step->failed = true;
		return;
	}
	dims.rank -= 2;
	step_set(step, 0, &dims);
}
