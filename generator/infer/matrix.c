#include "infer/attributes.h"
#include "infer/rules.h"
#include "ops/shape/summed.h"

/* The product of two inputs, which may have axes of stacks. */
static void
multiply(struct step *step, size_t second, bool transpose_a, bool transpose_b)
{
	struct dims a, b, dst;

	if (!step_dims(step, 0, &a) || !step_dims(step, second, &b))
		return;
	if (shape_product(&a, &b, transpose_a, transpose_b, &dst).kind != FITS)
		step->failed = true;
	step_set(step, 0, &dst);
}

void
infer_matmul(struct step *step)
{
	multiply(step, (size_t)step->rule->detail, false, false);
}

/* The type is that of y_zero_point. */
void
infer_qlinear_matmul(struct step *step)
{
	infer_matmul(step);
	step_pass_type(step, 0, 7);
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

/* The length of all heads concatenated, if values have this extent. */
static bool
join_heads(struct step *step, int64_t values, int64_t *joined)
{
	int64_t heads = step_int(step, "q_num_heads", 0);
	int64_t shared = step_int(step, "kv_num_heads", 0);

	*joined = UNKNOWN;
	if (heads < 1 || shared < 1)
		return false;
	return values == UNKNOWN ||
	       (values % shared == 0 && extent_multiply(values / shared, heads, joined));
}

/* ONNX's Attention and LinearAttention: a value for each query. With four axes, heads are
   axis 1. With three, they are concatenated in the last axis, and groups of query heads
   may share a value head. */
void
infer_attention(struct step *step)
{
	struct dims dst, values;
	int64_t *last;

	if (!step_dims(step, 0, &dst) || !step_dims(step, 2, &values))
		return;
	if (values.rank != dst.rank || (dst.rank != 3 && dst.rank != 4)) {
		step->failed = true;
		return;
	}
	last = &dst.extent[dst.rank - 1];
	*last = values.extent[dst.rank - 1];
	if (dst.rank == 3)
		step->failed = !join_heads(step, *last, last) || step->failed;
	step_set(step, 0, &dst);
}
