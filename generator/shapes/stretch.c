#include "shapes/stretch.h"

/* A place on an axis of that extent, negative from its end, within bounds. */
static int64_t
clamp(int64_t place, int64_t extent, int64_t low, int64_t high)
{
	if (place < 0)
		place = place < -extent ? low : place + extent;
	return place < low ? low : place > high ? high : place;
}

struct stretch
stretch_of(int64_t extent, int64_t start, int64_t end, int64_t step)
{
	struct stretch stretch = {.step = step};
	int64_t distance;

	if (step > 0) {
		stretch.first = clamp(start, extent, 0, extent);
		distance = clamp(end, extent, 0, extent) - stretch.first;
	} else {
		stretch.first = clamp(start, extent, -1, extent - 1);
		distance = stretch.first - clamp(end, extent, -1, extent - 1);
		step = step == INT64_MIN ? INT64_MAX : -step;
	}
	stretch.count = distance <= 0 ? 0 : (distance - 1) / step + 1;
	return stretch;
}

/* The place in src of element i of the parts of its axes, row-major both. */
static size_t
place_of(size_t i, const struct dims *src, const struct stretch *part)
{
	int64_t rest = (int64_t)i, inc = 1, place = 0;

	for (size_t axis = src->rank; axis-- > 0;) {
		const struct stretch *taken = &part[axis];

		place += (taken->first + rest % taken->count * taken->step) * inc;
		rest /= taken->count;
		inc *= src->extent[axis];
	}
	return (size_t)place;
}

void
stretch_contents(struct step *step, const struct dims *src, const struct stretch *part)
{
	const struct contents *contents = step_contents(step, 0);
	struct contents result = {.count = 0};
	int64_t count = 1;

	if (!contents || !dims_concrete(src))
		return;
	for (size_t i = 0; i < src->rank; i++)
		if (!extent_multiply(count, part[i].count, &count))
			return;
	result.real = contents->real;
	for (int64_t i = 0; i < count; i++)
		contents_add_from(&result, contents, place_of((size_t)i, src, part));
	step_set_contents(step, 0, &result);
}
