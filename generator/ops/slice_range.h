#ifndef OPGEN_OPS_SLICE_RANGE_H
#define OPGEN_OPS_SLICE_RANGE_H

#include <stdint.h>

/* The elements of an axis that a Slice takes: `count` elements from `first` on, `step`
   apart. */
struct slice_range {
	int64_t first, count, step;
};

/* The range for a start and an end, clamped as in ONNX; negative ones count from the end
   of the axis. The step is not 0. */
struct slice_range slice_range_of(
	int64_t extent, int64_t start, int64_t end, int64_t step);

#endif
