#include "ops/shape/blocked.h"

/* Divides or multiplies an extent. */
static enum misfit_kind
scale(int64_t *extent, int64_t by, bool divides)
{
	if (*extent == UNKNOWN)
		return FITS;
	if (!divides)
		return extent_multiply(*extent, by, extent) ? FITS : MISFIT_SIZE;
	if (*extent % by)
		return MISFIT_EXTENT;
	*extent /= by;
	return FITS;
}

struct misfit
shape_depth(struct dims *dims, size_t channel, size_t row, int64_t size, bool to_depth)
{
	const size_t axis[] = {row, row + 1, channel};
	struct misfit misfit = {.kind = FITS};
	int64_t area;

	if (!extent_multiply(size, size, &area))
		return (struct misfit){MISFIT_SIZE, channel};
	for (size_t i = 0; i < 3 && !misfit.kind; i++)
		misfit =
			(struct misfit){scale(&dims->extent[axis[i]], i < 2 ? size : area,
						(i < 2) == to_depth),
				axis[i]};
	return misfit;
}

enum misfit_kind
shape_cut(int64_t *extent, int64_t block, int64_t before, int64_t after)
{
	if (*extent == UNKNOWN)
		return FITS;
	if (!extent_add(*extent, before, extent) || !extent_add(*extent, after, extent))
		return MISFIT_SIZE;
	return scale(extent, block, true);
}

enum misfit_kind
shape_join(int64_t *extent, int64_t block, int64_t before, int64_t after)
{
	if (*extent == UNKNOWN)
		return FITS;
	if (!extent_multiply(*extent, block, extent))
		return MISFIT_SIZE;
	if (before > *extent || after > *extent - before)
		return MISFIT_EXTENT;
	*extent -= before + after;
	return FITS;
}

enum misfit_kind
shape_batch(int64_t *batch, int64_t blocks, bool to_space)
{
	return scale(batch, blocks, to_space);
}
