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

void
stretch_contents(struct step *step, const struct stretch *stretch)
{
	const struct contents *contents = step_contents(step, 0);
	struct contents result = {.count = 0};

	if (!contents)
		return;
	result.real = contents->real;
	for (int64_t i = 0; i < stretch->count; i++) {
		/* Only where count is 1 may step be larger than the axis. */
		int64_t at = stretch->first + (i ? i * stretch->step : 0);

		contents_add_from(&result, contents, (size_t)at);
	}
	step_set_contents(step, 0, &result);
}
