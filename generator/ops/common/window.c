#include "ops/common/window.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "diag/source.h"
#include "ops/common/axis.h"
#include "ops/op.h"
#include "ops/operation.h"
#include "plan/reduction.h"

/* The state of window_resolve. */
struct resolution {
	const struct operation *operation;
	struct window_plan *window;
	struct window_request request;
	struct source *source;
	struct arena *arena;
};

const int64_t *
window_list(const struct operation *operation, const char *name, int nwanted,
	const char *meaning, struct source *source)
{
	const struct attribute *attribute = operation_attribute(operation, name);

	if (!attribute || attribute->nint == (size_t)nwanted)
		return attribute ? attribute->ints : NULL;
	source_error(source, attribute->where, "%s: expected %d value%s, %s, got %zu",
		name, nwanted, nwanted == 1 ? "" : "s", meaning, attribute->nint);
	return NULL;
}

static const int64_t *
list_of(const struct resolution *resolution, const char *name, int nwanted)
{
	return window_list(resolution->operation, name, nwanted,
		strcmp(name, "pads")
			? "one for each spatial axis"
			: "the begin of each spatial axis, then the end of each",
		resolution->source);
}

/* Conv's weights and its kernel_shape, if given, must agree. */
static void
read_kernel(struct resolution *resolution, const int64_t *kernel)
{
	int naxis = resolution->window->naxis;
	const int64_t *given = list_of(resolution, "kernel_shape", naxis);

	for (int i = 0; i < naxis; i++) {
		resolution->request.axis[i].kernel = kernel  ? kernel[i]
						     : given ? given[i]
							     : 1;
		if (!kernel || !given || kernel[i] == given[i])
			continue;
		source_error(resolution->source,
			place_entry(
				operation_attribute(resolution->operation, "kernel_shape")
					->where,
				(size_t)i, resolution->arena),
			"kernel_shape: expected %" PRId64 ", as W has, got %" PRId64,
			kernel[i], given[i]);
	}
}

/* auto_pad and pads, which exclude each other. */
static void
read_pads(struct resolution *resolution)
{
	const struct operation *operation = resolution->operation;
	const char *name = operation_string(operation, "auto_pad", "NOTSET");
	const struct attribute *pads = operation_attribute(operation, "pads");
	int naxis = resolution->window->naxis;
	const int64_t *pad = list_of(resolution, "pads", 2 * naxis);
	enum pad_rule rule = PAD_NOTSET;

	while (strcmp(pad_rule_name[rule], name))
		rule++;
	if (pads && rule != PAD_NOTSET)
		source_error(resolution->source, pads->where,
			"pads: cannot be given together with auto_pad %s", name);
	for (int i = 0; i < naxis; i++) {
		struct axis_request *request = &resolution->request.axis[i];

		request->rule = rule;
		request->pad_begin = pad ? pad[i] : 0;
		request->pad_end = pad ? pad[naxis + i] : 0;
	}
}

static void
read_requests(struct resolution *resolution, const int64_t *kernel)
{
	const struct operation *operation = resolution->operation;
	int naxis = resolution->window->naxis;
	const int64_t *stride = list_of(resolution, "strides", naxis);
	const int64_t *dilation = list_of(resolution, "dilations", naxis);

	read_kernel(resolution, kernel);
	read_pads(resolution);
	for (int i = 0; i < naxis; i++) {
		struct axis_request *request = &resolution->request.axis[i];

		request->in = operation->input[0]->shape[2 + i];
		request->stride = stride ? stride[i] : 1;
		request->dilation = dilation ? dilation[i] : 1;
		request->ceil_mode = operation_int(operation, "ceil_mode", 0) != 0;
	}
}

/* The words and places for messages. */
static void
set_places(struct resolution *resolution)
{
	const struct operation *operation = resolution->operation;
	struct window_request *request = &resolution->request;
	const struct attribute *shape = operation_attribute(operation, "kernel_shape");
	const struct attribute *ceil_mode = operation_attribute(operation, "ceil_mode");

	request->kernel = "kernel_shape";
	for (int i = 0; i < resolution->window->naxis; i++)
		request->kernel_where[i] =
			shape ? place_entry(shape->where, (size_t)i, resolution->arena)
			      : operation->input_where[1];
	request->rounding = "ceil_mode";
	request->rounding_where = ceil_mode ? ceil_mode->where : NULL;
	request->is_empty =
		!operation->input[0]->shape[0] || !operation->input[0]->shape[1];
}

static void
resolve_axis(struct resolution *resolution, int index)
{
	struct axis *axis = &resolution->window->axis[index];
	const struct window_request *request = &resolution->request;
	enum axis_status status = axis_resolve(&request->axis[index], axis);
	const struct place *where = resolution->request.kernel_where[index];

	switch (status) {
	case AXIS_RESOLVED:
		break;
	case AXIS_KERNEL_TOO_LARGE:
		source_error(resolution->source, where,
			"%s: the kernel covers %" PRId64
			" on axis D%d, more than the padded input, %" PRId64,
			request->kernel, (axis->kernel - 1) * axis->dilation + 1,
			index + 1, axis->in + axis->pad_begin + axis->pad_end);
		break;
	case AXIS_NO_WINDOW:
		source_error(resolution->source, request->rounding_where,
			"%s: the only window on axis D%d would begin in the end padding",
			request->rounding, index + 1);
		break;
	case AXIS_OVERFLOW:
		source_error(resolution->source, where,
			"%s: the padded input or the dilated kernel on axis D%d is "
			"longer than %" PRId64,
			request->kernel, index + 1, LENGTH_LIMIT);
		break;
	}
}

static void
resolve_spans(struct resolution *resolution, int index)
{
	struct window_plan *window = resolution->window;
	enum counted counted = COUNTED_NOTHING;

	if (window->reduction->counts)
		counted = window->count_include_pad ? COUNTED_PADDED : COUNTED_REAL;
	if (!axis_find_spans(&window->axis[index], counted, resolution->arena))
		source_error(resolution->source, resolution->request.kernel_where[index],
			"%s: more than %d distinct windows on axis D%d",
			resolution->request.kernel, MAX_SPAN, index + 1);
}

/* Taps are numbered, and those that an average counts are multiplied, over all axes. */
static void
check_taps(struct resolution *resolution)
{
	const struct window_plan *window = resolution->window;
	int64_t taps = 1;

	for (int i = 0; i < window->naxis; i++) {
		if (!mul_overflows(taps, window->axis[i].kernel, &taps) &&
			taps < LENGTH_LIMIT)
			continue;
		source_error(resolution->source, resolution->request.kernel_where[i],
			"%s: the kernel has more taps than %" PRId64,
			resolution->request.kernel, LENGTH_LIMIT);
		return;
	}
}

/* Under VALID the documents ignore ceil_mode, but onnxruntime does not. */
static void
warn_ignored_ceil_mode(const struct resolution *resolution, int index)
{
	struct axis_request request = resolution->request.axis[index];
	const struct axis *axis = &resolution->window->axis[index];
	struct axis rounded;

	if (request.rule != PAD_VALID || !request.ceil_mode)
		return;
	request.rule = PAD_NOTSET;
	request.pad_begin = request.pad_end = 0;
	if (axis_resolve(&request, &rounded) == AXIS_RESOLVED && rounded.out != axis->out)
		source_warning(resolution->source,
			operation_attribute(resolution->operation, "ceil_mode")->where,
			"ceil_mode: ignored under auto_pad VALID; axis D%d comes to "
			"%" PRId64 ", not %" PRId64,
			index + 1, axis->out, rounded.out);
}

/* Warns once of windows that read nothing. */
static void
warn_empty(const struct resolution *resolution, int index)
{
	const struct axis *axis = &resolution->window->axis[index];

	for (size_t i = 0; i < axis->nspan; i++) {
		if (axis->span[i].ntap)
			continue;
		source_warning(resolution->source,
			resolution->request.kernel_where[index],
			"%s: windows on axis D%d hold no input element; %s",
			resolution->request.kernel, index + 1,
			resolution->window->reduction->empty);
		return;
	}
}

static bool
is_empty(const struct resolution *resolution)
{
	const struct window_plan *window = resolution->window;

	for (int i = 0; i < window->naxis; i++)
		if (!window->axis[i].out)
			return true;
	return resolution->request.is_empty;
}

/* Resolves the axes that resolution->request asks for. */
static bool
resolve(struct resolution *resolution)
{
	struct window_plan *window = resolution->window;
	size_t nerror = resolution->source->nerror;

	for (int i = 0; i < window->naxis; i++)
		resolve_axis(resolution, i);
	if (resolution->source->nerror > nerror)
		return false;
	check_taps(resolution);
	for (int i = 0; i < window->naxis; i++)
		resolve_spans(resolution, i);
	if (resolution->source->nerror > nerror)
		return false;
	for (int i = 0; i < window->naxis && !is_empty(resolution); i++)
		if (window->reduction->empty)
			warn_empty(resolution, i);
	return true;
}

bool
window_resolve_request(const struct operation *operation,
	const struct window_request *request, struct window_plan *window,
	struct source *source, struct arena *arena)
{
	struct resolution resolution = {operation, window, *request, source, arena};

	return resolve(&resolution);
}

bool
window_resolve(const struct operation *operation, const int64_t *kernel,
	struct window_plan *window, struct source *source, struct arena *arena)
{
	struct resolution resolution = {.operation = operation,
		.window = window,
		.source = source,
		.arena = arena};
	size_t nerror = source->nerror;
	int rank = operation->input[0]->rank;

	if (rank < 3) {
		source_error(source, operation->input_where[0],
			"%s: expected 3 dimensions or more, [N, C, D1, ...], got %d",
			operation->input_name[0], rank);
		return false;
	}
	window->naxis = rank - 2;
	set_places(&resolution);
	read_requests(&resolution, kernel);
	if (source->nerror > nerror || !resolve(&resolution))
		return false;
	for (int i = 0; i < window->naxis && !is_empty(&resolution); i++)
		warn_ignored_ceil_mode(&resolution, i);
	return true;
}
