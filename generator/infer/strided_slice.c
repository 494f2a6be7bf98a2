#include "infer/rules.h"

#include "infer/attributes.h"
#include "infer/slice_range.h"
#include "ops/shape/strided.h"

/* The lists of a StridedSlice, and masks with a bit for each of their entries. */
struct strides {
	struct list begin, end, by;
	struct slice_masks masks;
};

/* A mask; OpenVINO's are lists of 0 and 1. */
static int64_t
read_mask(struct step *step, const char *name)
{
	struct list list = {.count = 0};
	int64_t mask = 0;

	if (!step->rule->detail)
		return step_int(step, name, 0);
	if (step_has_attribute(step, name))
		step_list(step, name, 0, &list);
	for (size_t i = 0; i < list.count; i++)
		mask |= (int64_t)(list.value[i] != 0) << i;
	return mask;
}

static bool
read_strides(struct step *step, struct strides *strides)
{
	strides->masks = (struct slice_masks){
		.is_tensorflow = !step->rule->detail,
		.begin = read_mask(step, "begin_mask"),
		.end = read_mask(step, "end_mask"),
		.ellipsis = read_mask(step, "ellipsis_mask"),
		.new_axis = read_mask(step, "new_axis_mask"),
		.shrink = read_mask(step, "shrink_axis_mask"),
	};
	return !step->failed && step_list(step, NULL, 1, &strides->begin) == LIST_KNOWN &&
	       step_list(step, NULL, 2, &strides->end) == LIST_KNOWN &&
	       (!step_has(step, 3) ||
		       step_list(step, NULL, 3, &strides->by) == LIST_KNOWN);
}

static bool
has_ellipses(const struct strides *strides)
{
	size_t n = 0;

	for (size_t i = 0; i < strides->begin.count && i < 64; i++)
		n += (uint64_t)strides->masks.ellipsis >> i & 1;
	return n > 1;
}

void
infer_strided_slice(struct step *step)
{
	struct strides strides;
	struct slice_entries entries;
	struct sliced sliced;
	struct dims src;
	bool has_by = step_has(step, 3);

	if (!step_dims(step, 0, &src) || !read_strides(step, &strides))
		return;
	entries = (struct slice_entries){.n = strides.begin.count,
		.begin = strides.begin.value,
		.end = strides.end.value,
		.step = has_by ? strides.by.value : NULL};
	step->failed =
		has_ellipses(&strides) || strides.end.count != entries.n ||
		(has_by && strides.by.count != entries.n) ||
		shape_strided(&src, &entries, &strides.masks, &sliced).kind != FITS;
	if (step->failed)
		return;
	step_set(step, 0, &sliced.dst);
	slice_range_contents(step, &src, sliced.range);
}
