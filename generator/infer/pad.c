#include "infer/rules.h"

#include "infer/attributes.h"
#include "ops/shape/moved.h"

void
infer_pad(struct step *step)
{
	/* Pad-1 spelt it otherwise. */
	const char *name = step_has_attribute(step, "paddings") ? "paddings" : "pads";
	struct list pads, axes;
	struct dims dims;
	enum list_status status = step_list(step, name, 1, &pads);
	enum list_status has_axes = step_list(step, NULL, 3, &axes);
	size_t count;

	if (!step_dims(step, 0, &dims))
		return;
	if (status == LIST_UNKNOWN || has_axes == LIST_UNKNOWN) {
		dims_forget(&dims);
		step_set(step, 0, &dims);
		return;
	}
	count = has_axes == LIST_KNOWN ? axes.count : dims.rank;
	step->failed = step->failed || status == LIST_ABSENT || pads.count != 2 * count;
	for (size_t i = 0; i < count && !step->failed; i++) {
		size_t place = i;

		if (has_axes == LIST_KNOWN &&
			!step_axis(step, axes.value[i], dims.rank, &place))
			return;
		step->failed = shape_pad(&dims.extent[place], pads.value[i],
				       pads.value[count + i]) != FITS;
	}
	step_set(step, 0, &dims);
}

/* Pairs: before, after. */
void
infer_tensorflow_pad(struct step *step)
{
	struct list pads;
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return;
	if (step_list(step, NULL, 1, &pads) != LIST_KNOWN) {
		dims_forget(&dims);
		step_set(step, 0, &dims);
		return;
	}
	step->failed = pads.count != 2 * dims.rank;
	for (size_t i = 0; i < dims.rank && !step->failed; i++)
		step->failed = shape_pad(&dims.extent[i], pads.value[2 * i],
				       pads.value[2 * i + 1]) != FITS;
	step_set(step, 0, &dims);
}

/* OpenVINO's two lists. */
void
infer_openvino_pad(struct step *step)
{
	struct list begin, end;
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return;
	if (step_list(step, NULL, 1, &begin) != LIST_KNOWN ||
		step_list(step, NULL, 2, &end) != LIST_KNOWN) {
		dims_forget(&dims);
		step_set(step, 0, &dims);
		return;
	}
	step->failed = begin.count != dims.rank || end.count != dims.rank;
	for (size_t i = 0; i < dims.rank && !step->failed; i++)
		step->failed =
			shape_pad(&dims.extent[i], begin.value[i], end.value[i]) != FITS;
	step_set(step, 0, &dims);
}
