#include "infer/rules.h"

#include "infer/attributes.h"
#include "infer/frame.h"
#include "ops/openvino_window.h"

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

/* Adds the spatial extents of the output. kernel: its extents. */
static void
add_windows(struct step *step, const struct dims *src, const int64_t *kernel,
	const struct sliding *sliding, struct dims *dst)
{
	for (size_t i = 0; i + 2 < src->rank && !step->failed; i++) {
		struct axis_request request = {
			.in = src->extent[2 + i],
			.kernel = kernel[i],
			.stride = list_entry(&sliding->strides, i, 1),
			.dilation = list_entry(&sliding->dilations, i, 1),
			.rule = sliding->rule,
			.pad_begin = list_entry(&sliding->begin, i, 0),
			.pad_end = list_entry(&sliding->end, i, 0),
		};
		int64_t out;

		openvino_window_round(sliding->rounding, &request);
		step->failed = !slide(&request, &out) || !dims_add(dst, out);
	}
	step_set(step, 0, dst);
}

/* The filters are [O, I, ...], or [G, O, I, ...] if grouped. */
void
infer_openvino_conv(struct step *step)
{
	size_t grouped = (size_t)step->rule->detail;
	struct dims src, filters, dst = {.rank = 0};
	struct sliding sliding;
	int64_t channels;

	if (!step_dims(step, 0, &src) || !step_dims(step, 1, &filters))
		return;
	step->failed = src.rank < 3 || filters.rank != src.rank + grouped;
	if (step->failed || !read_sliding(step, src.rank - 2, &sliding))
		return;
	channels = filters.extent[grouped];
	step->failed =
		grouped && !extent_multiply(filters.extent[0], channels, &channels);
	dims_add(&dst, src.extent[0]);
	dims_add(&dst, channels);
	add_windows(step, &src, filters.extent + grouped + 2, &sliding, &dst);
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
