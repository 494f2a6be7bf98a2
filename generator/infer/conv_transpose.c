#include "infer/rules.h"

#include "infer/attributes.h"
#include "infer/frame.h"

static void
add_spreads(struct step *step, const struct dims *src, const struct dims *weights,
	const struct frame *frame, struct dims *dst)
{
	size_t naxis = src->rank - 2;
	struct list output_shape, output_padding;

	frame_read_list(step, "output_shape", naxis, 0, &output_shape);
	frame_read_list(step, "output_padding", naxis, 0, &output_padding);
	for (size_t i = 0; i < naxis && !step->failed; i++) {
		struct axis_request request = frame_axis(frame, i, naxis);
		int64_t out;

		request.in = src->extent[2 + i];
		request.kernel = list_entry(&frame->kernel, i, weights->extent[2 + i]);
		step->failed = !unslide(&request, list_entry(&output_padding, i, 0),
				       list_entry(&output_shape, i, UNKNOWN), &out) ||
			       !dims_add(dst, out);
	}
	step_set(step, 0, dst);
}

void
infer_conv_transpose(struct step *step)
{
	struct dims src, weights, dst = {.rank = 0};
	struct frame frame;
	int64_t channels;

	if (!step_dims(step, 0, &src) || !step_dims(step, 1, &weights))
		return;
	if (src.rank < 3 || weights.rank != src.rank ||
		!frame_read(step, src.rank - 2, &frame) ||
		!extent_multiply(
			weights.extent[1], step_int(step, "group", 1), &channels)) {
		step->failed = true;
		return;
	}
	dims_add(&dst, src.extent[0]);
	dims_add(&dst, channels);
	add_spreads(step, &src, &weights, &frame, &dst);
}
