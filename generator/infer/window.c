#include "infer/rules.h"

#include "infer/attributes.h"
#include "infer/frame.h"

/* Whether the channels of the first input and of the output are their last axis. */
static bool
has_channels_last(struct step *step)
{
	return step_int(step, "channels_last", 0) != 0;
}

/* The shape of the first input, with its channels second. */
static bool
read_planes(struct step *step, struct dims *src)
{
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return false;
	*src = dims;
	for (size_t i = 1; i < dims.rank && has_channels_last(step); i++)
		src->extent[i] = dims.extent[i == 1 ? dims.rank - 1 : i - 1];
	return true;
}

/* Sets the shape of the output, given with the channels second. */
static void
set_planes(struct step *step, const struct dims *dst)
{
	struct dims dims = *dst;

	for (size_t i = 1; i < dims.rank && has_channels_last(step); i++)
		dims.extent[i] = dst->extent[i == dims.rank - 1 ? 1 : i + 1];
	step_set(step, 0, &dims);
}

/* The spatial extents of a window over src, after what dst has already. weights: the
   kernel's, or NULL. */
static void
add_windows(struct step *step, const struct dims *src, const struct dims *weights,
	const struct frame *frame, struct dims *dst)
{
	size_t naxis = src->rank - 2;

	for (size_t i = 0; i < naxis && !step->failed; i++) {
		struct axis_request request = frame_axis(frame, i, naxis);
		int64_t out;

		request.in = src->extent[2 + i];
		request.kernel = list_entry(&frame->kernel, i, UNKNOWN);
		if (request.kernel == UNKNOWN && weights)
			request.kernel = weights->extent[2 + i];
		step->failed = !slide(&request, &out) || !dims_add(dst, out);
	}
	set_planes(step, dst);
}

void
infer_conv(struct step *step)
{
	struct dims src, weights, dst = {.rank = 0};
	bool has_weights = step_dims(step, (size_t)step->rule->detail, &weights);
	struct frame frame;

	if (!read_planes(step, &src))
		return;
	if (src.rank < 3 || (has_weights && weights.rank != src.rank)) {
		step->failed = true;
		return;
	}
	if (!frame_read(step, src.rank - 2, &frame))
		return;
	dims_add(&dst, src.extent[0]);
	dims_add(&dst, has_weights ? weights.extent[0] : UNKNOWN);
	add_windows(step, &src, has_weights ? &weights : NULL, &frame, &dst);
}

/* The type is that of y_zero_point. */
void
infer_qlinear_conv(struct step *step)
{
	infer_conv(step);
	step_pass_type(step, 0, 7);
}

void
infer_pool(struct step *step)
{
	struct dims src, dst = {.rank = 0};
	struct frame frame;

	if (!read_planes(step, &src))
		return;
	if (src.rank < 3 || !step_has_attribute(step, "kernel_shape")) {
		step->failed = true;
		return;
	}
	if (!frame_read(step, src.rank - 2, &frame))
		return;
	dims_add_part(&dst, &src, 0, 2);
	add_windows(step, &src, NULL, &frame, &dst);
	/* MaxPool's places of the maxima. */
	step_set(step, 1, &dst);
	step_set_dtype(step, 1, DTYPE_INT64);
}

void
infer_global_pool(struct step *step)
{
	struct dims dims;

	if (!read_planes(step, &dims))
		return;
	step->failed = dims.rank < 3;
	for (size_t i = 2; i < dims.rank; i++)
		dims.extent[i] = 1;
	set_planes(step, &dims);
}
