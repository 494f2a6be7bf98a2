#include "ops/shape/slice_range.h"

#include <inttypes.h>

#include "diag/source.h"

/* A bound on an axis of that extent, clamped; negative ones count from the end. */
static int64_t
clamp(int64_t place, int64_t extent, int64_t low, int64_t high)
{
	if (place < 0)
		place = place < -extent ? low : place + extent;
	return place < low ? low : place > high ? high : place;
}

struct slice_range
slice_range_of(int64_t extent, int64_t start, int64_t end, int64_t step)
{
	struct slice_range stretch = {.step = step};
	int64_t distance;

	if (step > 0) {
		stretch.first = clamp(start, extent, 0, extent);
		distance = clamp(end, extent, 0, extent) - stretch.first;
	} else {
		stretch.first = clamp(start, extent, 0, extent - 1);
		distance = stretch.first - clamp(end, extent, -1, extent - 1);
		step = step == INT64_MIN ? INT64_MAX : -step;
	}
	stretch.count = distance <= 0 ? 0 : (distance - 1) / step + 1;
	return stretch;
}

void
slice_check_end(struct source *source, const struct place *where, const char *name,
	int64_t end, int64_t step)
{
	if (step < 0 && (end == INT32_MAX || end == INT64_MAX))
		source_warning(source, where,
			"%s: %" PRId64 " with a step of %" PRId64
			" takes nothing; to end with the first element, say %" PRId64,
			name, end, step, -end - 1);
}

void
slice_as_tensorflow(int64_t extent, int64_t *start, int64_t *end, int64_t step)
{
	if (step < 0 && *start < -extent)
		*start = *end = 0;
}
