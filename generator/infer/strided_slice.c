#include "infer/rules.h"

#include "infer/attributes.h"
#include "infer/slice_range.h"

/* The lists of a StridedSlice, and masks with a bit for each of their entries. */
struct strides {
	bool is_tensorflow; /* not OpenVINO's */
	struct list begin, end, by;
	int64_t begin_mask, end_mask;
	int64_t ellipsis_mask; /* the entry stands for all axes that no other entry covers
				*/
	int64_t new_mask;      /* the entry inserts a new axis in the output */
	int64_t shrink_mask;   /* one element is taken, and the axis drops out */
};

static bool
has_bit(int64_t mask, size_t i)
{
	return (uint64_t)mask >> i & 1;
}

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

/* Steps of 1, if OpenVINO's input is absent. */
static bool
fill_steps(struct list *by, size_t count)
{
	by->value = by->own;
	by->count = count;
	for (size_t i = 0; i < count; i++)
		by->own[i] = 1;
	return true;
}

static bool
read_strides(struct step *step, struct strides *strides)
{
	strides->is_tensorflow = !step->rule->detail;
	strides->begin_mask = read_mask(step, "begin_mask");
	strides->end_mask = read_mask(step, "end_mask");
	strides->ellipsis_mask = read_mask(step, "ellipsis_mask");
	strides->new_mask = read_mask(step, "new_axis_mask");
	strides->shrink_mask = read_mask(step, "shrink_axis_mask");
	return !step->failed && step_list(step, NULL, 1, &strides->begin) == LIST_KNOWN &&
	       step_list(step, NULL, 2, &strides->end) == LIST_KNOWN &&
	       (step_has(step, 3) ? step_list(step, NULL, 3, &strides->by) == LIST_KNOWN
				  : fill_steps(&strides->by, strides->begin.count));
}

/* The range that entry i takes of an axis of that extent; false if it is illegal. */
static bool
take(const struct strides *strides, size_t i, int64_t extent, struct slice_range *range)
{
	int64_t begin = strides->begin.value[i], end = strides->end.value[i];
	int64_t by = strides->by.value[i];
	size_t place;

	if (by == 0 || (by < 0 && has_bit(strides->shrink_mask, i)))
		return false;
	if (has_bit(strides->shrink_mask, i)) {
		*range = (struct slice_range){.count = 1, .step = 1};
		if (extent == UNKNOWN)
			return true;
		if (!axis_place(begin, (size_t)extent, &place))
			return false;
		range->first = (int64_t)place;
		return true;
	}
	if (extent == UNKNOWN) {
		*range = (struct slice_range){.count = UNKNOWN, .step = by};
		return true;
	}
	if (has_bit(strides->begin_mask, i))
		begin = by > 0 ? 0 : INT64_MAX;
	if (has_bit(strides->end_mask, i))
		end = by > 0 ? INT64_MAX : INT64_MIN;
	if (strides->is_tensorflow)
		slice_as_tensorflow(extent, &begin, &end, by);
	*range = slice_range_of(extent, begin, end, by);
	return true;
}

/* How many axes of the input no entry names; false when there are too many entries. */
static bool
count_unnamed(const struct strides *strides, size_t rank, size_t *count)
{
	size_t named = 0, nellipsis = 0;

	for (size_t i = 0; i < strides->begin.count; i++) {
		bool ellipsis = has_bit(strides->ellipsis_mask, i);

		nellipsis += ellipsis;
		named += !ellipsis && !has_bit(strides->new_mask, i);
	}
	*count = named > rank ? 0 : rank - named;
	return named <= rank && nellipsis <= 1;
}

/* The ranges of the input's axes, and the axes of the output. */
struct slicing {
	const struct dims *src;
	size_t naxis; /* axes of src done */
	struct slice_range part[KNOWN_RANK];
	struct dims dst;
};

/* Takes the whole of the next axes. */
static bool
take_whole(struct slicing *slicing, size_t count)
{
	for (size_t end = slicing->naxis + count; slicing->naxis < end;
		slicing->naxis++) {
		int64_t extent = slicing->src->extent[slicing->naxis];

		slicing->part[slicing->naxis] =
			(struct slice_range){.count = extent, .step = 1};
		if (!dims_add(&slicing->dst, extent))
			return false;
	}
	return true;
}

/* Applies entry i; false if it is illegal. */
static bool
take_entry(struct slicing *slicing, const struct strides *strides, size_t i)
{
	size_t axis = slicing->naxis;
	struct slice_range *part = &slicing->part[axis];

	if (has_bit(strides->new_mask, i))
		return dims_add(&slicing->dst, 1);
	slicing->naxis++;
	return take(strides, i, slicing->src->extent[axis], part) &&
	       (has_bit(strides->shrink_mask, i) || dims_add(&slicing->dst, part->count));
}

void
infer_strided_slice(struct step *step)
{
	struct strides strides;
	struct dims src;
	struct slicing slicing = {.src = &src};
	size_t unnamed = 0;

	if (!step_dims(step, 0, &src) || !read_strides(step, &strides))
		return;
	step->failed = strides.end.count != strides.begin.count ||
		       strides.by.count != strides.begin.count ||
		       !count_unnamed(&strides, src.rank, &unnamed);
	for (size_t i = 0; i < strides.begin.count && !step->failed; i++)
		step->failed = has_bit(strides.ellipsis_mask, i)
				       ? !take_whole(&slicing, unnamed)
				       : !take_entry(&slicing, &strides, i);
	/* Without an ellipsis the unnamed axes are the last. */
	if (step->failed || !take_whole(&slicing, src.rank - slicing.naxis))
		return;
	step_set(step, 0, &slicing.dst);
	slice_range_contents(step, &src, slicing.part);
}
