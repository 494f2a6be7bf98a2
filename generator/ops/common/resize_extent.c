#include "ops/common/resize_extent.h"

#include <math.h>

#include "base/checked.h"
#include "ops/op.h"

bool
resize_by_scale(int64_t extent, double scale, int64_t *resized)
{
	float product = floorf((float)extent * (float)scale);

	if (!(scale > 0) || !(product < 0x1p59f))
		return false;
	*resized = (int64_t)product;
	return true;
}

struct size_ratio
size_ratio_of(int64_t extent, int64_t size)
{
	return extent ? (struct size_ratio){size, extent} : (struct size_ratio){1, 1};
}

/* Whether a / b < c / d, without products that could overflow: numbers with the same
   whole part compare as the inverses of what is left do, the other way round. */
static bool
is_less(int64_t a, int64_t b, int64_t c, int64_t d)
{
	while (a / b == c / d) {
		int64_t rest = a % b;

		a = d;
		d = b;
		b = c % a;
		c = d;
		d = rest;
		if (!b || !d)
			return b && !d;
	}
	return a / b < c / d;
}

struct size_ratio
size_ratio_kept(const struct size_ratio *ratio, size_t n, bool not_smaller)
{
	struct size_ratio kept = ratio[0];

	for (size_t i = 1; i < n; i++) {
		struct size_ratio low = not_smaller ? kept : ratio[i];
		struct size_ratio high = not_smaller ? ratio[i] : kept;

		if (is_less(low.resized, low.original, high.resized, high.original))
			kept = ratio[i];
	}
	return kept;
}

int64_t
resize_by_ratio(int64_t extent, struct size_ratio ratio)
{
	int64_t rest, whole;

	if (mul_overflows(extent / ratio.original, ratio.resized, &whole) ||
		whole > LENGTH_LIMIT ||
		mul_overflows(extent % ratio.original, ratio.resized, &rest) ||
		mul_overflows(2, rest, &rest))
		return LENGTH_LIMIT;
	return whole + (rest / ratio.original + 1) / 2;
}
