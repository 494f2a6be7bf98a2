#ifndef OPGEN_OPS_STRIDED_SLICE_H
#define OPGEN_OPS_STRIDED_SLICE_H

#include "ops/common/translate.h"

#include <stdbool.h>
#include <stdint.h>

/* The masks of a StridedSlice, with a bit for each entry of its lists. */
struct slice_masks {
	bool is_tensorflow; /* not OpenVINO's */
	int64_t begin, end; /* the entry's bound is the axis' own */
	int64_t ellipsis;   /* the entry stands for all axes that no other entry covers */
	int64_t new_axis;   /* the entry inserts an axis into the output */
	int64_t shrink;     /* one element is taken, and the axis drops out */
};

/* A StridedSlice, whose inputs are those of ONNX's Slice: data, begin, end and strides,
   of which the last may be absent. */
bool expand_strided_slice(struct expansion *e, const struct slice_masks *masks);

#endif
