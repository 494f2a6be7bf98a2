#ifndef OPGEN_OPS_SHAPE_SLICE_RANGE_H
#define OPGEN_OPS_SHAPE_SLICE_RANGE_H

#include <stdint.h>

struct place;
struct source;

/* The elements of an axis that a Slice takes: `count` elements from `first` on, `step`
   apart. */
struct slice_range {
	int64_t first, count, step;
};

/* The range for a start and an end, clamped as in ONNX and OpenVINO; negative ones count
   from the end of the axis. Backwards, a start before the first element is the first
   (Slice-13). The step is not 0. */
struct slice_range slice_range_of(
	int64_t extent, int64_t start, int64_t end, int64_t step);

/* Warns of the largest integers as an end, backwards: ONNX recommends them for "to the
   end" forwards, but backwards they are clamped to the last element, where nothing is
   left. */
void slice_check_end(struct source *source, const struct place *where, const char *name,
	int64_t end, int64_t step);

/* TensorFlow takes nothing backwards from before the first element, as NumPy does.
   Changes bounds that mean that to some which mean it in ONNX, too. */
void slice_as_tensorflow(int64_t extent, int64_t *start, int64_t *end, int64_t step);

#endif
