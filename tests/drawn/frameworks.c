#include "drawn/window.h"

#include <string.h>

/* Convolutions and pools of OpenVINO and TensorFlow. */

int
drawn_axes(const struct drawn *d)
{
	if (strcmp(d->op->domain, "tensorflow") != 0)
		return 0;
	return strstr(d->op->name, "3D") ? 3 : 2;
}

/* Whether the operation is one of those. */
static bool
is_op(const struct drawn *d, const char *name)
{
	return !strcmp(d->op->name, name);
}

static const char *
openvino_word(const char *auto_pad)
{
	static const char *const word[][2] = {{"NOTSET", "explicit"},
		{"SAME_UPPER", "same_upper"}, {"SAME_LOWER", "same_lower"},
		{"VALID", "valid"}};
	int i = 0;

	while (strcmp(word[i][0], auto_pad))
		i++;
	return word[i][1];
}

static void
add_rounding(struct drawn *d)
{
	static const char *const word[] = {"floor", "ceil", "ceil_torch"};

	drawn_string(d, "rounding_type", word[draw_below(d, d->version < 14 ? 2 : 3)],
		"floor");
}

void
draw_openvino(struct drawn *d, const struct window *w)
{
	int64_t data[MAX_RANK] = {w->batch, w->group * w->ic};
	int64_t filters[MAX_RANK + 1] = {w->group, w->oc, w->ic};
	int grouped = is_op(d, "GroupConvolution"), rank = 2 + w->naxis;

	for (int i = 0; i < w->naxis; i++) {
		data[2 + i] = w->in[i];
		filters[3 + i] = w->kernel[i];
	}
	drawn_input(d, "data", data, rank);
	if (w->convolves)
		drawn_weights(d, w, filters + !grouped, rank + grouped);
	drawn_string(d, "auto_pad", openvino_word(w->auto_pad), "explicit");
	drawn_ints(d, "pads_begin", w->pads, w->naxis, 0);
	drawn_ints(d, "pads_end", w->pads + w->naxis, w->naxis, 0);
	drawn_ints(d, "strides", w->stride, w->naxis, 1);
	drawn_ints(d, "dilations", w->dilation, w->naxis, 1);
	drawn_ints(d, "kernel", w->kernel, w->naxis, 0);
	add_rounding(d);
	drawn_int(d, "exclude-pad", draw_below(d, 2), 0);
	drawn_int(d, "axis", draw_between(d, -rank, rank - 1), 0);
	drawn_string(d, "index_element_type", draw_chance(d, 50) ? "i64" : "i32", "i64");
}

/* A list with `other` for the batch and the channels. */
static void
add_list(struct drawn *d, const struct window *w, const char *name, const int64_t *value,
	bool last)
{
	int64_t all[MAX_RANK] = {1};

	all[last ? 1 + w->naxis : 1] = 1;
	for (int i = 0; i < w->naxis; i++)
		all[(last ? 1 : 2) + i] = value[i];
	drawn_ints(d, name, all, 2 + w->naxis, 1);
}

static void
add_padding(struct drawn *d, const struct window *w, bool last)
{
	int64_t pads[2 * MAX_RANK] = {0};

	if (strcmp(w->auto_pad, "NOTSET") != 0) {
		drawn_string(d, "padding",
			strcmp(w->auto_pad, "VALID") ? "SAME" : "VALID", "");
		return;
	}
	for (int i = 0; i < w->naxis; i++) {
		pads[2 * ((last ? 1 : 2) + i)] = w->pads[i];
		pads[2 * ((last ? 1 : 2) + i) + 1] = w->pads[w->naxis + i];
	}
	drawn_string(d, "padding", "EXPLICIT", "");
	drawn_ints(d, "explicit_paddings", pads, 2 * (2 + w->naxis), -1);
}

void
draw_tensorflow(struct drawn *d, const struct window *w)
{
	bool last = draw_chance(d, w->plain ? 10 : 60);
	bool depthwise = is_op(d, "DepthwiseConv2dNative");
	int64_t input[MAX_RANK] = {w->batch}, filter[MAX_RANK];
	const char *first = w->naxis == 3 ? "NDHWC" : "NHWC";
	const char *second = w->naxis == 3 ? "NCDHW" : "NCHW";

	input[last ? 1 + w->naxis : 1] = w->group * w->ic;
	for (int i = 0; i < w->naxis; i++) {
		input[(last ? 1 : 2) + i] = w->in[i];
		filter[i] = w->kernel[i];
	}
	filter[w->naxis] = depthwise ? w->group : w->ic;
	filter[w->naxis + 1] = depthwise ? w->oc : w->group * w->oc;
	drawn_input(d, d->op->input[0].name, input, 2 + w->naxis);
	if (w->convolves)
		drawn_weights(d, w, filter, 2 + w->naxis);
	drawn_string(d, "data_format", last ? first : second, first);
	add_list(d, w, "strides", w->stride, last);
	add_list(d, w, "dilations", w->dilation, last);
	add_list(d, w, "ksize", w->kernel, last);
	add_padding(d, w, last);
}
