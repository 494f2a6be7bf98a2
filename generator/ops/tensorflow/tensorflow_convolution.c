/* TensorFlow's Conv2D, DepthwiseConv2dNative and Conv3D: what Conv of ONNX is without a
   bias, with the channels last or second as data_format says. A filter is [H, W, in, out]
   in either case, Conv3D's [D, H, W, in, out]; that of DepthwiseConv2dNative is [H, W,
   in, times], and output channel in * times + t is of input channel in. Conv2D has groups
   where the filter has fewer input channels than the input, as TensorFlow's kernel has
   them. int32, which Conv2D takes too, is left out. */

#include "ops/common/conv.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/common/reductions.h"
#include "ops/op.h"
#include "ops/operation.h"
#include "ops/tensorflow/tensorflow_window.h"

enum {
	INPUT_INPUT,
	INPUT_FILTER
};

/* clang-format off */
static const struct attribute_rule attributes[] = {
	TENSORFLOW_PLANE_FORMAT,
	TENSORFLOW_DILATIONS,
	TENSORFLOW_EXPLICIT,
	TENSORFLOW_STRIDES,
	{"use_cudnn_on_gpu", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "1", NULL,
	 "means nothing here"},
	{.name = NULL},
};

static const struct attribute_rule depthwise_attributes[] = {
	TENSORFLOW_PLANE_FORMAT,
	TENSORFLOW_DILATIONS,
	TENSORFLOW_EXPLICIT,
	TENSORFLOW_STRIDES,
	{.name = NULL},
};

static const struct attribute_rule volume_attributes[] = {
	TENSORFLOW_VOLUME_FORMAT,
	TENSORFLOW_DILATIONS,
	TENSORFLOW_PADDING,
	TENSORFLOW_STRIDES,
	{.name = NULL},
};
/* clang-format on */

static const int versions[] = {1, 0};

static const struct input_rule inputs[] = {
	[INPUT_INPUT] = {"input", .summary = "in the order of data_format"},
	[INPUT_FILTER] = {"filter", .summary = "[H, W, in/groups, out]"},
	{.name = NULL},
};

static const struct input_rule depthwise_inputs[] = {
	[INPUT_INPUT] = {"input", .summary = "in the order of data_format"},
	[INPUT_FILTER] = {"filter", .summary = "[H, W, in, times]"},
	{.name = NULL},
};

static const struct input_rule volume_inputs[] = {
	[INPUT_INPUT] = {"input", .summary = "in the order of data_format"},
	[INPUT_FILTER] = {"filter", .summary = "[D, H, W, in, out]"},
	{.name = NULL},
};

/* The kinds of filters. */
enum kind {
	KIND_GROUPED,
	KIND_DEPTHWISE,
	KIND_WHOLE
};

/* Whether a filter has the dimensions of a kernel. */
static bool
check_filter(const struct operation *operation, const struct tensorflow_layout *layout,
	struct source *source)
{
	const struct tensor *filter = operation->input[INPUT_FILTER];
	const struct place *where = operation->input_where[INPUT_FILTER];

	if (filter->rank != layout->rank) {
		source_error(source, where,
			"filter: expected %d dimensions, as input has, got %d",
			layout->rank, filter->rank);
		return false;
	}
	for (int i = 0; i < layout->naxis; i++) {
		if (filter->shape[i])
			continue;
		source_error(source, where,
			"filter: expected kernel extents of 1 or more, got 0 on axis D%d",
			i + 1);
		return false;
	}
	return true;
}

/* Sets the groups and their channels. */
static bool
set_channels(const struct operation *operation, const struct tensorflow_layout *layout,
	enum kind kind, struct window_plan *window, struct source *source)
{
	const int64_t *filter = operation->input[INPUT_FILTER]->shape + layout->naxis;
	int64_t channels = operation->input[INPUT_INPUT]->shape[layout->channel];
	const struct place *where = operation->input_where[INPUT_FILTER];
	bool depthwise = kind == KIND_DEPTHWISE;

	if (filter[0] != channels && (kind != KIND_GROUPED || !filter[0] || !channels ||
					     channels % filter[0])) {
		source_error(source, where,
			"filter: expected %" PRId64
			", the channels of input%s, as %s extent, got %" PRId64,
			channels, kind == KIND_GROUPED ? ", or a divisor of it" : "",
			layout->naxis == 2 ? "third" : "fourth", filter[0]);
		return false;
	}
	window->ic = depthwise ? 1 : filter[0];
	window->group = depthwise ? channels : filter[0] ? channels / filter[0] : 1;
	if (!depthwise && filter[1] % window->group) {
		source_error(source, where,
			"filter: expected a multiple of the groups, %" PRId64
			", as output channels, got %" PRId64,
			window->group, filter[1]);
		return false;
	}
	window->oc = depthwise ? filter[1] : filter[1] / window->group;
	return true;
}

static bool
plan_filter(const struct operation *operation, struct plan *plan, enum kind kind,
	int naxis, struct source *source, struct arena *arena)
{
	const struct tensor *filter = operation->input[INPUT_FILTER];
	struct window_plan *window = &plan->u.window;
	struct tensorflow_layout layout;
	int64_t channels;

	plan_begin(plan, PLAN_WINDOW, operation, arena);
	plan->weights = plan_add_operand(plan, operation, INPUT_FILTER);
	window->reduction = &reduce_conv;
	if (!tensorflow_layout_read(operation, naxis, &layout, source, arena) ||
		!check_filter(operation, &layout, source) ||
		!set_channels(operation, &layout, kind, window, source) ||
		!tensorflow_window_resolve(
			operation, &layout, filter->shape, window, source, arena))
		return false;
	conv_set_channels(plan, window->group, window->ic, window->oc, arena);
	if (!tensorflow_window_output(plan, operation, &layout, source, arena))
		return false;
	channels = window->group * window->oc;
	window->weights = (struct weight_steps){
		.channel = 1, .input = channels, .tap = channels * window->ic};
	return true;
}

static bool
plan_conv_2d(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return plan_filter(operation, plan, KIND_GROUPED, 2, source, arena);
}

static bool
plan_depthwise(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return plan_filter(operation, plan, KIND_DEPTHWISE, 2, source, arena);
}

static bool
plan_conv_3d(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return plan_filter(operation, plan, KIND_WHOLE, 3, source, arena);
}

const struct op op_tensorflow_conv_2d = {
	.name = "Conv2D",
	.domain = "tensorflow",
	.default_domain = true,
	.has_opset = false,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = tensorflow_window_dtypes,
	.summary = "the cross-correlation of planes with the filter",
	.plan = plan_conv_2d,
};

const struct op op_tensorflow_depthwise_conv_2d = {
	.name = "DepthwiseConv2dNative",
	.domain = "tensorflow",
	.default_domain = true,
	.has_opset = false,
	.version = versions,
	.input = depthwise_inputs,
	.output = OUTPUT("output"),
	.attribute = depthwise_attributes,
	.dtype = tensorflow_window_dtypes,
	.summary = "the cross-correlation of each channel with filters of its own",
	.plan = plan_depthwise,
};

const struct op op_tensorflow_conv_3d = {
	.name = "Conv3D",
	.domain = "tensorflow",
	.default_domain = true,
	.has_opset = false,
	.version = versions,
	.input = volume_inputs,
	.output = OUTPUT("output"),
	.attribute = volume_attributes,
	.dtype = tensorflow_window_dtypes,
	.summary = "the cross-correlation of volumes with the filter",
	.plan = plan_conv_3d,
};
