/* DynamicQuantizeLinear: numbers as uint8, with the scale and the zero point by which the
   smallest and the largest of them, and 0, have places. As onnxruntime has it: a tensor
   of zeros has scale 1, and the zero point is rounded once it is within 0 to 255. */
#include "ops/common/expansion.h"

#include "ops/common/elementwise.h"
#include "ops/common/quantized.h"

/* clang-format off */
static const int versions[] = {11, 0};

static const struct input_rule inputs[] = {{"x", .summary = "any shape"}, {.name = NULL}};

static const struct output_rule outputs[] = {
	{"y", .dtype = DTYPE_UINT8, .summary = "x's shape"},
	{"y_scale", .dtype = DTYPE_FLOAT32, .summary = "[]"},
	{"y_zero_point", .dtype = DTYPE_UINT8, .summary = "[]"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {{DTYPE_FLOAT32, 11}, {DTYPE_NONE, 0}};
/* clang-format on */

/* A number as a tensor without axes. */
static const struct edge *
number(struct expansion *e, const char *name, double value)
{
	return quantized_along(e, expansion_fill(e, name, DTYPE_FLOAT32, value, 1), 0, 0);
}

/* All of x as one element. */
static const struct edge *
reduced(struct expansion *e, const char *name, const struct op *op)
{
	struct part *p = expansion_part(e, op, 13);

	part_read(p, 0, expansion_input(e, 0));
	part_int(p, "keepdims", 0, NULL);
	return expansion_add(e, p, name);
}

/* range / 255, but 1 for 0: the range as a bool says which it is. */
static const struct edge *
find_scale(struct expansion *e, const struct edge *range)
{
	const struct edge *some = expansion_cast(
		e, "some", expansion_cast(e, "some", range, DTYPE_BOOL), DTYPE_FLOAT32);

	return EXPAND(e, "y_scale", &op_add, 14,
		EXPAND(e, "scale", &op_div, 14, range, number(e, "steps", 255)),
		EXPAND(e, "none", &op_sub, 14, number(e, "one", 1), some));
}

static bool
expand(struct expansion *e)
{
	const struct edge *x = expansion_input(e, 0), *zero = number(e, "zero", 0);
	const struct edge *most = EXPAND(
		e, "most", &op_max, 13, reduced(e, "largest", &op_reduce_max), zero);
	const struct edge *least = EXPAND(
		e, "least", &op_min, 13, reduced(e, "smallest", &op_reduce_min), zero);
	const struct edge *scale =
		find_scale(e, EXPAND(e, "range", &op_sub, 14, most, least));
	const struct edge *place = EXPAND(e, "y_zero_point", &op_quantize_linear, 13,
		EXPAND(e, "place", &op_sub, 14, zero,
			EXPAND(e, "below", &op_div, 14, least, scale)),
		number(e, "whole", 1));

	EXPAND(e, "y", &op_quantize_linear, 13, x, scale, place);
	return true;
}

const struct op op_dynamic_quantize_linear = {
	.name = "DynamicQuantizeLinear",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = outputs,
	.attribute = elementwise_none,
	.dtype = dtypes,
	.summary = "numbers as uint8, with the scale and the zero point that suit them",
	.expand = expand,
};
