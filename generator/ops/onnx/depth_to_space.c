/* DepthToSpace: the channels of a pixel become a block of pixels. With bs the block's
   side, by and bx from 0 to bs - 1, OC = C / bs^2:

   TensorFlow
     NHWC         Y[n, h*bs+by, w*bs+bx, c]    = X[n, h, w, (by*bs+bx)*OC + c]
     NCHW         Y[n, c, h*bs+by, w*bs+bx]    = X[n, (by*bs+bx)*OC + c, h, w]
     NCHW_VECT_C  Y[n, c, h*bs+by, w*bs+bx, v] = X[n, (by*bs+bx)*OC + c, h, w, v]
   where NCHW_VECT_C counts vectors of four channels. bs is 2 or more and bs^2 divides C
   (vectors: C/4). qint8 goes with NCHW_VECT_C and nothing else, but that it may be
   written int8.

   ONNX, versions 1, 11, 13
     DCR          as TensorFlow's NCHW
     CRD          Y[n, c, h*bs+by, w*bs+bx]    = X[n, c*bs^2 + by*bs + bx, h, w]
   mode came with version 11 and bfloat16 with 13; bs is 1 or more. */

#include "ops/common/movement.h"
#include "ops/op.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "ops/common/parts.h"
#include "ops/common/shuffle.h"

/* clang-format off */
static const char *const mode_choice[] = {"DCR", "CRD", NULL};

static const struct attribute_rule attributes[] = {
	{"block_size",  ATTRIBUTE_INT,    1, LATEST, true,  2, INT32_MAX, NULL, NULL,
	 "rows and columns that a pixel's channels become"},
	{"data_format", ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "NHWC", shuffle_layout_choice,
	 "layout of input and output; NCHW_VECT_C with qint8 only"},
	{.name = NULL},
};

static const struct attribute_rule onnx_attributes[] = {
	{"blocksize", ATTRIBUTE_INT,    1,  LATEST, true,  1, INT32_MAX, NULL, NULL,
	 "rows and columns that a pixel's channels become"},
	{"mode",      ATTRIBUTE_STRING, 11, LATEST, false, 0, 0, "DCR", mode_choice,
	 "order of the parts of a channel number: depth, column, row or the reverse"},
	{.name = NULL},
};
/* clang-format on */

static const int versions[] = {1, 0};
static const int onnx_versions[] = {1, 11, 13, 0};

static bool
plan_depth_to_space(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return shuffle_plan_tensorflow(operation, false, plan, source, arena);
}

static bool
plan_onnx_depth_to_space(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	const char *mode = operation_string(operation, "mode", "DCR");
	struct shuffle shuffle = {
		.operation = operation,
		.layout = LAYOUT_NCHW,
		.column_last = !strcmp(mode, "CRD"),
		.block_attribute = "blocksize",
		.block = operation_int(operation, "blocksize", 0),
	};

	plan_begin(plan, PLAN_MOVE, operation, arena);
	plan_add_detail(plan,
		arena_format(arena, "mode %s, blocksize %" PRId64, mode, shuffle.block),
		arena);
	return shuffle_plan(&shuffle, plan, source, arena);
}

const struct op op_depth_to_space = {
	.name = "DepthToSpace",
	.domain = "tensorflow",
	.default_domain = true,
	.has_opset = false,
	.version = versions,
	.input = shuffle_inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = shuffle_tensorflow_dtypes,
	.summary = "each pixel's channels as a block of pixels",
	.plan = plan_depth_to_space,
};

const struct op op_onnx_depth_to_space = {
	.name = "DepthToSpace",
	.domain = "ai.onnx",
	.default_domain = false,
	.has_opset = true,
	.version = onnx_versions,
	.input = shuffle_onnx_inputs,
	.output = OUTPUT("output"),
	.attribute = onnx_attributes,
	.dtype = move_dtypes,
	.summary = "each pixel's channels as a block of pixels",
	.plan = plan_onnx_depth_to_space,
};
