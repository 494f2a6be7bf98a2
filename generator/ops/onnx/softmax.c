#include "ops/common/parts.h"

#include "base/arena.h"
#include "ops/common/reduce.h"
#include "ops/op.h"

/* From this version on, a row is one axis; before, all axes from it on. */
enum {
	ONE_AXIS = 13
};

/* clang-format off */
static const struct attribute_rule attributes[] = {
	{"axis", ATTRIBUTE_INT, 1,  12,     false, -MAX_RANK, MAX_RANK - 1, "1", NULL,
	 "the axis that rows begin with; a negative one counts from the end"},
	{"axis", ATTRIBUTE_INT, 13, LATEST, false, -MAX_RANK, MAX_RANK - 1, "-1", NULL,
	 "the axis of rows; a negative one counts from the end"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 13}, {DTYPE_NONE, 0},
};
/* clang-format on */

static const int versions[] = {1, 11, 13, 0};

static const struct input_rule inputs[] = {
	{"input", .summary = "any shape"},
	{.name = NULL},
};

static bool
plan_rows(const struct operation *operation, struct plan *plan, enum reduce_kind kind,
	struct source *source, struct arena *arena)
{
	bool one = operation->version >= ONE_AXIS, reduced[MAX_RANK] = {false};
	int axis;

	plan_begin(plan, PLAN_REDUCE, operation, arena);
	plan->u.reduce.kind = kind;
	/* The document of version 1 does not mention negative axes, but files have
	   them. */
	if (!reduce_axis(operation, one ? -1 : 1, plan->src->rank, 1, &axis, source))
		return false;
	for (int i = axis; i < plan->src->rank && (!one || i == axis); i++)
		reduced[i] = true;
	plan_add_detail(plan, arena_format(arena, "axis %d", axis), arena);
	if (!plan_set_output(plan, operation, plan->src->shape, plan->src->rank, source))
		return false;
	reduce_add_axes(plan, reduced, true);
	return true;
}

static bool
plan_softmax(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return plan_rows(operation, plan, REDUCE_SOFTMAX, source, arena);
}

static bool
plan_log_softmax(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return plan_rows(operation, plan, REDUCE_LOG_SOFTMAX, source, arena);
}

const struct op op_softmax = {
	.name = "Softmax",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "exp of each element, over the sum of those of its row",
	.plan = plan_softmax,
};

const struct op op_log_softmax = {
	.name = "LogSoftmax",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "the logarithms of Softmax",
	.plan = plan_log_softmax,
};
