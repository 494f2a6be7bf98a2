#include "ops/openvino/openvino_window.h"

#include <string.h>

#include "diag/source.h"
#include "ops/op.h"
#include "ops/operation.h"

const char *const openvino_auto_pad_choice[] = {
	"explicit", "same_upper", "same_lower", "valid", NULL};

const struct dtype_rule openvino_window_dtypes[] = {
	{DTYPE_FLOAT32, 1},
	{DTYPE_FLOAT64, 1},
	{DTYPE_FLOAT16, 1},
	{DTYPE_BFLOAT16, 1},
	{DTYPE_NONE, 0},
};

static enum pad_rule
read_rule(const struct operation *operation)
{
	/* In the order of the choices. */
	static const enum pad_rule rule[] = {
		PAD_NOTSET, PAD_SAME_UPPER, PAD_SAME_LOWER, PAD_VALID};
	const char *word = operation_string(operation, "auto_pad", "explicit");
	int i = 0;

	while (strcmp(openvino_auto_pad_choice[i], word))
		i++;
	return rule[i];
}

/* ceil keeps every window, ceil_torch those that do not begin in the end padding
   ("Shape calculation rules for Pooling Operators"). Unlike ONNX, OpenVINO rounds up
   under valid too, as Example 5 of MaxPool-1 has it; and a kernel must fit the padded
   input however the extents are rounded. */
void
openvino_window_round(const char *word, struct axis_request *request)
{
	if (!strcmp(word, "floor"))
		return;
	request->ceil_mode = CEIL | CEIL_FITS;
	if (!strcmp(word, "ceil"))
		request->ceil_mode |= CEIL_KEEPS_LAST;
	if (request->rule == PAD_VALID) {
		request->rule = PAD_NOTSET;
		request->pad_begin = request->pad_end = 0;
	}
}

/* The places that messages name. */
static void
set_places(const struct operation *operation, bool has_filters,
	struct window_request *request, struct arena *arena)
{
	const struct attribute *kernel = operation_attribute(operation, "kernel");
	const struct attribute *rounding =
		operation_attribute(operation, "rounding_type");

	request->kernel = has_filters ? "filters" : "kernel";
	for (int i = 0; i < operation->input[0]->rank - 2; i++)
		request->kernel_where[i] =
			has_filters ? operation->input_where[1]
				    : place_entry(kernel->where, (size_t)i, arena);
	request->is_empty =
		!operation->input[0]->shape[0] || !operation->input[0]->shape[1];
	request->rounding = "rounding_type";
	request->rounding_where = rounding ? rounding->where : NULL;
}

bool
openvino_window_naxis(
	const struct operation *operation, int *naxis, struct source *source)
{
	int rank = operation->input[0]->rank;

	*naxis = rank - 2;
	if (rank >= 3)
		return true;
	source_error(source, operation->input_where[0],
		"data: expected 3 dimensions or more, [N, C, D1, ...], got %d", rank);
	return false;
}

bool
openvino_window_read(const struct operation *operation, const int64_t *kernel, int naxis,
	struct window_request *request, struct source *source, struct arena *arena)
{
	static const char each[] = "one for each spatial axis";
	size_t nerror = source->nerror;
	const int64_t *stride = window_list(operation, "strides", naxis, each, source);
	const int64_t *dilation =
		window_list(operation, "dilations", naxis, each, source);
	const int64_t *begin = window_list(operation, "pads_begin", naxis, each, source);
	const int64_t *end = window_list(operation, "pads_end", naxis, each, source);
	bool has_filters = kernel != NULL;

	if (!has_filters)
		kernel = window_list(operation, "kernel", naxis, each, source);
	if (source->nerror > nerror)
		return false;
	*request = (struct window_request){.kernel = NULL};
	set_places(operation, has_filters, request, arena);
	for (int i = 0; i < naxis; i++) {
		struct axis_request *axis = &request->axis[i];

		*axis = (struct axis_request){
			.in = operation->input[0]->shape[2 + i],
			.kernel = kernel[i],
			.stride = stride[i],
			.dilation = dilation ? dilation[i] : 1,
			.rule = read_rule(operation),
			.pad_begin = begin[i],
			.pad_end = end[i],
		};
		openvino_window_round(
			operation_string(operation, "rounding_type", "floor"), axis);
	}
	return true;
}
