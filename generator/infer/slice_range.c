#include "infer/slice_range.h"

/* The index in src of element i of the sliced tensor, both row-major. */
static size_t
place_of(size_t i, const struct dims *src, const struct slice_range *part)
{
	int64_t rest = (int64_t)i, inc = 1, place = 0;

	for (size_t axis = src->rank; axis-- > 0;) {
		const struct slice_range *taken = &part[axis];

		place += (taken->first + rest % taken->count * taken->step) * inc;
		rest /= taken->count;
		inc *= src->extent[axis];
	}
	return (size_t)place;
}

void
slice_range_contents(
	struct step *step, const struct dims *src, const struct slice_range *part)
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
