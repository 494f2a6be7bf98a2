#ifndef OPGEN_OPS_RESIZE_EXTENT_H
#define OPGEN_OPS_RESIZE_EXTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The extents that Resize and Upsample give an axis, for plans and for shapes of
   models. */

/* Of a size to the extent that it replaces. */
struct size_ratio {
	int64_t resized, original; /* original is 1 or more */
};

/* The extent times a scale, rounded down, in float32. False if the scale is not above 0
   or the product is 2^59 or more. */
bool resize_by_scale(int64_t extent, double scale, int64_t *resized);

/* That of an axis without elements is 1. */
struct size_ratio size_ratio_of(int64_t extent, int64_t size);

/* The ratio by which keep_aspect_ratio_policy resizes all axes, of those of each axis, of
   which there is one at least: the least, or, for not_smaller, the largest. */
struct size_ratio size_ratio_kept(
	const struct size_ratio *ratio, size_t n, bool not_smaller);

/* The extent times a ratio, rounded, halves up; LENGTH_LIMIT or more if that is too
   long. */
int64_t resize_by_ratio(int64_t extent, struct size_ratio ratio);

#endif
