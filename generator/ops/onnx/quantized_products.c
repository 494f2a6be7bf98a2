/* QLinearConv and QLinearMatMul: a convolution and a product of matrices of 8-bit
   integers with scales and zero points, as 8-bit integers. The documents leave open how
   sums become bytes: ops/common/requantize.h. */
#include "ops/common/requantize.h"

#include "diag/source.h"
#include "ops/common/conv.h"
#include "ops/common/elementwise.h"
#include "ops/common/parts.h"
#include "ops/common/quantized.h"

enum {
	INPUT_A, /* x of a convolution */
	INPUT_A_SCALE,
	INPUT_A_ZERO,
	INPUT_B, /* w */
	INPUT_B_SCALE,
	INPUT_B_ZERO,
	INPUT_Y_SCALE,
	INPUT_Y_ZERO,
	INPUT_BIAS
};

/* clang-format off */
static const int conv_versions[] = {10, 0};
static const int microsoft_versions[] = {1, 0};
static const int matmul_versions[] = {10, 21, 0};

static const struct dtype_rule matmul_scales[] = {
	{DTYPE_FLOAT32, 10}, {DTYPE_FLOAT16, 21}, {DTYPE_BFLOAT16, 21}, {DTYPE_NONE, 0},
};

static const struct input_rule conv_inputs[] = {
	[INPUT_A] = {"x", .summary = "[N, C, D1, ...]; with channels_last [N, D1, ..., C]"},
	[INPUT_A_SCALE] = {"x_scale", .own_dtype = OWN_FLOAT32, .summary = "one element"},
	[INPUT_A_ZERO] = {"x_zero_point", .summary = "one element"},
	[INPUT_B] = {"w", .dtype = quantized_bytes, .summary = "[M, C/group, k1, ...]"},
	[INPUT_B_SCALE] = {"w_scale", .own_dtype = OWN_FLOAT32, .summary = "one element, or [M]"},
	[INPUT_B_ZERO] = {"w_zero_point", .dtype = quantized_bytes,
		.summary = "one element, or [M]; w's type"},
	[INPUT_Y_SCALE] = {"y_scale", .own_dtype = OWN_FLOAT32, .summary = "one element"},
	[INPUT_Y_ZERO] = {"y_zero_point", .dtype = quantized_bytes,
		.summary = "one element; its type is the output's"},
	[INPUT_BIAS] = {"B", .optional = true, .dtype = (const struct dtype_rule[]){{DTYPE_INT32, 1}, {DTYPE_NONE, 0}},
		.assumed = DTYPE_INT32, .summary = "[M], added to each output channel's sum; its scale is x_scale * w_scale"},
	{.name = NULL},
};

static const struct input_rule matmul_inputs[] = {
	[INPUT_A] = {"a", .summary = "[..., M, K]; [K]: one row"},
	[INPUT_A_SCALE] = {"a_scale", .dtype = matmul_scales, .assumed = DTYPE_FLOAT32,
		.summary = "one element, [M], or [..., M, 1]"},
	[INPUT_A_ZERO] = {"a_zero_point", .summary = "as a_scale"},
	[INPUT_B] = {"b", .dtype = quantized_bytes, .summary = "[..., K, N]; [K]: one column"},
	[INPUT_B_SCALE] = {"b_scale", .dtype = matmul_scales, .assumed = DTYPE_FLOAT32,
		.summary = "one element, [N], or [..., 1, N]"},
	[INPUT_B_ZERO] = {"b_zero_point", .dtype = quantized_bytes, .summary = "as b_scale; b's type"},
	[INPUT_Y_SCALE] = {"y_scale", .dtype = matmul_scales, .assumed = DTYPE_FLOAT32,
		.summary = "one element"},
	[INPUT_Y_ZERO] = {"y_zero_point", .dtype = quantized_bytes,
		.summary = "one element; its type is the output's"},
	{.name = NULL},
};

static const struct attribute_rule channels_attributes[] = {
	WINDOW_AUTO_PAD,
	QUANTIZED_CHANNELS_LAST,
	CONV_DILATIONS,
	CONV_GROUP,
	CONV_KERNEL_SHAPE,
	WINDOW_PADS,
	WINDOW_STRIDES,
	{.name = NULL},
};

static const struct output_rule outputs[] = {
	{"y", .own_dtype = true, .summary = "of y_zero_point's type"}, {.name = NULL},
};
/* clang-format on */

/* Whether an input has one element, or one for each output channel. */
static bool
has_one_for_each(const struct expansion *e, int input, int64_t channels)
{
	return quantized_shape_fits(
		e->operation, input, channels, "output channel", e->source, e->arena);
}

/* What holds of both operations: the types of zero points, the known scales, and that y
   has one scale. */
static bool
check(const struct expansion *e)
{
	static const int scale[] = {INPUT_A_SCALE, INPUT_B_SCALE, INPUT_Y_SCALE};
	bool good = quantized_zero_fits(e, INPUT_A, INPUT_A_ZERO);

	good = quantized_zero_fits(e, INPUT_B, INPUT_B_ZERO) && good;
	for (size_t i = 0; i < sizeof scale / sizeof *scale; i++)
		good = quantized_scale_fits(
			       e->operation, scale[i], e->source, e->arena) &&
		       good;
	good = has_one_for_each(e, INPUT_Y_SCALE, 0) && good;
	return has_one_for_each(e, INPUT_Y_ZERO, 0) && good;
}

/* Bytes of the sums, whose scales these are. */
static const struct edge *
finish(struct expansion *e, const char *name, const struct edge *sums,
	const struct edge *a, const struct edge *b)
{
	const struct edge *y =
		quantized_along(e, expansion_input(e, INPUT_Y_SCALE), 0, 0);

	return requantize(e, name, sums, requantize_multiplier(e, a, b, y),
		expansion_input(e, INPUT_Y_ZERO));
}

static bool
expand_conv(struct expansion *e)
{
	const struct tensor *w = e->operation->input[INPUT_B];
	int64_t channels = w->rank ? w->shape[0] : 0;
	bool last = operation_int(e->operation, "channels_last", 0), good = check(e);
	const struct edge *x, *y;

	good = has_one_for_each(e, INPUT_A_SCALE, 0) && good;
	good = has_one_for_each(e, INPUT_A_ZERO, 0) && good;
	good = has_one_for_each(e, INPUT_B_SCALE, channels) && good;
	good = has_one_for_each(e, INPUT_B_ZERO, channels) && good;
	if (last)
		good = quantized_has_planes(e->operation, INPUT_A, e->source) && good;
	if (!good)
		return false;
	x = expansion_input(e, INPUT_A);
	if (last)
		x = quantized_channels(e, "turned", x, true);
	y = quantized_conv(e, "sums",
		(struct quantized){x, expansion_input(e, INPUT_A_ZERO)},
		(struct quantized){
			expansion_input(e, INPUT_B), expansion_input(e, INPUT_B_ZERO)},
		expansion_input(e, INPUT_BIAS));
	y = finish(e, last ? "stored" : "y", y,
		quantized_along(e, expansion_input(e, INPUT_A_SCALE), 0, 0),
		quantized_along(e, expansion_input(e, INPUT_B_SCALE), 0, w->rank - 1));
	if (last)
		quantized_channels(e, "y", y, false);
	return true;
}

/* A scale of the rows of a, or of the columns of b, as what can be broadcast to the sums:
   a vector has one row or column, which these lack. */
static const struct edge *
scale_of_sums(struct expansion *e, int input, int scale, int axis)
{
	const struct edge *edge = quantized_along_matrix(e, input, scale, axis);
	const struct tensor *a = e->operation->input[INPUT_A];
	const struct tensor *b = e->operation->input[INPUT_B];
	int64_t shape[MAX_RANK];
	int rank = 0;

	if (!edge || edge->tensor.rank < 2 || (a->rank > 1 && b->rank > 1))
		return edge;
	for (int i = 0; i < edge->tensor.rank; i++)
		if (i != edge->tensor.rank + (axis == -2 ? -1 : -2))
			shape[rank++] = edge->tensor.shape[i];
	return quantized_reshape(e, edge, shape, rank);
}

static bool
expand_matmul(struct expansion *e)
{
	size_t nerror = e->source->nerror;
	bool good = check(e);
	const struct edge *a = scale_of_sums(e, INPUT_A, INPUT_A_SCALE, -2);
	const struct edge *b = scale_of_sums(e, INPUT_B, INPUT_B_SCALE, -1);
	const struct edge *a_zero = quantized_along_matrix(e, INPUT_A, INPUT_A_ZERO, -2);
	const struct edge *b_zero = quantized_along_matrix(e, INPUT_B, INPUT_B_ZERO, -1);
	const struct edge *sums;

	if (!good || e->source->nerror > nerror)
		return false;
	sums = quantized_matmul(e, "sums",
		(struct quantized){expansion_input(e, INPUT_A), a_zero},
		(struct quantized){expansion_input(e, INPUT_B), b_zero});
	finish(e, "y", sums, a, b);
	return true;
}

const struct op op_qlinear_conv = {
	.name = "QLinearConv",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = conv_versions,
	.input = conv_inputs,
	.output = outputs,
	.attribute = conv_attributes,
	.dtype = quantized_bytes,
	.summary = "the cross-correlation of 8-bit integers with scales and zero points",
	.expand = expand_conv,
};

const struct op op_microsoft_qlinear_conv = {
	.name = "QLinearConv",
	.domain = "com.microsoft",
	.default_domain = false,
	.has_opset = true,
	.version = microsoft_versions,
	.input = conv_inputs,
	.output = outputs,
	.attribute = channels_attributes,
	.dtype = quantized_bytes,
	.summary = "the cross-correlation of 8-bit integers with scales and zero "
		   "points, perhaps with the channels last",
	.expand = expand_conv,
};

const struct op op_qlinear_matmul = {
	.name = "QLinearMatMul",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = matmul_versions,
	.input = matmul_inputs,
	.output = outputs,
	.attribute = elementwise_none,
	.dtype = quantized_bytes,
	.summary =
		"the products of matrices of 8-bit integers with scales and zero points",
	.expand = expand_matmul,
};
