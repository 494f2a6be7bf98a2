#include "infer/rules.h"

#include "infer/attributes.h"
#include "infer/frame.h"
#include "ops/openvino/openvino_window.h"

/* How the windows of an IR's layer slide, by spatial axis. */
struct sliding {
	struct list kernel, strides, dilations, begin, end;
	enum pad_rule rule;
	const char *rounding;
};

static bool
read_rule(struct step *step, enum pad_rule *rule)
{
	static const char *const name[] = {
		[PAD_NOTSET] = "explicit",
		[PAD_SAME_UPPER] = "same_upper",
		[PAD_SAME_LOWER] = "same_lower",
		[PAD_VALID] = "valid",
	};
	struct bytes word = step_word(step, "auto_pad", "explicit");

	for (int i = PAD_NOTSET; i <= PAD_VALID; i++)
		if (bytes_are(word, name[i])) {
			*rule = (enum pad_rule)i;
			return true;
		}
	return false;
}

static bool
read_rounding(struct step *step, const char **rounding)
{
	static const char *const name[] = {"floor", "ceil", "ceil_torch"};
	struct bytes word = step_word(step, "rounding_type", "floor");

	for (size_t i = 0; i < sizeof name / sizeof *name; i++)
		if (bytes_are(word, name[i])) {
			*rounding = name[i];
			return true;
		}
	return false;
}

static bool
read_sliding(struct step *step, size_t naxis, struct sliding *sliding)
{
	frame_read_list(step, "kernel", naxis, 1, &sliding->kernel);
	frame_read_list(step, "strides", naxis, 1, &sliding->strides);
	frame_read_list(step, "dilations", naxis, 1, &sliding->dilations);
	frame_read_list(step, "pads_begin", naxis, 0, &sliding->begin);
	frame_read_list(step, "pads_end", naxis, 0, &sliding->end);
	step->failed = step->failed || !read_rule(step, &sliding->rule) ||
		       !read_rounding(step, &sliding->rounding);
	return !step->failed;
}

/* What the attributes say of an axis. */
static struct axis_request
request_of(const struct sliding *sliding, size_t axis, int64_t in, int64_t kernel)
{
	return (struct axis_request){
		.in = in,
		.kernel = kernel,
		.stride = list_entry(&sliding->strides, axis, 1),
		.dilation = list_entry(&sliding->dilations, axis, 1),
		.rule = sliding->rule,
		.pad_begin = list_entry(&sliding->begin, axis, 0),
		.pad_end = list_entry(&sliding->end, axis, 0),
	};
}

/* Adds the spatial extents of the output. kernel: its extents. */
static void
add_windows(struct step *step, const struct dims *src, const int64_t *kernel,
	const struct sliding *sliding, struct dims *dst)
{
	for (size_t i = 0; i + 2 < src->rank && !step->failed; i++) {
		struct axis_request request =
			request_of(sliding, i, src->extent[2 + i], kernel[i]);
		int64_t out;

		openvino_window_round(sliding->rounding, &request);
		step->failed = !slide(&request, &out) || !dims_add(dst, out);
	}
	step_set(step, 0, dst);
}

/* Reads the operands and attributes of a convolution; false: nothing follows, or the node
   is impossible. */
static bool
begin_conv(struct step *step, struct dims *src, struct dims *filters,
	struct sliding *sliding)
{
	size_t grouped = (size_t)step->rule->detail;

	if (!step_dims(step, 0, src) || !step_dims(step, 1, filters))
		return false;
	step->failed = src->rank < 3 || filters->rank != src->rank + grouped;
	return !step->failed && read_sliding(step, src->rank - 2, sliding);
}

/* Sets the batch and the channels of the output. channel: the axis of filters that has
   those of a group. */
static void
add_channels(struct step *step, const struct dims *src, const struct dims *filters,
	size_t channel, struct dims *dst)
{
	int64_t channels = filters->extent[channel];

	if (step->rule->detail &&
		!extent_multiply(filters->extent[0], channels, &channels))
		step->failed = true;
	dims_add(dst, src->extent[0]);
	dims_add(dst, channels);
}

/* The filters are [O, I, ...], or [G, O, I, ...] if grouped. */
void
infer_openvino_conv(struct step *step)
{
	size_t grouped = (size_t)step->rule->detail;
	struct dims src, filters, dst = {.rank = 0};
	struct sliding sliding;

	if (!begin_conv(step, &src, &filters, &sliding))
		return;
	add_channels(step, &src, &filters, grouped, &dst);
	add_windows(step, &src, filters.extent + grouped + 2, &sliding, &dst);
}

/* Reads input 2, the spatial extents of the output; false: they are not known. */
static bool
read_said(struct step *step, size_t naxis, struct list *said)
{
	enum list_status status = step_list(step, NULL, 2, said);

	if (status != LIST_KNOWN) {
		said->count = 0;
		return status == LIST_ABSENT;
	}
	step->failed = step->failed || said->count != naxis;
	for (size_t i = 0; i < said->count; i++)
		step->failed = step->failed || said->value[i] < 0;
	return true;
}

/* The filters are [I, O, ...], or [G, I, O, ...] if grouped. Input 2, if there is one, is
   the spatial part of the output's shape. */
void
infer_openvino_conv_transpose(struct step *step)
{
	size_t grouped = (size_t)step->rule->detail;
	struct dims src, filters, dst = {.rank = 0};
	struct sliding sliding;
	struct list padding, said;
	bool is_open;

	if (!begin_conv(step, &src, &filters, &sliding))
		return;
	frame_read_list(step, "output_padding", src.rank - 2, 0, &padding);
	is_open = !read_said(step, src.rank - 2, &said);
	add_channels(step, &src, &filters, grouped + 1, &dst);
	for (size_t i = 0; i + 2 < src.rank && !step->failed; i++) {
		const struct axis_request request =
			request_of(&sliding, i, is_open ? UNKNOWN : src.extent[2 + i],
				filters.extent[grouped + 2 + i]);
		int64_t out;

		step->failed = !unslide(&request, list_entry(&padding, i, 0),
				       list_entry(&said, i, UNKNOWN), &out) ||
			       !dims_add(&dst, out);
	}
	step_set(step, 0, &dst);
}

void
infer_openvino_pool(struct step *step)
{
	struct dims src, dst = {.rank = 0};
	struct sliding sliding;

	if (!step_dims(step, 0, &src))
		return;
	step->failed = src.rank < 3 || !step_has_attribute(step, "kernel");
	if (step->failed || !read_sliding(step, src.rank - 2, &sliding))
		return;
	dims_add_part(&dst, &src, 0, 2);
	add_windows(step, &src, sliding.kernel.value, &sliding, &dst);
	/* The indices of MaxPool's maxima. */
	step_set(step, 1, &dst);
}
