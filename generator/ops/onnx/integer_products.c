/* ConvInteger and MatMulInteger: sums of products of 8-bit integers less their zero
   points. Sums are exact modulo 2^32. */
#include "ops/common/quantized.h"

#include "diag/source.h"
#include "ops/common/conv.h"
#include "ops/common/elementwise.h"
#include "ops/common/parts.h"

enum {
	INPUT_A, /* x of a convolution */
	INPUT_B, /* w */
	INPUT_A_ZERO,
	INPUT_B_ZERO
};

/* clang-format off */
static const int versions[] = {10, 0};

static const struct input_rule conv_inputs[] = {
	[INPUT_A] = {"x", .summary = "[N, C, D1, ...]"},
	[INPUT_B] = {"w", .dtype = quantized_bytes, .summary = "[M, C/group, k1, ...]"},
	[INPUT_A_ZERO] = {"x_zero_point", .optional = true, .summary = "one element; without it 0"},
	[INPUT_B_ZERO] = {"w_zero_point", .optional = true, .dtype = quantized_bytes,
		.summary = "one element, or [M]; w's type; without it 0"},
	{.name = NULL},
};

static const struct input_rule matmul_inputs[] = {
	[INPUT_A] = {"A", .summary = "[..., M, K]; [K]: one row"},
	[INPUT_B] = {"B", .dtype = quantized_bytes, .summary = "[..., K, N]; [K]: one column"},
	[INPUT_A_ZERO] = {"a_zero_point", .optional = true,
		.summary = "one element, [M], or [..., M, 1]; without it 0"},
	[INPUT_B_ZERO] = {"b_zero_point", .optional = true, .dtype = quantized_bytes,
		.summary = "one element, [N], or [..., 1, N]; B's type; without it 0"},
	{.name = NULL},
};

static const struct output_rule conv_outputs[] = {
	{"y", .dtype = DTYPE_INT32, .summary = "[N, M, out1, ...]"}, {.name = NULL},
};

static const struct output_rule matmul_outputs[] = {
	{"Y", .dtype = DTYPE_INT32, .summary = "[..., M, N]"}, {.name = NULL},
};
/* clang-format on */

static bool
expand_matmul(struct expansion *e)
{
	size_t nerror = e->source->nerror;
	struct quantized a = {.q = expansion_input(e, INPUT_A)};
	struct quantized b = {.q = expansion_input(e, INPUT_B)};
	bool good = quantized_zero_fits(e, INPUT_A, INPUT_A_ZERO);

	good = quantized_zero_fits(e, INPUT_B, INPUT_B_ZERO) && good;
	a.zero = quantized_along_matrix(e, INPUT_A, INPUT_A_ZERO, -2);
	b.zero = quantized_along_matrix(e, INPUT_B, INPUT_B_ZERO, -1);
	if (!good || e->source->nerror > nerror)
		return false;
	quantized_matmul(e, "Y", a, b);
	return true;
}

static bool
expand_conv(struct expansion *e)
{
	const struct tensor *w = e->operation->input[INPUT_B];
	bool good = quantized_zero_fits(e, INPUT_A, INPUT_A_ZERO);

	good = quantized_zero_fits(e, INPUT_B, INPUT_B_ZERO) && good;
	good = quantized_shape_fits(
		       e->operation, INPUT_A_ZERO, 0, "", e->source, e->arena) &&
	       good;
	good = quantized_shape_fits(e->operation, INPUT_B_ZERO, w->rank ? w->shape[0] : 0,
		       "output channel", e->source, e->arena) &&
	       good;
	if (!good)
		return false;
	quantized_conv(e, "y",
		(struct quantized){
			expansion_input(e, INPUT_A), expansion_input(e, INPUT_A_ZERO)},
		(struct quantized){
			expansion_input(e, INPUT_B), expansion_input(e, INPUT_B_ZERO)},
		NULL);
	return true;
}

const struct op op_conv_integer = {
	.name = "ConvInteger",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = conv_inputs,
	.output = conv_outputs,
	.attribute = conv_attributes,
	.dtype = quantized_bytes,
	.summary = "the cross-correlation of 8-bit integers less their zero points, in "
		   "int32",
	.expand = expand_conv,
};

const struct op op_matmul_integer = {
	.name = "MatMulInteger",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = matmul_inputs,
	.output = matmul_outputs,
	.attribute = elementwise_none,
	.dtype = quantized_bytes,
	.summary = "the products of matrices of 8-bit integers less their zero points, "
		   "in int32",
	.expand = expand_matmul,
};
