/* TensorFlow's AvgPool, AvgPool3D, MaxPool and MaxPool3D: the pools of ONNX, with the
   channels last or second as data_format says. Padding never counts: an average is of the
   elements inside of the input, and a maximum too. int64, which MaxPool takes too,
   and NCHW_VECT_C are left out. */

#include "ops/common/parts.h"

#include "base/arena.h"
#include "ops/common/reductions.h"
#include "ops/op.h"
#include "ops/operation.h"
#include "ops/tensorflow/tensorflow_window.h"

/* clang-format off */
static const struct attribute_rule average_attributes[] = {
	TENSORFLOW_PLANE_FORMAT,
	TENSORFLOW_KSIZE,
	TENSORFLOW_PADDING,
	TENSORFLOW_STRIDES,
	{.name = NULL},
};

static const struct attribute_rule max_attributes[] = {
	TENSORFLOW_PLANE_FORMAT,
	TENSORFLOW_KSIZE,
	TENSORFLOW_EXPLICIT,
	TENSORFLOW_STRIDES,
	{.name = NULL},
};

static const struct attribute_rule volume_attributes[] = {
	TENSORFLOW_VOLUME_FORMAT,
	TENSORFLOW_KSIZE,
	TENSORFLOW_PADDING,
	TENSORFLOW_STRIDES,
	{.name = NULL},
};

static const struct dtype_rule max_dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 1},
	{DTYPE_INT8, 1},    {DTYPE_INT16, 1},   {DTYPE_INT32, 1},   {DTYPE_UINT8, 1},
	{DTYPE_UINT16, 1},  {DTYPE_NONE, 0},
};

/* MaxPool3D has no float64. */
static const struct dtype_rule max_3d_dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 1}, {DTYPE_NONE, 0},
};
/* clang-format on */

static const int versions[] = {1, 0};

static const struct input_rule value_inputs[] = {
	{"value", .summary = "in the order of data_format"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	{"input", .summary = "in the order of data_format"},
	{.name = NULL},
};

static bool
plan_window(const struct operation *operation, struct plan *plan, int naxis,
	const struct reduction *reduction, struct source *source, struct arena *arena)
{
	struct window_plan *window = &plan->u.window;
	struct tensorflow_layout layout;

	plan_begin(plan, PLAN_WINDOW, operation, arena);
	window->reduction = reduction;
	if (!tensorflow_layout_read(operation, naxis, &layout, source, arena) ||
		!tensorflow_window_resolve(
			operation, &layout, NULL, window, source, arena))
		return false;
	window->batch = plan->src->shape[0];
	window->group = plan->src->shape[layout.channel];
	window->ic = window->oc = 1;
	return tensorflow_window_output(plan, operation, &layout, source, arena);
}

static bool
plan_average(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return plan_window(operation, plan, 2, &reduce_average, source, arena);
}

static bool
plan_average_3d(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return plan_window(operation, plan, 3, &reduce_average, source, arena);
}

static bool
plan_max(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return plan_window(operation, plan, 2, &reduce_max, source, arena);
}

static bool
plan_max_3d(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return plan_window(operation, plan, 3, &reduce_max, source, arena);
}

const struct op op_tensorflow_avg_pool = {
	.name = "AvgPool",
	.domain = "tensorflow",
	.default_domain = false,
	.has_opset = false,
	.version = versions,
	.input = value_inputs,
	.output = OUTPUT("output"),
	.attribute = average_attributes,
	.dtype = tensorflow_window_dtypes,
	.summary = "the mean of each window",
	.plan = plan_average,
};

const struct op op_tensorflow_avg_pool_3d = {
	.name = "AvgPool3D",
	.domain = "tensorflow",
	.default_domain = true,
	.has_opset = false,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = volume_attributes,
	.dtype = tensorflow_window_dtypes,
	.summary = "the mean of each window",
	.plan = plan_average_3d,
};

const struct op op_tensorflow_max_pool = {
	.name = "MaxPool",
	.domain = "tensorflow",
	.default_domain = false,
	.has_opset = false,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = max_attributes,
	.dtype = max_dtypes,
	.summary = "the largest element of each window",
	.plan = plan_max,
};

const struct op op_tensorflow_max_pool_3d = {
	.name = "MaxPool3D",
	.domain = "tensorflow",
	.default_domain = true,
	.has_opset = false,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = volume_attributes,
	.dtype = max_3d_dtypes,
	.summary = "the largest element of each window",
	.plan = plan_max_3d,
};
