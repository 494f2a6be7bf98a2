#include "shapes/rules.h"

#include "shapes/stretch.h"

/* The lists of a Slice; starts, ends known. */
struct slices {
	struct list starts, ends, axes, steps;
	bool has_axes, has_steps;
};

/* False when a list is not known. */
static bool
read_slices(struct step *step, struct slices *slices)
{
	enum list_status axes = step_list(step, "axes", 3, &slices->axes);
	enum list_status steps = step_list(step, "steps", 4, &slices->steps);

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
	enum list_status status = step_list(step, "axes", 3, &axes);
	bool some = status == LIST_KNOWN;

	for (size_t i = 0; i < (some ? axes.count : dims->rank); i++) {
		size_t place = i;

		if (some && !step_axis(step, axes.value[i], dims->rank, &place))
			return;
		dims->extent[place] = UNKNOWN;
	}
	step_set(step, 0, dims);
}

void
infer_slice(struct step *step)
{
	struct slices slices;
	struct stretch stretch = {.count = 0};
	struct dims dims;

	if (!step_dims(step, 0, &dims))
		return;
	if (!read_slices(step, &slices)) {
		set_unsliced(step, &dims);
		return;
	}
	step->failed = step->failed || !counts_fit(&slices);
	for (size_t i = 0; i < slices.starts.count && !step->failed; i++) {
		int64_t by = slices.has_steps ? slices.steps.value[i] : 1;
		size_t place;

		if (!step_axis(step, slices.has_axes ? slices.axes.value[i] : (int64_t)i,
			    dims.rank, &place))
			return;
		step->failed = by == 0;
		if (step->failed || dims.extent[place] == UNKNOWN)
			continue;
		stretch = stretch_of(dims.extent[place], slices.starts.value[i],
			slices.ends.value[i], by);
		dims.extent[place] = stretch.count;
	}
	step_set(step, 0, &dims);
	if (dims.rank == 1 && slices.starts.count == 1)
		stretch_contents(step, &stretch);
}

/* TensorFlow's Slice: begin and size, -1 for all that is left. */
void
infer_tensorflow_slice(struct step *step)
{
	struct list begin, size;
	struct stretch stretch = {.count = 0};
	struct dims dims;

	if (!step_dims(step, 0, &dims) ||
		step_list(step, NULL, 1, &begin) != LIST_KNOWN ||
		step_list(step, NULL, 2, &size) != LIST_KNOWN)
		return;
	step->failed = begin.count != dims.rank || size.count != dims.rank;
	for (size_t i = 0; i < dims.rank && !step->failed; i++) {
		int64_t *extent = &dims.extent[i];

		if (*extent == UNKNOWN) {
			*extent = size.value[i] < 0 ? UNKNOWN : size.value[i];
			continue;
		}
		step->failed = begin.value[i] < 0 || begin.value[i] > *extent ||
			       size.value[i] > *extent - begin.value[i];
		stretch = (struct stretch){
			.first = begin.value[i], .count = size.value[i], .step = 1};
		if (stretch.count < 0)
			stretch.count = *extent - begin.value[i];
		*extent = stretch.count;
	}
	step_set(step, 0, &dims);
	if (dims.rank == 1)
		stretch_contents(step, &stretch);
}
