#include "infer/rules.h"

#include "infer/attributes.h"
#include "infer/frame.h"

/* stride * (in - 1) + output_padding + (kernel - 1) * dilation + 1 - pads, which SAME
   makes stride * in. */
static bool
transpose_axis(const struct frame *frame, size_t axis, size_t naxis, int64_t in,
	int64_t kernel, int64_t output_padding, int64_t *out)
{
	int64_t stride = list_entry(&frame->strides, axis, 1), covered;
	int64_t pads = 0;

	if (in == UNKNOWN || kernel == UNKNOWN) {
		*out = UNKNOWN;
		return true;
	}
	if (frame->rule == PAD_SAME_UPPER || frame->rule == PAD_SAME_LOWER)
		return extent_multiply(in, stride, out);
	if (frame->rule == PAD_NOTSET &&
		!extent_add(list_entry(&frame->pads, axis, 0),
			list_entry(&frame->pads, naxis + axis, 0), &pads))
		return false;
	if (in < 1 || kernel < 1 ||
		!extent_multiply(
			kernel - 1, list_entry(&frame->dilations, axis, 1), &covered) ||
		!extent_multiply(in - 1, stride, out) ||
		!extent_add(*out, covered, out) ||
		!extent_add(*out, output_padding, out) || !extent_add(*out, 1, out))
		return false;
	*out -= pads;
	return *out >= 0;
}

static void
add_spreads(struct step *step, const struct dims *src, const struct dims *weights,
	const struct frame *frame, struct dims *dst)
{
	size_t naxis = src->rank - 2;
	struct list output_shape, output_padding;

	frame_read_list(step, "output_shape", naxis, 0, &output_shape);
	frame_read_list(step, "output_padding", naxis, 0, &output_padding);
	for (size_t i = 0; i < naxis && !step->failed; i++) {
		int64_t kernel = list_entry(&frame->kernel, i, weights->extent[2 + i]);
		int64_t out = list_entry(&output_shape, i, UNKNOWN);

		step->failed =
			(out == UNKNOWN &&
				!transpose_axis(frame, i, naxis, src->extent[2 + i],
					kernel, list_entry(&output_padding, i, 0),
					&out)) ||
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
