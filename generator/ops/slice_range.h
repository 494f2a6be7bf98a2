#ifndef OPGEN_OPS_SLICE_RANGE_H
#define OPGEN_OPS_SLICE_RANGE_H

#include <stdint.h>

/* What a Slice takes of an axis: count elements from the first on, each `step` further.
 */
struct slice_range {
	int64_t first, count, step;
};

/* A start and an end, negative from the end of the axis, as ONNX clamps them; the step is
   not 0. */
struct slice_range slice_range_of(
	int64_t extent, int64_t start, int64_t end, int64_t step);

#endif
