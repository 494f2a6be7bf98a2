#ifndef OPGEN_OPS_SHAPE_MOVED_H
#define OPGEN_OPS_SHAPE_MOVED_H

#include "ops/shape/dims.h"
#include "ops/shape/misfit.h"

/* Axes as numbers below the rank; entries of a list below 0 count from the end. Finds
   entries that are no axis or one named twice. axis has room for KNOWN_RANK. */
struct misfit shape_axes(const int64_t *entry, size_t n, size_t rank, int *axis);

/* The order of axes of a Transpose that names none; and its output. */
void shape_reverse(size_t rank, int *perm);
void shape_transpose(const struct dims *src, const int *perm, struct dims *dst);

/* Joins one more tensor to the output of a Concat, which begins as the first one. */
enum misfit_kind shape_concat(const struct dims *more, size_t axis, struct dims *dst);

/* The extent of part i of n equal ones; uneven: those behind may be smaller. False: it
   cannot be cut so. */
bool shape_part(int64_t extent, size_t i, size_t n, bool uneven, int64_t *part);

/* Gives the part of length -1 what others leave of an extent: -1, if that is not known.
   Finds another one. */
struct misfit shape_lengths(int64_t extent, int64_t *length, size_t n);

/* Adds pads to an extent, those below 0 take away. */
enum misfit_kind shape_pad(int64_t *extent, int64_t before, int64_t after);

/* Repeats each axis; a number below 0 is none. */
struct misfit shape_tile(const int64_t *repeats, struct dims *dims);

/* A new shape: one entry may be -1, what is left; 0 is the source's extent there where
   zero_keeps. src NULL: not known. dst is set as far as it is known where another entry
   is -1 (MISFIT_TWICE) or the elements differ (MISFIT_WHOLE). n is at most KNOWN_RANK. */
struct misfit shape_reshape(const struct dims *src, const int64_t *entry, size_t n,
	bool zero_keeps, struct dims *dst);

/* The axes before one, and from it on, as one each. False: too large. */
bool shape_flatten(const struct dims *src, size_t axis, struct dims *dst);

/* Drops axes of extent 1; axis NULL: all of these, of known extents. */
struct misfit shape_squeeze(
	const struct dims *src, const int *axis, size_t n, struct dims *dst);

/* Adds axes of extent 1, which are numbered as the output's. */
void shape_unsqueeze(const struct dims *src, const int *axis, size_t n, struct dims *dst);

/* Puts the axes of indices, but for the first `batch`, in the place of an axis. False:
   too many dimensions. */
bool shape_gather(const struct dims *src, const struct dims *indices, size_t axis,
	size_t batch, struct dims *dst);

#endif
