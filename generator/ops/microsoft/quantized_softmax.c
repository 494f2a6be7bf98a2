/* QLinearSoftmax: Softmax of 8-bit integers with a scale and a zero point, as onnxruntime
   computes it: exponentials of the scaled differences from the largest element of a row,
   in float64, become float32; each times floor(1 / y_scale), over their sum, is rounded,
   ties to even, and the zero point is added. Rows of one element are 1 here; onnxruntime
   overflows. */
#include "ops/microsoft/microsoft.h"

#include <math.h>

#include "base/arena.h"
#include "ops/common/elementwise.h"
#include "ops/common/expansion.h"
#include "ops/common/integers.h"
#include "ops/common/parts.h"
#include "ops/common/quantized.h"

enum {
	INPUT_X,
	INPUT_X_SCALE,
	INPUT_X_ZERO,
	INPUT_Y_SCALE,
	INPUT_Y_ZERO
};

/* Softmax of this operator set has rows of one axis; before, of all from it on. */
enum {
	ONE_AXIS = 13
};

/* clang-format off */
static const struct input_rule inputs[] = {
	[INPUT_X] = {"X", .summary = "any shape but []"},
	[INPUT_X_SCALE] = MICROSOFT_SCALE("X_scale"),
	[INPUT_X_ZERO] = {"x_zero_point", .optional = true, .summary = "one element, which makes no difference"},
	[INPUT_Y_SCALE] = MICROSOFT_SCALE("y_scale"),
	[INPUT_Y_ZERO] = {"y_zero_point", .summary = "one element"},
	{.name = NULL},
};

static const struct attribute_rule attributes[] = {
	{"axis", ATTRIBUTE_INT, 1, LATEST, false, -MAX_RANK, MAX_RANK - 1, "-1, with opset below 13 it is 1", NULL,
	 "the axis of rows; with opset below 13 the first of them"},
	{"opset", ATTRIBUTE_INT, 1, LATEST, true, 1, LENGTH_LIMIT, NULL, NULL,
	 "the operator set of the Softmax that it was"},
	{.name = NULL},
};
/* clang-format on */

/* A reduction along the rows. */
static const struct edge *
along_rows(struct expansion *e, const char *name, const struct op *op, int version,
	const struct edge *x, int axis)
{
	bool one = operation_int(e->operation, "opset", 1) >= ONE_AXIS;
	struct part *p = expansion_part(e, op, version);
	int64_t axes[MAX_RANK];
	size_t n = 0;

	for (int i = axis; i < x->tensor.rank && (!one || i == axis); i++)
		axes[n++] = i;
	part_read(p, 0, x);
	part_ints(p, "axes", axes, n, NULL);
	return expansion_add(e, p, name);
}

/* The exponentials, of the largest element 1. */
static const struct edge *
exponentials(struct expansion *e, int axis)
{
	const struct edge *x = expansion_input(e, INPUT_X);
	const struct edge *scale = expansion_cast(e, "scale",
		quantized_along(e, expansion_input(e, INPUT_X_SCALE), 0, 0),
		DTYPE_FLOAT64);
	const struct edge *most = along_rows(e, "most", &op_reduce_max, 13, x, axis);
	const struct edge *below = EXPAND(e, "below", &op_sub, 14,
		expansion_cast(e, "wide", x, DTYPE_FLOAT64),
		expansion_cast(e, "wide", most, DTYPE_FLOAT64));
	const struct edge *power = EXPAND(
		e, "power", &op_exp, 13, EXPAND(e, "scaled", &op_mul, 14, below, scale));

	return expansion_cast(e, "power", power, DTYPE_FLOAT32);
}

/* floor(1 / y_scale) in float32: what a probability of 1 is. */
static const struct edge *
steps(struct expansion *e)
{
	const struct edge *scale =
		quantized_along(e, expansion_input(e, INPUT_Y_SCALE), 0, 0);
	const struct edge *one;
	float known;

	if (scale->tensor.constant) {
		known = 1 / (float)real_element(e->operation, INPUT_Y_SCALE, 0);
		one = expansion_fill(e, "steps", DTYPE_FLOAT32, floor((double)known), 1);
		return quantized_along(e, one, 0, 0);
	}
	one = quantized_along(e, expansion_fill(e, "one", DTYPE_FLOAT32, 1, 1), 0, 0);
	return EXPAND(
		e, "steps", &op_floor, 13, EXPAND(e, "steps", &op_div, 14, one, scale));
}

static bool
expand(struct expansion *e)
{
	const struct operation *o = e->operation;
	bool one = operation_int(o, "opset", 1) >= ONE_AXIS;
	bool good = microsoft_scale_fits(o, INPUT_X_SCALE, e->source, e->arena);
	const struct edge *power, *sum;
	int axis;

	good = microsoft_scale_fits(o, INPUT_Y_SCALE, e->source, e->arena) && good;
	if (!read_axis(o, one ? -1 : 1, o->input[INPUT_X]->rank, 0, &axis, e->source) ||
		!good)
		return false;
	power = exponentials(e, axis);
	sum = along_rows(e, "sum", &op_reduce_sum, 11, power, axis);
	EXPAND(e, "Y", &op_quantize_linear, 13,
		EXPAND(e, "share", &op_div, 14,
			EXPAND(e, "part", &op_mul, 14, power, steps(e)), sum),
		quantized_along(e, expansion_fill(e, "unit", DTYPE_FLOAT32, 1, 1), 0, 0),
		quantized_along(e, expansion_input(e, INPUT_Y_ZERO), 0, 0));
	return true;
}

const struct op op_qlinear_softmax = {
	.name = "QLinearSoftmax",
	.domain = "com.microsoft",
	.default_domain = true,
	.has_opset = true,
	.version = microsoft_versions,
	.input = inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = quantized_bytes,
	.summary = "Softmax of 8-bit integers with scales and zero points",
	.expand = expand,
};
