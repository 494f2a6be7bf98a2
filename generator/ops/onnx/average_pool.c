#include "ops/common/parts.h"

#include "base/arena.h"
#include "ops/common/reductions.h"
#include "ops/op.h"

/* clang-format off */
static const struct attribute_rule attributes[] = {
	WINDOW_AUTO_PAD,
	POOL_CEIL_MODE(10),
	{"count_include_pad", ATTRIBUTE_INT,    7,  LATEST, false, 0, 1, "0", NULL,
	 "1: the divisor counts padding"},
	POOL_DILATIONS(19),
	POOL_KERNEL_SHAPE,
	WINDOW_PADS,
	WINDOW_STRIDES,
	{.name = NULL},
};
/* clang-format on */

static union quantity
term(const struct window_plan *window, const struct algebra *algebra, union quantity sum,
	union quantity x, union quantity w)
{
	(void)window;
	(void)w;
	return quantity_binary(algebra, VALUE_ADD, sum, x);
}

static union quantity
finish(const struct window_plan *window, const struct algebra *algebra,
	union quantity sum, union quantity count)
{
	(void)window;
	return quantity_binary(algebra, VALUE_DIVIDE, sum, count);
}

const struct reduction reduce_average = {
	.by_plane = true,
	.counts = true,
	.skips_zeros = true,
	.empty = "their average is 0",
	.identity = reduction_zero,
	.term = term,
	.join = VALUE_ADD,
	.finish = finish,
};

static const int versions[] = {1, 7, 10, 11, 19, 22, 0};

static bool
plan_average_pool(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct window_plan *window = &plan->u.window;

	plan_begin(plan, PLAN_WINDOW, operation, arena);
	window->reduction = &reduce_average;
	window->count_include_pad = operation_int(operation, "count_include_pad", 0) != 0;
	plan_add_detail(plan,
		window->count_include_pad ? "count_include_pad 1" : "count_include_pad 0",
		arena);
	return plan_pool(plan, operation, source, arena);
}

const struct op op_average_pool = {
	.name = "AveragePool",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = pool_inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = window_dtypes,
	.layouts = true,
	.summary = "the mean of each window",
	.plan = plan_average_pool,
};
