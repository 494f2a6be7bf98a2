#include "shapes/rules.h"

static void
transpose_last(struct dims *dims)
{
	int64_t extent = dims->extent[dims->rank - 1];

	dims->extent[dims->rank - 1] = dims->extent[dims->rank - 2];
	dims->extent[dims->rank - 2] = extent;
}

/* The products of the matrices that are the last two axes of two inputs; the other axes
   broadcast. A vector is a row on the left and a column on the right, drops out, and is
   not transposed. */
static void
multiply(struct step *step, size_t second, bool transpose_a, bool transpose_b)
{
	struct dims a, b, dst, batch;

	if (!step_dims(step, 0, &a) || !step_dims(step, second, &b))
		return;
	if (transpose_a && a.rank > 1)
		transpose_last(&a);
	if (transpose_b && b.rank > 1)
		transpose_last(&b);
	dst = a;
	dst.rank = a.rank > 2 ? a.rank - 2 : 0;
	batch = b;
	batch.rank = b.rank > 2 ? b.rank - 2 : 0;
	if (a.rank == 0 || b.rank == 0 || !dims_broadcast(&dst, &batch)) {
		step->failed = true;
		return;
	}
	if ((a.rank > 1 && !dims_add(&dst, a.extent[a.rank - 2])) ||
		(b.rank > 1 && !dims_add(&dst, b.extent[b.rank - 1])))
		return;
	step_set(step, 0, &dst);
}

void
infer_matmul(struct step *step)
{
	multiply(step, (size_t)step->rule->detail, false, false);
}

/* The same of two matrices. */
static void
multiply_matrices(struct step *step, bool transpose_a, bool transpose_b)
{
	struct dims dims;

	for (size_t i = 0; i < 2; i++)
		if (step_dims(step, i, &dims) && dims.rank != 2)
			step->failed = true;
	multiply(step, 1, transpose_a, transpose_b);
}

void
infer_gemm(struct step *step)
{
	multiply_matrices(
		step, step_int(step, "transA", 0) != 0, step_int(step, "transB", 0) != 0);
}

void
infer_tensorflow_matmul(struct step *step)
{
	multiply_matrices(step, step_int(step, "transpose_a", 0) != 0,
		step_int(step, "transpose_b", 0) != 0);
}

void
infer_batch_matmul(struct step *step)
{
	multiply(step, 1, step_int(step, "adj_x", 0) != 0,
		step_int(step, "adj_y", 0) != 0);
}

void
infer_openvino_matmul(struct step *step)
{
	multiply(step, 1, step_int(step, "transpose_a", 0) != 0,
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
