#include "infer/rules.h"

#include "infer/attributes.h"
#include "infer/slice_range.h"
#include "ops/shape/strided.h"

/* The lists of a Slice; starts, ends known. */
struct slices {
	struct list starts, ends, axes, steps;
	bool has_axes, has_steps;
};

/* The input that lists the axes: in ONNX's Slice it comes before the steps, in OpenVINO's
   after. */
static size_t
axes_place(const struct step *step)
{
	return step->rule->detail ? 4 : 3;
}

/* False if a list is unknown. */
static bool
read_slices(struct step *step, struct slices *slices)
{
	size_t place = axes_place(step);
	enum list_status axes = step_list(step, "axes", place, &slices->axes);
	enum list_status steps = step_list(step, "steps", 7 - place, &slices->steps);

	slices->has_axes = axes == LIST_KNOWN;
	slices->has_steps = steps == LIST_KNOWN;
	return step_list(step, "starts", 1, &slices->starts) == LIST_KNOWN &&
	       step_list(step, "ends", 2, &slices->ends) == LIST_KNOWN &&
	       axes != LIST_UNKNOWN && steps != LIST_UNKNOWN;
}

static bool
counts_fit(const struct slices *slices)
{
	size_t count = slices->starts.count;

	return slices->ends.count == count &&
	       (!slices->has_axes || slices->axes.count == count) &&
	       (!slices->has_steps || slices->steps.count == count);
}

/* Only the axes that are not sliced are known. */
static void
set_unsliced(struct step *step, struct dims *dims)
{
	struct list axes;
	enum list_status status = step_list(step, "axes", axes_place(step), &axes);
	bool some = status == LIST_KNOWN;

	for (size_t i = 0; i < (some ? axes.count : dims->rank); i++) {
		size_t place = i;

		if (some && !step_axis(step, axes.value[i], dims->rank, &place))
			return;
		dims->extent[place] = UNKNOWN;
	}
	step_set(step, 0, dims);
}

/* The axes that the entries are of; false if one is none, or takes steps of 0. */
static bool
find_axes(struct step *step, const struct slices *slices, size_t rank, int *axis)
{
	for (size_t i = 0; i < slices->starts.count && !step->failed; i++) {
		int64_t named = slices->has_axes ? slices->axes.value[i] : (int64_t)i;
		size_t place;

		step->failed = i == KNOWN_RANK || !axis_place(named, rank, &place) ||
			       (slices->has_steps && slices->steps.value[i] == 0);
		if (!step->failed)
			axis[i] = (int)place;
	}
	return !step->failed;
}

void
infer_slice(struct step *step)
{
	struct slices slices;
	struct slice_entries entries;
	struct slice_range part[KNOWN_RANK];
	int axis[KNOWN_RANK];
	struct dims src, dst;

	if (!step_dims(step, 0, &src))
		return;
	if (!read_slices(step, &slices)) {
		set_unsliced(step, &src);
		return;
	}
	step->failed = step->failed || !counts_fit(&slices);
	if (!find_axes(step, &slices, src.rank, axis))
		return;
	entries = (struct slice_entries){.n = slices.starts.count,
		.begin = slices.starts.value,
		.end = slices.ends.value,
		.step = slices.has_steps ? slices.steps.value : NULL};
	shape_slice(&src, &entries, axis, part, &dst);
	step_set(step, 0, &dst);
	slice_range_contents(step, &src, part);
}

/* TensorFlow's Slice: begin and size, -1 for all that is left. */
void
infer_tensorflow_slice(struct step *step)
{
	struct list begin, size;
	struct slice_range part[KNOWN_RANK];
	struct dims src, dst = {.rank = 0};

	if (!step_dims(step, 0, &src) || step_list(step, NULL, 1, &begin) != LIST_KNOWN ||
		step_list(step, NULL, 2, &size) != LIST_KNOWN)
		return;
	step->failed = begin.count != src.rank || size.count != src.rank;
	for (size_t i = 0; i < src.rank && !step->failed; i++) {
		int64_t extent = src.extent[i], first = begin.value[i];
		int64_t count = size.value[i];

		if (extent != UNKNOWN) {
			step->failed =
				first < 0 || first > extent || count > extent - first;
			if (count == UNKNOWN)
				count = extent - first;
		}
		part[i] = (struct slice_range){first, count, 1};
		step->failed = step->failed || !dims_add(&dst, count);
	}
	step_set(step, 0, &dst);
	if (!step->failed)
		slice_range_contents(step, &src, part);
}
