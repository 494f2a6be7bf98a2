#include "infer/rules.h"

#include "infer/attributes.h"
#include "infer/frame.h"

/* The layout of a node's tensors, and the movement of its windows. */
struct layout {
	size_t rank, naxis;
	size_t channel, space; /* the axis of the channels; the first of the others */
	struct list strides, dilations, pads; /* an entry for each axis; pads: two */
	enum pad_rule rule;
};

static void
read_padding(struct step *step, struct layout *layout)
{
	struct bytes padding = step_word(step, "padding", "");

	layout->rule = PAD_NOTSET;
	if (bytes_are(padding, "SAME"))
		layout->rule = PAD_SAME_UPPER;
	else if (bytes_are(padding, "VALID"))
		layout->rule = PAD_VALID;
	else if (bytes_are(padding, "EXPLICIT"))
		frame_read_list(
			step, "explicit_paddings", 2 * layout->rank, 0, &layout->pads);
	else
		step->failed = true;
}

/* False when the attributes are impossible. */
static bool
read_layout(struct step *step, size_t rank, struct layout *layout)
{
	struct bytes format = step_word(step, "data_format", "N...C");

	*layout = (struct layout){.rank = rank, .naxis = rank - 2};
	/* NCHW_VECT_C is not followed. */
	if (rank < 3 || rank > 5 || format.size < 3 || format.size > 5) {
		step->failed = rank < 3;
		return false;
	}
	if (format.text[format.size - 1] == 'C') {
		layout->space = 1;
		layout->channel = rank - 1;
	} else {
		layout->space = 2;
		layout->channel = 1;
	}
	frame_read_list(step, "strides", rank, 1, &layout->strides);
	frame_read_list(step, "dilations", rank, 1, &layout->dilations);
	read_padding(step, layout);
	return !step->failed;
}

/* Slides a kernel over the spatial axes of dims; false when it cannot be. */
static bool
slide_all(const struct layout *layout, const int64_t *kernel, struct dims *dims)
{
	for (size_t i = 0; i < layout->naxis; i++) {
		size_t axis = layout->space + i;
		const struct axis_request request = {
			.in = dims->extent[axis],
			.kernel = kernel[i],
			.stride = list_entry(&layout->strides, axis, 1),
			.dilation = list_entry(&layout->dilations, axis, 1),
			.rule = layout->rule,
			.pad_begin = list_entry(&layout->pads, 2 * axis, 0),
			.pad_end = list_entry(&layout->pads, 2 * axis + 1, 0),
		};

		if (!slide(&request, &dims->extent[axis]))
			return false;
	}
	return true;
}

void
infer_tensorflow_conv(struct step *step)
{
	bool depthwise = step->rule->detail != 0;
	struct dims dims, weights;
	struct layout layout;
	int64_t *channels;

	/* The filter is [spatial ..., in, out], or depthwise [..., in, times]. */
	if (!step_dims(step, 0, &dims) || !step_dims(step, 1, &weights) ||
		!read_layout(step, dims.rank, &layout))
		return;
	step->failed =
		weights.rank != dims.rank || !slide_all(&layout, weights.extent, &dims);
	if (step->failed)
		return;
	channels = &dims.extent[layout.channel];
	*channels = weights.extent[weights.rank - 1];
	if (depthwise &&
		!extent_multiply(weights.extent[weights.rank - 2], *channels, channels))
		step->failed = true;
	step_set(step, 0, &dims);
}

void
infer_tensorflow_pool(struct step *step)
{
	struct dims dims;
	struct layout layout;
	struct list kernel;

	if (!step_dims(step, 0, &dims) || !read_layout(step, dims.rank, &layout))
		return;
	frame_read_list(step, "ksize", dims.rank, 1, &kernel);
	step->failed = step->failed || !kernel.count ||
		       list_entry(&kernel, layout.channel, 1) != 1 ||
		       !slide_all(&layout, kernel.value + layout.space, &dims);
	step_set(step, 0, &dims);
	/* MaxPoolWithArgmax's places of the maxima. */
	step_set(step, 1, &dims);
}
