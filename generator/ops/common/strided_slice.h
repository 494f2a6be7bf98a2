#ifndef OPGEN_OPS_STRIDED_SLICE_H
#define OPGEN_OPS_STRIDED_SLICE_H

#include "ops/common/translate.h"
#include "ops/shape/strided.h"

#include <stdbool.h>
#include <stdint.h>

/* A StridedSlice, whose inputs are those of ONNX's Slice: data, begin, end and strides,
   of which the last may be absent. */
bool expand_strided_slice(struct expansion *e, const struct slice_masks *masks);

#endif
