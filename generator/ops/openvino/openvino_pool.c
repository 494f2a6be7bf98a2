/* OpenVINO's AvgPool, versions 1, 14 and 16, and MaxPool, versions 1, 8 and 14: the pools
   of ONNX in other words. The documents take any floating-point or integer type; averages
   of integers and maxima of 64-bit ones are left out. What they leave open is as
   OpenVINO's reference implementation has it:

   - AvgPool without exclude-pad, but with pads, divides by all taps of the kernel, those
     beyond the end padding too; without any pads it counts the elements of data. A
     window without an element is 0.
   - The indices of MaxPool count the elements of data from its dimension `axis` on. */

#include "ops/common/parts.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/reductions.h"
#include "ops/op.h"
#include "ops/openvino/openvino_window.h"

/* clang-format off */
static const char *const rounding_choice[] = {"floor", "ceil", NULL};
static const char *const rounding_choice_14[] = {"floor", "ceil", "ceil_torch", NULL};
static const char *const index_choice[] = {"i64", "i32", NULL};

#define KERNEL \
	{"kernel", ATTRIBUTE_INTS, 1, LATEST, true, 1, LENGTH_LIMIT, NULL, NULL, \
	 "extents of the window, one for each spatial axis"}
#define DILATIONS(since) \
	{"dilations", ATTRIBUTE_INTS, since, LATEST, false, 1, LENGTH_LIMIT, "1 each", NULL, \
	 "distance of a window's taps, one for each spatial axis"}
#define ROUNDING \
	{"rounding_type", ATTRIBUTE_STRING, 1, 13, false, 0, 0, "floor", rounding_choice, \
	 "how the output extents are rounded"}, \
	{"rounding_type", ATTRIBUTE_STRING, 14, LATEST, false, 0, 0, "floor", rounding_choice_14, \
	 "how the output extents are rounded; ceil_torch drops a window that begins in the end padding"}

static const struct attribute_rule average_attributes[] = {
	OPENVINO_AUTO_PAD,
	DILATIONS(16),
	{"exclude-pad", ATTRIBUTE_INT, 1, LATEST, true, 0, 1, NULL, NULL,
	 "0: the divisor counts padding"},
	KERNEL,
	OPENVINO_PADS_BEGIN,
	OPENVINO_PADS_END,
	ROUNDING,
	OPENVINO_STRIDES,
	{.name = NULL},
};

static const struct attribute_rule max_attributes[] = {
	OPENVINO_AUTO_PAD,
	{"axis", ATTRIBUTE_INT, 8, LATEST, false, -MAX_RANK, MAX_RANK - 1, "0", NULL,
	 "the first dimension that indices count, from the end if negative"},
	DILATIONS(8),
	{"index_element_type", ATTRIBUTE_STRING, 8, LATEST, false, 0, 0, "i64", index_choice,
	 "type of the indices"},
	KERNEL,
	OPENVINO_PADS_BEGIN,
	OPENVINO_PADS_END,
	ROUNDING,
	OPENVINO_STRIDES,
	{.name = NULL},
};

static const struct dtype_rule max_dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 1},
	{DTYPE_INT8, 1},    {DTYPE_INT16, 1},   {DTYPE_INT32, 1},   {DTYPE_UINT8, 1},
	{DTYPE_UINT16, 1},  {DTYPE_UINT32, 1},  {DTYPE_NONE, 0},
};
/* clang-format on */

static const int average_versions[] = {1, 14, 16, 0};
static const int max_versions[] = {1, 8, 14, 0};

static const struct input_rule inputs[] = {
	{"data", .summary = "[N, C, D1, ...]"},
	{.name = NULL},
};

static const struct output_rule max_outputs[] = {
	{"output", .summary = "[N, C, D1, ...]"},
	[OUTPUT_PLACES] = {"indices", .own_dtype = true, .optional = true, .since = 8,
		.summary = "output's shape, int64 or int32: the place in data of each "
			   "element"},
	{.name = NULL},
};

/* Reads and resolves the axes. */
static bool
resolve(const struct operation *operation, struct window_plan *window,
	struct source *source, struct arena *arena)
{
	struct window_request request;
	bool has_pads = false;

	if (!openvino_window_naxis(operation, &window->naxis, source) ||
		!openvino_window_read(
			operation, NULL, window->naxis, &request, source, arena))
		return false;
	for (int i = 0; i < window->naxis; i++)
		has_pads |= request.axis[i].pad_begin || request.axis[i].pad_end;
	for (int i = 0; i < window->naxis; i++)
		if (request.axis[i].ceil_mode && window->count_include_pad && has_pads)
			request.axis[i].ceil_mode |= CEIL_PADS_OVERHANG;
	return window_resolve_request(operation, &request, window, source, arena);
}

static bool
plan_average(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct window_plan *window = &plan->u.window;

	plan_begin(plan, PLAN_WINDOW, operation, arena);
	window->reduction = &reduce_average;
	window->count_include_pad = !operation_int(operation, "exclude-pad", 0);
	plan_add_detail(plan,
		window->count_include_pad ? "exclude-pad 0" : "exclude-pad 1", arena);
	return resolve(operation, window, source, arena) &&
	       plan_resolved_pool(plan, operation, source, arena);
}

/* The elements of data that indices count: those from dimension `axis` on. */
static bool
read_axis(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct operand *src = plan->src;
	int64_t axis = operation_int(operation, "axis", 0), n = 1;

	if (axis < -src->rank || axis >= src->rank) {
		source_error(source, operation_attribute(operation, "axis")->where,
			"axis: expected a dimension of data, from %d to %d, got %" PRId64,
			-src->rank, src->rank - 1, axis);
		return false;
	}
	axis += axis < 0 ? src->rank : 0;
	for (int64_t i = axis; i < src->rank; i++)
		n *= src->shape[i];
	if (n > 1 && n < src->nelement)
		plan_add_detail(plan, arena_format(arena, "axis %" PRId64, axis), arena);
	plan->u.window.place_period = n;
	return true;
}

static bool
read_index_type(
	const struct operation *operation, struct plan *plan, struct source *source)
{
	const char *word = operation_string(operation, "index_element_type", "i64");
	int64_t n = plan->u.window.place_period;

	operand_set_dtype(
		&plan->more[0], strcmp(word, "i64") ? DTYPE_INT32 : DTYPE_INT64);
	if (plan->more[0].dtype == DTYPE_INT64 || n - 1 <= INT32_MAX)
		return true;
	source_error(source, operation_attribute(operation, "index_element_type")->where,
		"index_element_type: i32 cannot count the %" PRId64 " elements of data",
		n);
	return false;
}

static bool
plan_max(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	plan_begin(plan, PLAN_WINDOW, operation, arena);
	plan->u.window.reduction = &reduce_max;
	if (!resolve(operation, &plan->u.window, source, arena) ||
		!plan_resolved_pool(plan, operation, source, arena))
		return false;
	if (!operation->output[OUTPUT_PLACES])
		return true;
	return read_axis(operation, plan, source, arena) &&
	       read_index_type(operation, plan, source);
}

const struct op op_openvino_avg_pool = {
	.name = "AvgPool",
	.domain = "openvino",
	.default_domain = true,
	.has_opset = true,
	.version = average_versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = average_attributes,
	.dtype = openvino_window_dtypes,
	.layouts = true,
	.summary = "the mean of each window",
	.plan = plan_average,
};

const struct op op_openvino_max_pool = {
	.name = "MaxPool",
	.domain = "openvino",
	.default_domain = false,
	.has_opset = true,
	.version = max_versions,
	.input = inputs,
	.output = max_outputs,
	.attribute = max_attributes,
	.dtype = max_dtypes,
	.layouts = true,
	.summary = "the largest element of each window",
	.plan = plan_max,
};
