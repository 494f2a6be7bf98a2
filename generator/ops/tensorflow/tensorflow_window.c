#include "ops/tensorflow/tensorflow_window.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/operation.h"

const char *const tensorflow_padding_choice[] = {"SAME", "VALID", NULL};
const char *const tensorflow_explicit_choice[] = {"SAME", "VALID", "EXPLICIT", NULL};
const char *const tensorflow_plane_choice[] = {"NHWC", "NCHW", NULL};
const char *const tensorflow_volume_choice[] = {"NDHWC", "NCDHW", NULL};

const struct dtype_rule tensorflow_window_dtypes[] = {
	{DTYPE_FLOAT32, 1},
	{DTYPE_FLOAT64, 1},
	{DTYPE_FLOAT16, 1},
	{DTYPE_BFLOAT16, 1},
	{DTYPE_NONE, 0},
};

static const char *
format_of(const struct operation *operation, int naxis)
{
	return operation_string(operation, "data_format", naxis == 3 ? "NDHWC" : "NHWC");
}

/* "[N, H, W, C]" */
static const char *
shape_of_format(const char *format, struct arena *arena)
{
	const char *text = "";

	for (; *format; format++)
		text = arena_format(arena, "%s%s%c", text, *text ? ", " : "", *format);
	return arena_format(arena, "[%s]", text);
}

bool
tensorflow_layout_read(const struct operation *operation, int naxis,
	struct tensorflow_layout *layout, struct source *source, struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	const char *format = format_of(operation, naxis);

	*layout = (struct tensorflow_layout){.naxis = naxis, .rank = 2 + naxis};
	layout->channels_last = format[1] != 'C';
	layout->channel = layout->channels_last ? 1 + naxis : 1;
	layout->space = layout->channels_last ? 1 : 2;
	if (src->rank == layout->rank)
		return true;
	source_error(source, operation->input_where[0], "%s: expected %s, got %s",
		operation->input_name[0], shape_of_format(format, arena),
		extents_text(src->shape, (size_t)src->rank, arena));
	return false;
}

/* Whether an attribute has `expected` for the batch and for the channels. each: its
   values for a dimension. */
static bool
check_others(const struct tensorflow_layout *layout, const struct attribute *attribute,
	int each, int64_t expected, struct source *source, struct arena *arena)
{
	for (int i = 0; i < each * layout->rank; i++) {
		int dimension = i / each;

		if ((dimension && dimension != layout->channel) ||
			attribute->ints[i] == expected)
			continue;
		source_error(source, place_entry(attribute->where, (size_t)i, arena),
			"%s: expected %" PRId64 " for the %s, got %" PRId64,
			attribute->name, expected, dimension ? "channels" : "batch",
			attribute->ints[i]);
		return false;
	}
	return true;
}

/* The spatial part of a list attribute; NULL if it is absent or, after a message,
   wrong. */
static const int64_t *
spatial(const struct operation *operation, const struct tensorflow_layout *layout,
	const char *name, struct source *source, struct arena *arena)
{
	const struct attribute *attribute = operation_attribute(operation, name);
	const int64_t *list = window_list(operation, name, layout->rank,
		"one for each dimension of the input", source);

	if (!list || !check_others(layout, attribute, 1, 1, source, arena))
		return NULL;
	return list + layout->space;
}

/* The pads of padding EXPLICIT, begin and end of each spatial axis. */
static const int64_t *
explicit_pads(const struct operation *operation, const struct tensorflow_layout *layout,
	struct source *source, struct arena *arena)
{
	const char *padding = operation_string(operation, "padding", "VALID");
	const struct attribute *pads =
		operation_attribute(operation, "explicit_paddings");
	bool is_explicit = !strcmp(padding, "EXPLICIT");
	const int64_t *list;

	if (!is_explicit && pads && pads->nint)
		source_error(source, pads->where,
			"explicit_paddings: cannot be given together with padding %s",
			padding);
	if (!is_explicit)
		return NULL;
	if (!pads) {
		source_error(source, operation_attribute(operation, "padding")->where,
			"padding: EXPLICIT needs explicit_paddings");
		return NULL;
	}
	list = window_list(operation, "explicit_paddings", 2 * layout->rank,
		"begin and end of each dimension of the input", source);
	if (!list || !check_others(layout, pads, 2, 0, source, arena))
		return NULL;
	return list + (ptrdiff_t)2 * layout->space;
}

static enum pad_rule
read_rule(const struct operation *operation)
{
	const char *padding = operation_string(operation, "padding", "VALID");

	/* "Same" pads are as many at the end as at the begin, or one more. */
	if (!strcmp(padding, "SAME"))
		return PAD_SAME_UPPER;
	return strcmp(padding, "VALID") ? PAD_NOTSET : PAD_VALID;
}

static void
set_places(const struct operation *operation, const struct tensorflow_layout *layout,
	bool has_filter, struct window_request *request, struct arena *arena)
{
	const struct attribute *ksize = operation_attribute(operation, "ksize");

	request->kernel = has_filter ? "filter" : "ksize";
	for (int i = 0; i < layout->naxis; i++)
		request->kernel_where[i] =
			has_filter ? operation->input_where[1]
				   : place_entry(ksize->where,
					     (size_t)(layout->space + i), arena);
}

bool
tensorflow_window_resolve(const struct operation *operation,
	const struct tensorflow_layout *layout, const int64_t *kernel,
	struct window_plan *window, struct source *source, struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	struct window_request request = {.rounding = NULL};
	size_t nerror = source->nerror;
	const int64_t *stride = spatial(operation, layout, "strides", source, arena);
	const int64_t *dilation = spatial(operation, layout, "dilations", source, arena);
	const int64_t *pads = explicit_pads(operation, layout, source, arena);
	bool has_filter = kernel != NULL;

	if (!has_filter)
		kernel = spatial(operation, layout, "ksize", source, arena);
	if (source->nerror > nerror)
		return false;
	set_places(operation, layout, has_filter, &request, arena);
	window->naxis = layout->naxis;
	request.is_empty = !src->shape[0] || !src->shape[layout->channel];
	for (int i = 0; i < layout->naxis; i++)
		request.axis[i] = (struct axis_request){
			.in = src->shape[layout->space + i],
			.kernel = kernel[i],
			.stride = stride[i],
			.dilation = dilation ? dilation[i] : 1,
			.rule = read_rule(operation),
			.pad_begin = pads ? pads[2 * i] : 0,
			.pad_end = pads ? pads[2 * i + 1] : 0,
		};
	return window_resolve_request(operation, &request, window, source, arena);
}

bool
tensorflow_window_output(struct plan *plan, const struct operation *operation,
	const struct tensorflow_layout *layout, struct source *source,
	struct arena *arena)
{
	struct window_plan *window = &plan->u.window;
	enum window_layout order = layout->channels_last ? WINDOW_NHWC : WINDOW_NCHW;
	int64_t shape[MAX_RANK] = {window->batch};

	shape[layout->channel] = window->group * window->oc;
	for (int i = 0; i < layout->naxis; i++)
		shape[layout->space + i] = window->axis[i].out;
	if (!plan_set_output(plan, operation, shape, layout->rank, source))
		return false;
	window_lay_out(window, order, order);
	window->shaped_by_layout = true;
	plan_add_detail(plan,
		arena_format(
			arena, "data_format %s", format_of(operation, layout->naxis)),
		arena);
	return true;
}
