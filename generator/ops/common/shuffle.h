#ifndef OPGEN_OPS_SHUFFLE_H
#define OPGEN_OPS_SHUFFLE_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct source;

/* What DepthToSpace and SpaceToDepth have in common: the channels of one pixel of the
   deep tensor are a block of pixels of the wide one. */

/* The layout of a tensor's channels and pixels. */
enum layout {
	LAYOUT_NHWC,
	LAYOUT_NCHW,
	LAYOUT_NCHW_VECT_C
};

/* One operation. A deep channel's number is composed of the block's row and column and
   the wide channel. */
struct shuffle {
	const struct operation *operation;
	bool to_depth; /* src is wide and dst deep; else the reverse */
	enum layout layout;
	bool column_last; /* CRD: channel, row, column from the slowest; else row, column,
			     channel */
	const char *block_attribute;
	int64_t block;
};

/* Completes a plan that has been begun. */
bool shuffle_plan(const struct shuffle *shuffle, struct plan *plan, struct source *source,
	struct arena *arena);

/* The whole plan of TensorFlow's operation of either direction. */
bool shuffle_plan_tensorflow(const struct operation *operation, bool to_depth,
	struct plan *plan, struct source *source, struct arena *arena);

/* What the tables of both directions share: the inputs of TensorFlow and of ONNX, the
   words of data_format, and the element types of TensorFlow. */
extern const struct input_rule shuffle_inputs[];
extern const struct input_rule shuffle_onnx_inputs[];
extern const char *const shuffle_layout_choice[];
extern const struct dtype_rule shuffle_tensorflow_dtypes[];

#endif
