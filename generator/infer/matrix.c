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
multiply_matrices(struct step *step, size_t second, bool transpose_a, bool transpose_b)
{
	struct dims dims;

	for (size_t i = 0; i <= second; i += second)
		if (step_dims(step, i, &dims) && dims.rank != 2)
			step->failed = true;
	multiply(step, second, transpose_a, transpose_b);
}

void
infer_fused_matmul(struct step *step)
{
	multiply(step, 1, step_int(step, "transA", 0) != 0,
		step_int(step, "transB", 0) != 0);
}

void
infer_gemm(struct step *step)
{
	multiply_matrices(step, 1, step_int(step, "transA", 0) != 0,
		step_int(step, "transB", 0) != 0);
}

/* The type is that of y_zero_point; without it, float32. */
void
infer_qgemm(struct step *step)
{
	multiply_matrices(step, 3, step_int(step, "transA", 0) != 0,
		step_int(step, "transB", 0) != 0);
	if (step_has(step, 8))
		step_pass_type(step, 0, 8);
	else
		step_set_dtype(step, 0, DTYPE_FLOAT32);
}

void
infer_tensorflow_matmul(struct step *step)
{
	multiply_matrices(step, 1, step_int(step, "transpose_a", 0) != 0,
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

/* A value for each query: ONNX's Attention and LinearAttention. With four axes, heads are
   axis 1. With three, they are concatenated in the last axis, and groups of query heads
   may share a value head. Returns false if nothing is known. */
static bool
attend(struct step *step, struct dims *query, struct dims *values)
{
	struct dims dst;
	int64_t *last;

	if (!step_dims(step, 0, query) || !step_dims(step, 2, values))
		return false;
	dst = *query;
	if (values->rank != dst.rank || (dst.rank != 3 && dst.rank != 4)) {
		step->failed = true;
		return false;
	}
	last = &dst.extent[dst.rank - 1];
	*last = values->extent[dst.rank - 1];
	if (dst.rank == 3)
		step->failed = !join_heads(step, *last, last) || step->failed;
	step_set(step, 0, &dst);
	return !step->failed;
}

void
infer_linear_attention(struct step *step)
{
	struct dims query, values;

	attend(step, &query, &values);
}

/* K or V by heads, after what is past. keys: the sum of both lengths. */
static void
set_present(struct step *step, size_t output, const struct dims *x, size_t past,
	int64_t *keys)
{
	struct dims before, dst = *x;
	int64_t heads = step_int(step, "kv_num_heads", 0);

	if (x->rank == 3) {
		dst.rank = 4;
		dst.extent[1] = heads;
		dst.extent[2] = x->extent[1];
		dst.extent[3] = x->extent[2] == UNKNOWN ? UNKNOWN : x->extent[2] / heads;
	}
	if (step_has(step, past)) {
		if (!step_dims(step, past, &before) || before.rank != 4 ||
			before.extent[2] == UNKNOWN || dst.extent[2] == UNKNOWN)
			dst.extent[2] = UNKNOWN;
		else
			dst.extent[2] += before.extent[2];
	}
	*keys = dst.extent[2];
	step_set(step, output, &dst);
	step_pass_type(step, output, 0);
}

void
infer_attention(struct step *step)
{
	struct dims query, keys, values, products = {.rank = 0};
	int64_t length;

	if (!attend(step, &query, &values) || !step_dims(step, 1, &keys) ||
		keys.rank != query.rank)
		return;
	set_present(step, 2, &values, 5, &length);
	set_present(step, 1, &keys, 4, &length);
	dims_add(&products, query.extent[0]);
	dims_add(&products,
		query.rank == 3 ? step_int(step, "q_num_heads", 0) : query.extent[1]);
	dims_add(&products, query.extent[query.rank - 2]);
	dims_add(&products, length);
	step_set(step, 3, &products);
	step_pass_type(step, 3, 0);
}
