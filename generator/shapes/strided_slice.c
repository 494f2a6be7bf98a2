#include "shapes/rules.h"

#include "shapes/stretch.h"

/* TensorFlow's StridedSlice: lists, and masks with a bit for each of their entries. */
struct strides {
	struct list begin, end, by;
	int64_t begin_mask, end_mask, shrink_mask;
};

static bool
has_bit(int64_t mask, size_t i)
{
	return (uint64_t)mask >> i & 1;
}

static bool
read_strides(struct step *step, struct strides *strides)
{
	strides->begin_mask = step_int(step, "begin_mask", 0);
	strides->end_mask = step_int(step, "end_mask", 0);
	strides->shrink_mask = step_int(step, "shrink_axis_mask", 0);
	/* An ellipsis and new axes are not followed. */
	return step_int(step, "ellipsis_mask", 0) == 0 &&
	       step_int(step, "new_axis_mask", 0) == 0 && !step->failed &&
	       step_list(step, NULL, 1, &strides->begin) == LIST_KNOWN &&
	       step_list(step, NULL, 2, &strides->end) == LIST_KNOWN &&
	       step_list(step, NULL, 3, &strides->by) == LIST_KNOWN;
}

/* What entry i takes of an axis of that extent; false when it takes nothing legal. */
static bool
take(const struct strides *strides, size_t i, int64_t extent, struct stretch *stretch)
{
	int64_t begin = strides->begin.value[i], end = strides->end.value[i];
	int64_t by = strides->by.value[i];
	size_t place;

	if (by == 0)
		return false;
	if (has_bit(strides->shrink_mask, i)) {
		*stretch = (struct stretch){.count = 1, .step = 1};
		if (extent == UNKNOWN)
			return true;
		if (!axis_place(begin, (size_t)extent, &place))
			return false;
		stretch->first = (int64_t)place;
		return true;
	}
	if (extent == UNKNOWN) {
		*stretch = (struct stretch){.count = UNKNOWN, .step = by};
		return true;
	}
	if (has_bit(strides->begin_mask, i))
		begin = by > 0 ? 0 : INT64_MAX;
	if (has_bit(strides->end_mask, i))
		end = by > 0 ? INT64_MAX : INT64_MIN;
	*stretch = stretch_of(extent, begin, end, by);
	return true;
}

void
infer_strided_slice(struct step *step)
{
	struct strides strides;
	struct stretch part[KNOWN_RANK];
	struct dims src, dst = {.rank = 0};

	if (!step_dims(step, 0, &src) || !read_strides(step, &strides))
		return;
	step->failed = strides.begin.count > src.rank ||
		       strides.end.count != strides.begin.count ||
		       strides.by.count != strides.begin.count;
	for (size_t i = 0; i < src.rank && !step->failed; i++) {
		if (i >= strides.begin.count) {
			part[i] = (struct stretch){.count = src.extent[i], .step = 1};
			dims_add(&dst, src.extent[i]);
			continue;
		}
		step->failed = !take(&strides, i, src.extent[i], &part[i]);
		if (!has_bit(strides.shrink_mask, i))
			dims_add(&dst, part[i].count);
	}
	step_set(step, 0, &dst);
	if (!step->failed)
		stretch_contents(step, &src, part);
}
