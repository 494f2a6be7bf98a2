#include "ops/common/conv.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/layouts.h"
#include "ops/common/parts.h"
#include "ops/common/product.h"
#include "ops/common/reductions.h"
#include "ops/common/window.h"
#include "ops/op.h"

enum {
	INPUT_X,
	INPUT_W,
	INPUT_B
};

/* clang-format off */
const struct attribute_rule conv_attributes[] = {
	WINDOW_AUTO_PAD,
	CONV_DILATIONS,
	CONV_GROUP,
	CONV_KERNEL_SHAPE,
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
	return quantity_muladd(algebra, x, w, sum);
}

const struct reduction reduce_conv = {
	.weighted = true,
	.identity = reduction_zero,
	.term = term,
	.join = VALUE_ADD,
};

static const int versions[] = {1, 11, 22, 0};

static const struct input_rule inputs[] = {
	[INPUT_X] = {"X", .summary = "[N, C, D1, ...]"},
	[INPUT_W] = {"W", .summary = "[M, C/group, k1, ...]"},
	[INPUT_B] = {"B", .optional = true,
		.summary = "[M], added to each output channel"},
	{.name = NULL},
};

/* Whether X and W tell their axes. */
static bool
check_channels(const struct operation *operation, int64_t group, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = operation->input[INPUT_X];
	const struct tensor *weights = operation->input[INPUT_W];
	const struct attribute *attribute = operation_attribute(operation, "group");
	const struct place *where = operation->input_where[INPUT_W];
	const char *hint = "";
	int64_t channels;

	if (mul_overflows(weights->shape[1], group, &channels) ||
		channels != src->shape[1]) {
		hint = layouts_hint(
			operation, weights, 1, group, "[M, C/group, k1, ...]", arena);
		source_error(source, where,
			"%s: expected C / group, %" PRId64 " / %" PRId64
			", as second extent, got %" PRId64 "%s",
			operation->input_name[INPUT_W], src->shape[1], group,
			weights->shape[1], hint);
	}
	if (weights->shape[0] % group)
		source_error(source, attribute ? attribute->where : where,
			"group: expected a divisor of %s's output channels, %" PRId64
			", got %" PRId64,
			operation->input_name[INPUT_W], weights->shape[0], group);
	return !*hint;
}

/* Whether W has the dimensions of a kernel. */
static bool
check_kernel(const struct operation *operation, struct source *source)
{
	const struct tensor *src = operation->input[INPUT_X];
	const struct tensor *weights = operation->input[INPUT_W];
	const struct place *where = operation->input_where[INPUT_W];

	if (src->rank >= 3 && weights->rank != src->rank) {
		source_error(source, where,
			"%s: expected %d dimensions, as %s has, got %d",
			operation->input_name[INPUT_W], src->rank,
			operation->input_name[INPUT_X], weights->rank);
		return false;
	}
	for (int i = 2; i < weights->rank; i++) {
		if (weights->shape[i])
			continue;
		source_error(source, where,
			"%s: expected kernel extents of 1 or more, got 0 on axis D%d",
			operation->input_name[INPUT_W], i - 1);
		return false;
	}
	return true;
}

static void
check_bias(const struct operation *operation, struct source *source, struct arena *arena)
{
	const struct tensor *weights = operation->input[INPUT_W];
	const struct tensor *bias = operation->input[INPUT_B];

	if (!bias || (bias->rank == 1 && bias->shape[0] == weights->shape[0]))
		return;
	source_error(source, operation->input_where[INPUT_B],
		"%s: expected [%" PRId64 "], one element for each output channel, got %s",
		operation->input_name[INPUT_B], weights->shape[0],
		extents_text(bias->shape, (size_t)bias->rank, arena));
}

/* The input channels of one block sum: runtime/README.md, "Numerics". */
static int64_t
channel_block(const struct window_plan *window)
{
	int64_t taps = 1;

	for (int i = 0; i < window->naxis; i++)
		if (mul_overflows(taps, window->axis[i].kernel, &taps))
			return 16;
	return block_of_taps(taps);
}

void
conv_set_channels(
	struct plan *plan, int64_t group, int64_t ic, int64_t oc, struct arena *arena)
{
	struct window_plan *window = &plan->u.window;

	window->batch = plan->src->shape[0];
	window->group = group;
	window->ic = ic;
	window->oc = oc;
	window->channel_block = channel_block(window);
	if (group > 1)
		plan_add_detail(
			plan, arena_format(arena, "group %" PRId64, group), arena);
}

bool
plan_convolution(struct plan *plan, const struct operation *operation, int64_t group,
	int64_t ic, int64_t oc, struct source *source, struct arena *arena)
{
	conv_set_channels(plan, group, ic, oc, arena);
	return plan_set_window_output(plan, operation, group * oc, source);
}

static bool
plan_conv(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct window_plan *window = &plan->u.window;
	const struct tensor *src = operation->input[INPUT_X];
	const struct tensor *weights = operation->input[INPUT_W];
	int64_t group = operation_int(operation, "group", 1);
	size_t nerror = source->nerror;

	plan_begin(plan, PLAN_WINDOW, operation, arena);
	plan->weights = plan_add_operand(plan, operation, INPUT_W);
	plan->bias = plan_add_operand(plan, operation, INPUT_B);
	window->reduction = &reduce_conv;
	if (!check_kernel(operation, source))
		return false;
	if (src->rank >= 3 && !check_channels(operation, group, source, arena))
		return false;
	if (src->rank >= 3)
		check_bias(operation, source, arena);
	if (!window_resolve(operation, weights->shape + 2, window, source, arena) ||
		source->nerror > nerror)
		return false;
	return plan_convolution(plan, operation, group, weights->shape[1],
		weights->shape[0] / group, source, arena);
}

const struct op op_conv = {
	.name = "Conv",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("Y"),
	.attribute = conv_attributes,
	.dtype = window_dtypes,
	.layouts = true,
	.summary = "the cross-correlation of X with the kernels in W",
	.plan = plan_conv,
};
