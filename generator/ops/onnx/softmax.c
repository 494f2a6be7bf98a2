#include "ops/common/expansion_moves.h"

#include "base/arena.h"
#include "ops/common/parts.h"
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

/* The document of version 1 does not mention negative axes, but files have them. */
static bool
read_axis(const struct operation *operation, int *axis, struct source *source)
{
	return reduce_axis(operation, operation->version >= ONE_AXIS ? -1 : 1,
		operation->input[0]->rank, 1, axis, source);
}

static bool
plan_rows(const struct operation *operation, struct plan *plan, enum reduce_kind kind,
	struct source *source, struct arena *arena)
{
	bool one = operation->version >= ONE_AXIS, reduced[MAX_RANK] = {false};
	int axis;

	plan_begin(plan, PLAN_REDUCE, operation, arena);
	plan->u.reduce.kind = kind;
	if (!read_axis(operation, &axis, source))
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

/* The place of a row's largest element is compared with all places. */
static bool
expand_hardmax(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct edge *x = expansion_input(e, 0), *is_largest;
	const struct tensor *src = &x->tensor;
	int64_t rows[] = {1, 1};
	struct part *largest = expansion_part(e, &op_arg_max, 13);
	int axis;

	if (!read_axis(operation, &axis, e->source))
		return false;
	expansion_detail(e, arena_format(e->arena, "axis %d", axis));
	if (!src->nelement)
		return expansion_reshape(e, "output", x, src->shape, src->rank);
	if (operation->version < ONE_AXIS) {
		for (int i = 0; i < src->rank; i++)
			rows[i >= axis] *= src->shape[i];
		x = expansion_reshape(e, "rows", x, rows, 2);
		axis = 1;
	}
	part_read(largest, 0, x);
	part_int(largest, "axis", axis, NULL);
	is_largest = EXPAND(e, "is_largest", &op_equal, 13,
		expansion_add(e, largest, "largest"),
		expansion_places(
			e, "places", x->tensor.shape[axis], x->tensor.rank - axis));
	expansion_reshape(e, "output",
		expansion_cast(e, "result", is_largest, operation->dtype), src->shape,
		src->rank);
	return true;
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

const struct op op_hardmax = {
	.name = "Hardmax",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "1 for the largest element of a row, the first of several, else 0",
	.expand = expand_hardmax,
};
