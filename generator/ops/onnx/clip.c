/* Clip: x < min ? min : x, then x > max ? max : x; so the result is max if that is less
   than min. In versions 1 and 6 the bounds are attributes, later inputs of one element.
   From version 6 on, absent bounds are the lowest and the largest finite number of the
   type, to which infinities are clipped; in version 1 an absent bound is none. */
#include "ops/common/elementwise.h"

#include <float.h>
#include <math.h>

#include "base/arena.h"
#include "diag/source.h"
#include "opgen_runtime.h"
#include "ops/common/parts.h"

/* clang-format off */
static const int versions[] = {1, 6, 11, 12, 13, 0};

static const struct dtype_rule dtypes[] = {
	FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_INT8, 12}, {DTYPE_INT16, 12}, {DTYPE_INT32, 12},
	{DTYPE_INT64, 12}, {DTYPE_UINT8, 12}, {DTYPE_UINT16, 12}, {DTYPE_UINT32, 12},
	{DTYPE_UINT64, 12}, {DTYPE_NONE, 0},
};

static const struct attribute_rule attributes[] = {
	FLOAT_ATTRIBUTE("max", 1, 1, "none", "the upper bound"),
	FLOAT_ATTRIBUTE("max", 6, 6, "3.402823e+38", "the upper bound"),
	FLOAT_ATTRIBUTE("min", 1, 1, "none", "the lower bound"),
	FLOAT_ATTRIBUTE("min", 6, 6, "-3.402823e+38", "the lower bound"),
	CONSUMED_INPUTS,
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	{"input", .summary = "any shape"},
	{"min", .optional = true, .summary = "one element; since version 11"},
	{"max", .optional = true, .summary = "one element; since version 11"},
	{.name = NULL},
};
/* clang-format on */

/* The largest finite number of a type. */
static double
largest(enum dtype dtype)
{
	switch (dtype) {
	case DTYPE_FLOAT64:
		return DBL_MAX;
	case DTYPE_FLOAT16:
		return 65504;
	case DTYPE_BFLOAT16:
		return (double)opgen_bfloat16_to_float(0x7f7f);
	default:
		return (double)FLT_MAX;
	}
}

/* A bound rounded to the type; infinite if it is out of range. */
static double
rounded(enum dtype dtype, double bound)
{
	switch (dtype) {
	case DTYPE_FLOAT16:
		return opgen_float16_to_float(opgen_float_to_float16((float)bound));
	case DTYPE_BFLOAT16:
		return opgen_bfloat16_to_float(opgen_float_to_bfloat16((float)bound));
	default:
		return bound;
	}
}

/* Finds a bound that is known while planning; false: there is none. */
static bool
find_bound(const struct operation *operation, bool upper, double *bound)
{
	const char *name = upper ? "max" : "min";
	enum dtype dtype = operation->dtype;
	double most = operation->version < 11 ? (double)FLT_MAX : largest(dtype);

	if (operation->version == 1 && !operation_attribute(operation, name))
		return false;
	if (!dtype_is_real(dtype))
		return false;
	*bound = rounded(dtype, operation_float(operation, name, upper ? most : -most));
	return true;
}

/* From version 11 on, a bound has one element. */
static bool
check_bound(struct elementwise *e, int input)
{
	const struct tensor *bound = e->operation->input[input];

	if (!bound)
		return true;
	if (e->operation->version < 11)
		source_error(e->source, e->operation->input_where[input],
			"%s: an input since Clip-11; in this version it is an attribute",
			e->operation->input_name[input]);
	else if (bound->nelement != 1)
		source_error(e->source, e->operation->input_where[input],
			"%s: expected one element", e->operation->input_name[input]);
	else
		return true;
	return false;
}

static bool
plan_clip(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	static const struct pointwise_row *const row[] = {
		&pointwise_at_least, &pointwise_at_most};
	struct chain_value x[2] = {chain_operand(0)};
	struct elementwise e;
	bool good;
	double bound;

	elementwise_begin(&e, operation, plan, source, arena);
	good = check_bound(&e, 1);
	good = check_bound(&e, 2) && good;
	for (int i = 0; i < 2; i++) {
		if (operation->input[1 + i])
			x[1] = elementwise_input(&e, 1 + i);
		else if (find_bound(operation, i, &bound))
			x[1] = elementwise_numbers(
				&e, i ? "max" : "min", operation->dtype, &bound, 1);
		else
			continue;
		x[0] = elementwise_step(&e, row[i], x, NULL, operation->dtype);
		if (!operation->input[1 + i])
			plan_add_detail(plan,
				arena_format(arena, "%s %.9g", i ? "max" : "min", bound),
				arena);
	}
	if (!x[0].is_step)
		elementwise_step(&e, &pointwise_copy, x, NULL, operation->dtype);
	return good && elementwise_same(&e) && elementwise_end(&e);
}

const struct op op_clip = {
	.name = "Clip",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "x < min ? min : x, then x > max ? max : x",
	.step = &pointwise_at_least,
	.plan = plan_clip,
};
