/* SpaceToBatch: the space is padded with zeros and cut into blocks; equal positions of
   all blocks become an entry of the batch. With B the block's extents, pb and pe the
   padding before and after, dimensions counted from the batch, 0:

     Y[((b_1*B_2 + b_2)*B_3 + ... + b_m)*batch + n, g_1, ..., g_m, rest] =
       P[n, g_1*B_1 + b_1, ..., g_m*B_m + b_m, rest]
     P[n, x, rest] = X[n, x - pb, rest] inside of X, else 0

   so that the batch is the fastest part of the new batch and b_1 the slowest. Blocks are
   1 or more, padding is 0 or more, and B_i divides D_i + pb_i + pe_i. Zero extents are
   fine.

   OpenVINO, version 2
     block_shape, pads_begin and pads_end have an element for each dimension; those of the
     batch must be 1, 0 and 0. Integers of any type. T is bool, an integer or a real
     number.

   TensorFlow, SpaceToBatchND
     block_shape has M elements and paddings, [M, 2], as many pairs, for the dimensions 1
     to M of the input; the rest of them is moved along. Both are int32 or int64. M may be
     0, the input then is the output, as in TensorFlow's kernel. T as in DepthToSpace but
     without qint8, which TensorFlow moves in vectors of channels only. */

#include "ops/op.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/blocks.h"
#include "ops/common/blocks_plan.h"
#include "ops/common/parts.h"
#include "ops/shape/blocked.h"

static const int versions[] = {2, 0};
static const int nd_versions[] = {1, 0};

static const struct attribute_rule attributes[] = {{.name = NULL}};

/* clang-format off */
static const struct input_rule inputs[] = {
	{"data", .summary = "[batch, D1, ...]"},
	{"block_shape", .constant = true, .own_dtype = OWN_INTEGER,
		.summary = "[rank], 1 for the batch; divides each padded extent"},
	{"pads_begin",  .constant = true, .own_dtype = OWN_INTEGER,
		.summary = "[rank], 0 for the batch; zeros before each extent"},
	{"pads_end",    .constant = true, .own_dtype = OWN_INTEGER,
		.summary = "[rank], 0 for the batch; zeros after each extent"},
	{.name = NULL},
};

static const struct input_rule nd_inputs[] = {
	{"input", .summary = "[batch, D1, ..., DM, ...]"},
	{"block_shape", .constant = true, .own_dtype = OWN_INDEX,
		.summary = "[M]; divides each padded extent"},
	{"paddings",    .constant = true, .own_dtype = OWN_INDEX,
		.summary = "[M, 2], zeros before and after each extent"},
	{.name = NULL},
};
/* clang-format on */

static bool
resolve_out(struct blocks *blocks, struct source *source, struct arena *arena)
{
	bool good = true;

	blocks->out[0] = blocks->in[0];
	for (int i = 1; i < blocks->rank; i++) {
		enum misfit_kind kind;

		blocks->out[i] = blocks->in[i];
		kind = shape_cut(&blocks->out[i], blocks->block[i], blocks->before[i],
			blocks->behind[i]);
		if (kind == MISFIT_SIZE ||
			shape_batch(&blocks->out[0], blocks->block[i], false) != FITS) {
			plan_refuse_size(blocks->operation, source);
			return false;
		}
		if (kind == FITS)
			continue;
		source_error(source, blocks_where(blocks, i, source, arena),
			"block_shape: %" PRId64
			" does not divide the padded extent of axis D%d, "
			"%" PRId64,
			blocks->block[i], i,
			blocks->in[i] + blocks->before[i] + blocks->behind[i]);
		good = false;
	}
	return good;
}

static bool
plan_space_to_batch(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct blocks blocks = {.to_space = false};

	return blocks_read(&blocks, operation, plan, source, arena) &&
	       resolve_out(&blocks, source, arena) &&
	       blocks_plan(&blocks, plan, source, arena);
}

static bool
plan_space_to_batch_nd(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct blocks blocks = {.to_space = false};

	return blocks_read_pairs(&blocks, operation, plan, source, arena) &&
	       resolve_out(&blocks, source, arena) &&
	       blocks_plan(&blocks, plan, source, arena);
}

const struct op op_space_to_batch = {
	.name = "SpaceToBatch",
	.domain = "openvino",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = blocks_openvino_dtypes,
	.summary = "blocks of the padded space moved into the batch",
	.plan = plan_space_to_batch,
};

const struct op op_space_to_batch_nd = {
	.name = "SpaceToBatchND",
	.domain = "tensorflow",
	.default_domain = true,
	.has_opset = false,
	.version = nd_versions,
	.input = nd_inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = blocks_tensorflow_dtypes,
	.summary = "blocks of the padded space moved into the batch",
	.plan = plan_space_to_batch_nd,
};
