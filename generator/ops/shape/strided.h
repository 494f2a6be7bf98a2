#ifndef OPGEN_OPS_SHAPE_STRIDED_H
#define OPGEN_OPS_SHAPE_STRIDED_H

#include "ops/shape/dims.h"
#include "ops/shape/misfit.h"
#include "ops/shape/slice_range.h"

/* The masks of a StridedSlice, with a bit for each entry of its lists. */
struct slice_masks {
	bool is_tensorflow; /* not OpenVINO's */
	int64_t begin, end; /* the entry's bound is the axis' own */
	int64_t ellipsis;   /* the entry stands for all axes that no other entry covers */
	int64_t new_axis;   /* the entry inserts an axis into the output */
	int64_t shrink;     /* one element is taken, and the axis drops out */
};

/* What slices say: entry i is of an axis. step NULL: 1 each. */
struct slice_entries {
	size_t n;
	const int64_t *begin, *end, *step;
};

/* What a slice takes of the source's axes, and what the output has. */
struct sliced {
	size_t naxis; /* of the source, done so far */
	/* As Slice of ONNX takes them; and the entry that each is from, or -1. */
	int64_t start[KNOWN_RANK], end[KNOWN_RANK], step[KNOWN_RANK];
	int entry[KNOWN_RANK];
	/* The elements, of an axis whose extent is known. */
	struct slice_range range[KNOWN_RANK];
	struct dims dst;
};

/* Slices axis[i] as entry i says, the others whole. axis is in range, no step 0. */
void shape_slice(const struct dims *src, const struct slice_entries *entries,
	const int *axis, struct slice_range range[KNOWN_RANK], struct dims *dst);

/* Slices with masks. Finds entries for which there is no axis, impossible steps
   (MISFIT_VALUE), elements that there are not (MISFIT_EXTENT), and too many dimensions
   (MISFIT_RANK). */
struct misfit shape_strided(const struct dims *src, const struct slice_entries *entries,
	const struct slice_masks *masks, struct sliced *sliced);

#endif
