/* OpenVINO's Convolution and GroupConvolution, version 1: what Conv of ONNX is without a
   bias. The filters of GroupConvolution are [groups, O, I, ...], O and I the channels of
   a group, which are in memory as Conv has them. The documents take any numeric type;
   opgen convolves floating-point numbers. */

#include "ops/common/parts.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/checked.h"
#include "diag/source.h"
#include "ops/common/conv.h"
#include "ops/common/layouts.h"
#include "ops/common/reductions.h"
#include "ops/op.h"
#include "ops/openvino/openvino_window.h"

enum {
	INPUT_DATA,
	INPUT_FILTERS
};

/* clang-format off */
static const struct attribute_rule attributes[] = {
	OPENVINO_AUTO_PAD,
	{"dilations", ATTRIBUTE_INTS, 1, LATEST, true, 1, LENGTH_LIMIT, NULL, NULL,
	 "distance of the filters' taps, one for each spatial axis"},
	OPENVINO_PADS_BEGIN,
	OPENVINO_PADS_END,
	OPENVINO_STRIDES,
	{.name = NULL},
};
/* clang-format on */

static const int versions[] = {1, 0};

static const struct input_rule inputs[] = {
	[INPUT_DATA] = {"data", .summary = "[N, C, D1, ...]"},
	[INPUT_FILTERS] = {"filters", .summary = "[M, C, k1, ...]"},
	{.name = NULL},
};

static const struct input_rule grouped_inputs[] = {
	[INPUT_DATA] = {"data", .summary = "[N, C, D1, ...]"},
	[INPUT_FILTERS] = {"filters", .summary = "[groups, M/groups, C/groups, k1, ...]"},
	{.name = NULL},
};

/* Whether the filters have the dimensions of a kernel; first: the first spatial one. */
static bool
check_filters(const struct operation *operation, int first, struct source *source)
{
	const struct tensor *src = operation->input[INPUT_DATA];
	const struct tensor *filters = operation->input[INPUT_FILTERS];
	const struct place *where = operation->input_where[INPUT_FILTERS];

	if (filters->rank != src->rank + first - 2) {
		source_error(source, where, "filters: expected %d dimensions, %s, got %d",
			src->rank + first - 2,
			first > 2 ? "one more than data has" : "as data has",
			filters->rank);
		return false;
	}
	for (int i = first; i < filters->rank; i++) {
		if (filters->shape[i])
			continue;
		source_error(source, where,
			"filters: expected kernel extents of 1 or more, got 0 on axis "
			"D%d",
			i - first + 1);
		return false;
	}
	return true;
}

/* first: the filters' first spatial dimension, after those of channels and groups. */
static bool
check_channels(const struct operation *operation, int64_t group, int first,
	struct source *source, struct arena *arena)
{
	const struct tensor *filters = operation->input[INPUT_FILTERS];
	int64_t channels = operation->input[INPUT_DATA]->shape[1], all;
	int64_t ic = filters->shape[first - 1];

	if (!mul_overflows(group, ic, &all) && all == channels)
		return true;
	source_error(source, operation->input_where[INPUT_FILTERS],
		"filters: expected as many input channels as data has, %" PRId64
		", got %" PRId64 " in %" PRId64 " group%s%s",
		channels, ic, group, group == 1 ? "" : "s",
		layouts_hint(operation, filters, first - 1, group,
			operation->op->input[INPUT_FILTERS].summary, arena));
	return false;
}

static bool
plan_filters(const struct operation *operation, struct plan *plan, int first,
	struct source *source, struct arena *arena)
{
	const int64_t *shape = operation->input[INPUT_FILTERS]->shape;
	int64_t group = first > 2 ? shape[0] : 1;
	struct window_plan *window = &plan->u.window;
	struct window_request request;

	plan_begin(plan, PLAN_WINDOW, operation, arena);
	plan->weights = plan_add_operand(plan, operation, INPUT_FILTERS);
	window->reduction = &reduce_conv;
	if (!openvino_window_naxis(operation, &window->naxis, source) ||
		!check_filters(operation, first, source) ||
		!check_channels(operation, group, first, source, arena) ||
		!openvino_window_read(operation, shape + first, window->naxis, &request,
			source, arena) ||
		!window_resolve_request(operation, &request, window, source, arena))
		return false;
	return plan_convolution(plan, operation, group, shape[first - 1],
		shape[first - 2], source, arena);
}

static bool
plan_openvino_convolution(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return plan_filters(operation, plan, 2, source, arena);
}

static bool
plan_group_convolution(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return plan_filters(operation, plan, 3, source, arena);
}

const struct op op_openvino_convolution = {
	.name = "Convolution",
	.domain = "openvino",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = openvino_window_dtypes,
	.layouts = true,
	.summary = "the cross-correlation of data with the filters",
	.plan = plan_openvino_convolution,
};

const struct op op_openvino_group_convolution = {
	.name = "GroupConvolution",
	.domain = "openvino",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = grouped_inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = openvino_window_dtypes,
	.layouts = true,
	.summary = "the cross-correlation of groups of channels with the filters",
	.plan = plan_group_convolution,
};
