/* ConvInteger and MatMulInteger: sums of products of 8-bit integers less their zero
   points. Sums are exact modulo 2^32. */
#include "ops/common/quantized.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"

enum {
	INPUT_A, /* x of a convolution */
	INPUT_B, /* w */
	INPUT_A_ZERO,
	INPUT_B_ZERO
};

/* clang-format off */
static const int versions[] = {10, 0};

static const struct attribute_rule no_attributes[] = {{.name = NULL}};

static const struct attribute_rule conv_attributes[] = {
	WINDOW_AUTO_PAD,
	CONV_DILATIONS,
	CONV_GROUP,
	CONV_KERNEL_SHAPE,
	WINDOW_PADS,
	WINDOW_STRIDES,
	{.name = NULL},
};

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

/* A zero point of rows, or of columns, of stacks of matrices: [extent] stands along that
   axis, -2 or -1; else it has all axes of its matrices, with 1 along the other one. NULL:
   it is none, or is refused. */
static const struct edge *
matrix_zero(struct expansion *e, int input, int zero, int axis)
{
	const struct operation *o = e->operation;
	const struct tensor *q = o->input[input], *z = o->input[zero];
	int rank = q->rank, along = rank + axis;
	int64_t extent = along >= 0 && rank > 1 ? q->shape[along] : 0;
	bool fits = z && rank > 1 && z->rank == rank;

	for (int i = 0; fits && i < rank; i++)
		fits = z->shape[i] == (i < rank - 2 || i == along ? q->shape[i] : 1);
	if (fits)
		return expansion_input(e, zero);
	if (!quantized_shape_fits(e, zero, extent, axis == -2 ? "row" : "column"))
		return NULL;
	return quantized_along(
		e, expansion_input(e, zero), axis == -2 ? 0 : 1, rank > 1 ? 2 : 1);
}

static bool
expand_matmul(struct expansion *e)
{
	size_t nerror = e->source->nerror;
	struct quantized a = {.q = expansion_input(e, INPUT_A)};
	struct quantized b = {.q = expansion_input(e, INPUT_B)};
	bool good = quantized_zero_fits(e, INPUT_A, INPUT_A_ZERO);

	good = quantized_zero_fits(e, INPUT_B, INPUT_B_ZERO) && good;
	a.zero = matrix_zero(e, INPUT_A, INPUT_A_ZERO, -2);
	b.zero = matrix_zero(e, INPUT_B, INPUT_B_ZERO, -1);
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
	good = quantized_shape_fits(e, INPUT_A_ZERO, 0, "") && good;
	good = quantized_shape_fits(
		       e, INPUT_B_ZERO, w->rank ? w->shape[0] : 0, "output channel") &&
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
	.attribute = no_attributes,
	.dtype = quantized_bytes,
	.summary = "the products of matrices of 8-bit integers less their zero points, "
		   "in int32",
	.expand = expand_matmul,
};
