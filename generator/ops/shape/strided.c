#include "ops/shape/strided.h"

/* An axis of an unknown extent has a range of as many elements. */
static struct slice_range
range_of(int64_t extent, int64_t begin, int64_t end, int64_t step)
{
	if (extent == UNKNOWN)
		return (struct slice_range){.count = UNKNOWN, .step = step};
	return slice_range_of(extent, begin, end, step);
}

static struct slice_range
whole(int64_t extent)
{
	return (struct slice_range){.count = extent, .step = 1};
}

void
shape_slice(const struct dims *src, const struct slice_entries *entries, const int *axis,
	struct slice_range range[KNOWN_RANK], struct dims *dst)
{
	for (size_t i = 0; i < src->rank; i++)
		range[i] = whole(src->extent[i]);
	for (size_t i = 0; i < entries->n; i++)
		range[axis[i]] = range_of(src->extent[axis[i]], entries->begin[i],
			entries->end[i], entries->step ? entries->step[i] : 1);
	dst->rank = src->rank;
	for (size_t i = 0; i < src->rank; i++)
		dst->extent[i] = range[i].count;
}

static bool
has_bit(int64_t mask, size_t i)
{
	return (uint64_t)mask >> i & 1;
}

/* Sets the next axis. */
static void
set_axis(struct sliced *s, int entry, int64_t start, int64_t end, int64_t step,
	struct slice_range range)
{
	s->entry[s->naxis] = entry;
	s->start[s->naxis] = start;
	s->end[s->naxis] = end;
	s->step[s->naxis] = step;
	s->range[s->naxis] = range;
	s->naxis++;
}

/* Takes the whole of axes up to one; false if the output has too many. */
static bool
take_whole(struct sliced *s, const struct dims *src, size_t to)
{
	while (s->naxis < to) {
		int64_t extent = src->extent[s->naxis];

		set_axis(s, -1, 0, extent, 1, whole(extent));
		if (!dims_add(&s->dst, extent))
			return false;
	}
	return true;
}

/* One element of the next axis, which drops out. */
static enum misfit_kind
take_one(struct sliced *s, int64_t extent, size_t entry, int64_t begin)
{
	size_t place = 0;

	if (extent != UNKNOWN && !axis_place(begin, (size_t)extent, &place))
		return MISFIT_EXTENT;
	set_axis(s, (int)entry, (int64_t)place, (int64_t)place + 1, 1,
		(struct slice_range){.first = (int64_t)place, .count = 1, .step = 1});
	return FITS;
}

static enum misfit_kind
take_range(struct sliced *s, int64_t extent, const struct slice_entries *entries,
	const struct slice_masks *masks, size_t i)
{
	int64_t begin = entries->begin[i], end = entries->end[i];
	int64_t step = entries->step ? entries->step[i] : 1;
	struct slice_range range;

	if (!step || (step < 0 && has_bit(masks->shrink, i)))
		return MISFIT_VALUE;
	if (has_bit(masks->shrink, i))
		return take_one(s, extent, i, begin);
	if (has_bit(masks->begin, i))
		begin = step > 0 ? 0 : INT64_MAX;
	if (has_bit(masks->end, i))
		end = step > 0 ? INT64_MAX : INT64_MIN;
	else if (extent != UNKNOWN && end > extent)
		end = extent;
	if (masks->is_tensorflow && extent != UNKNOWN)
		slice_as_tensorflow(extent, &begin, &end, step);
	range = range_of(extent, begin, end, step);
	set_axis(s, (int)i, begin, end, step, range);
	return dims_add(&s->dst, range.count) ? FITS : MISFIT_RANK;
}

/* How many axes the entries from one on name. */
static size_t
count_named(
	const struct slice_entries *entries, const struct slice_masks *masks, size_t from)
{
	size_t n = 0;

	for (size_t i = from; i < entries->n; i++)
		n += !has_bit(masks->new_axis | masks->ellipsis, i);
	return n;
}

struct misfit
shape_strided(const struct dims *src, const struct slice_entries *entries,
	const struct slice_masks *masks, struct sliced *sliced)
{
	struct misfit misfit = {.kind = FITS};
	size_t named = count_named(entries, masks, 0);

	*sliced = (struct sliced){.naxis = 0};
	if (named > src->rank || entries->n > 64)
		return (struct misfit){MISFIT_AXIS, 0};
	for (size_t i = 0; i < entries->n && !misfit.kind; i++) {
		bool fits = true;

		misfit.at = i;
		if (has_bit(masks->ellipsis, i))
			fits = take_whole(sliced, src,
				src->rank - count_named(entries, masks, i + 1));
		else if (has_bit(masks->new_axis, i))
			fits = dims_add(&sliced->dst, 1);
		else
			misfit.kind = take_range(
				sliced, src->extent[sliced->naxis], entries, masks, i);
		misfit.kind = fits ? misfit.kind : MISFIT_RANK;
	}
	if (!misfit.kind && !take_whole(sliced, src, src->rank))
		misfit.kind = MISFIT_RANK;
	return misfit;
}
