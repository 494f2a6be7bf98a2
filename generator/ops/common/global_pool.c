#include "ops/common/global_pool.h"

#include <assert.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/axis.h"
#include "ops/common/parts.h"
#include "ops/common/reductions.h"

static const struct attribute_rule attributes[] = {
	{.name = NULL},
};

/* An axis without elements has a window without taps. */
static bool
resolve_axis(struct window_plan *window, int index, int64_t in, struct arena *arena)
{
	const struct axis_request request = {.in = in,
		.kernel = in ? in : 1,
		.stride = 1,
		.dilation = 1,
		.rule = PAD_NOTSET,
		.pad_end = !in};
	struct axis *axis = &window->axis[index];
	enum axis_status status = axis_resolve(&request, axis);

	assert(status == AXIS_RESOLVED);
	(void)status;
	return axis_find_spans(
		axis, window->reduction->counts ? COUNTED_REAL : COUNTED_NOTHING, arena);
}

static void
warn_empty(
	const struct plan *plan, const struct operation *operation, struct source *source)
{
	const struct window_plan *window = &plan->u.window;

	if (!plan->dst.nelement || plan->src->nelement || !window->reduction->empty)
		return;
	source_warning(source, operation->input_where[0],
		"X: its planes hold no element; %s", window->reduction->empty);
}

bool
plan_global_pool(struct plan *plan, const struct operation *operation,
	struct source *source, struct arena *arena)
{
	struct window_plan *window = &plan->u.window;
	const struct operand *src = plan->src;

	if (src->rank < 3) {
		source_error(source, operation->input_where[0],
			"X: expected 3 dimensions or more, [N, C, D1, ...], got %d",
			src->rank);
		return false;
	}
	window->naxis = src->rank - 2;
	for (int i = 0; i < window->naxis; i++)
		if (!resolve_axis(window, i, src->shape[2 + i], arena))
			return false;
	window->batch = src->shape[0];
	window->group = src->shape[1];
	window->ic = window->oc = 1;
	if (!plan_set_window_output(plan, operation, window->group, source))
		return false;
	warn_empty(plan, operation, source);
	return true;
}

static const int versions[] = {1, 22, 0};

static bool
plan_average(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	plan_begin(plan, PLAN_WINDOW, operation, arena);
	plan->u.window.reduction = &reduce_average;
	return plan_global_pool(plan, operation, source, arena);
}

static bool
plan_max(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	plan_begin(plan, PLAN_WINDOW, operation, arena);
	plan->u.window.reduction = &reduce_max;
	return plan_global_pool(plan, operation, source, arena);
}

const struct op op_global_average_pool = {
	.name = "GlobalAveragePool",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = pool_inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = window_dtypes,
	.layouts = true,
	.summary = "the mean of each plane",
	.plan = plan_average,
};

const struct op op_global_max_pool = {
	.name = "GlobalMaxPool",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = pool_inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = window_dtypes,
	.layouts = true,
	.summary = "the largest element of each plane",
	.plan = plan_max,
};
