/* SpaceToDepth: a block of pixels becomes the channels of a pixel, the inverse of
   DepthToSpace. With bs the block's side, by and bx from 0 to bs - 1, C the input's
   channels:

   TensorFlow
     NHWC         Y[n, h, w, (by*bs+bx)*C + c]    = X[n, h*bs+by, w*bs+bx, c]
     NCHW         Y[n, (by*bs+bx)*C + c, h, w]    = X[n, c, h*bs+by, w*bs+bx]
     NCHW_VECT_C  Y[n, (by*bs+bx)*C + c, h, w, v] = X[n, c, h*bs+by, w*bs+bx, v]
   where NCHW_VECT_C counts vectors of four channels. bs is 2 or more. The types are those
   of DepthToSpace: qint8 goes with NCHW_VECT_C and nothing else, but that it may be
   written int8.

   ONNX, versions 1 and 13
     as TensorFlow's NCHW. bs is 1 or more; bfloat16 came with version 13. There is no
     mode: the inverse of CRD has no operation.

   In both, bs divides H and W. Empty tensors are fine. A spec that names no domain means
   ONNX's, though DepthToSpace without one is TensorFlow's. */

#include "ops/common/movement.h"
#include "ops/op.h"

#include <inttypes.h>

#include "base/arena.h"
#include "ops/common/parts.h"
#include "ops/common/shuffle.h"

/* clang-format off */
static const struct attribute_rule attributes[] = {
	{"block_size",  ATTRIBUTE_INT,    1, LATEST, true,  2, INT32_MAX, NULL, NULL,
	 "rows and columns that become a pixel's channels"},
	{"data_format", ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "NHWC", shuffle_layout_choice,
	 "layout of input and output; NCHW_VECT_C with qint8 only"},
	{.name = NULL},
};

static const struct attribute_rule onnx_attributes[] = {
	{"blocksize", ATTRIBUTE_INT, 1, LATEST, true, 1, INT32_MAX, NULL, NULL,
	 "rows and columns that become a pixel's channels"},
	{.name = NULL},
};
/* clang-format on */

static const int versions[] = {1, 0};
static const int onnx_versions[] = {1, 13, 0};

static bool
plan_space_to_depth(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return shuffle_plan_tensorflow(operation, true, plan, source, arena);
}

static bool
plan_onnx_space_to_depth(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	const struct shuffle shuffle = {
		.operation = operation,
		.to_depth = true,
		.layout = LAYOUT_NCHW,
		.block_attribute = "blocksize",
		.block = operation_int(operation, "blocksize", 0),
	};

	plan_begin(plan, PLAN_MOVE, operation, arena);
	plan_add_detail(
		plan, arena_format(arena, "blocksize %" PRId64, shuffle.block), arena);
	return shuffle_plan(&shuffle, plan, source, arena);
}

const struct op op_onnx_space_to_depth = {
	.name = "SpaceToDepth",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = onnx_versions,
	.input = shuffle_onnx_inputs,
	.output = OUTPUT("output"),
	.attribute = onnx_attributes,
	.dtype = move_dtypes,
	.summary = "each block of pixels as a pixel's channels",
	.plan = plan_onnx_space_to_depth,
};

const struct op op_space_to_depth = {
	.name = "SpaceToDepth",
	.domain = "tensorflow",
	.default_domain = false,
	.has_opset = false,
	.version = versions,
	.input = shuffle_inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = shuffle_tensorflow_dtypes,
	.summary = "each block of pixels as a pixel's channels",
	.plan = plan_space_to_depth,
};
