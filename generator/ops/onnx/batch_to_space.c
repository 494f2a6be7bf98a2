/* BatchToSpace: entries of the batch become the positions in blocks of the space, which
   is cropped then; the inverse of SpaceToBatch. With B the block's extents, cb and ce
   what is cropped before and after, dimensions counted from the batch, 0, and batch that
   of the output:

     Y[n, x_1, ..., x_m, rest] =
       X[((b_1*B_2 + b_2)*B_3 + ... + b_m)*batch + n, g_1, ..., g_m, rest]
     where x_i + cb_i = g_i*B_i + b_i, 0 <= b_i < B_i and 0 <= x_i < D_i*B_i - cb_i - ce_i

   Blocks are 1 or more, crops are 0 or more, the product of B divides the input's batch,
   and cb_i + ce_i is at most D_i*B_i; where it is as much, the output is empty.

   OpenVINO, version 2
     block_shape, crops_begin and crops_end have an element for each dimension; those of
     the batch must be 1, 0 and 0, as in SpaceToBatch. Integers of any type. T as
     in SpaceToBatch. The document's transposition counts its axes from 1 where they
     are counted from 0; its formulas of the shape are right.

   TensorFlow, BatchToSpaceND
     block_shape has M elements and crops, [M, 2], as many pairs, for the dimensions 1 to
     M of the input; the rest of them is moved along. Both are int32 or int64. M may be 0.
     T as in SpaceToBatchND. */

#include "ops/op.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/checked.h"
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
		.summary = "[rank], 1 for the batch; the product divides the batch"},
	{"crops_begin", .constant = true, .own_dtype = OWN_INTEGER,
		.summary = "[rank], 0 for the batch; elements dropped before each extent"},
	{"crops_end",   .constant = true, .own_dtype = OWN_INTEGER,
		.summary = "[rank], 0 for the batch; elements dropped after each extent"},
	{.name = NULL},
};

static const struct input_rule nd_inputs[] = {
	{"input", .summary = "[batch, D1, ..., DM, ...]"},
	{"block_shape", .constant = true, .own_dtype = OWN_INDEX,
		.summary = "[M]; the product divides the batch"},
	{"crops",       .constant = true, .own_dtype = OWN_INDEX,
		.summary = "[M, 2], elements dropped before and after each extent"},
	{.name = NULL},
};
/* clang-format on */

static bool
resolve_batch(struct blocks *blocks, struct source *source)
{
	const struct place *where = blocks->operation->input_where[BLOCKS_SHAPE];
	int64_t product = 1;

	for (int i = 1; i < blocks->rank; i++)
		if (mul_overflows(product, blocks->block[i], &product)) {
			source_error(source, where,
				"block_shape: expected a product below 2^63, got more");
			return false;
		}
	blocks->out[0] = blocks->in[0];
	if (shape_batch(&blocks->out[0], product, true) == FITS)
		return true;
	source_error(source, where,
		"block_shape: its product, %" PRId64
		", does not divide the batch, %" PRId64,
		product, blocks->in[0]);
	return false;
}

static bool
resolve_space(struct blocks *blocks, struct source *source, struct arena *arena)
{
	bool good = true;

	for (int i = 1; i < blocks->rank; i++) {
		int64_t before = blocks->before[i], behind = blocks->behind[i];
		enum misfit_kind kind;

		blocks->out[i] = blocks->in[i];
		kind = shape_join(&blocks->out[i], blocks->block[i], before, behind);
		if (kind == FITS)
			continue;
		if (kind == MISFIT_SIZE) {
			plan_refuse_size(blocks->operation, source);
			return false;
		}
		source_error(source, blocks_behind_where(blocks, i, source, arena),
			"%s: expected at most %" PRId64
			" to be cropped from axis D%d, got %" PRId64
			" before and %" PRId64 " after",
			blocks_behind_name(blocks), blocks->in[i] * blocks->block[i], i,
			before, behind);
		good = false;
	}
	return good;
}

/* The rest of a plan whose inputs have been read. */
static bool
plan_blocks(struct blocks *blocks, struct plan *plan, struct source *source,
	struct arena *arena)
{
	bool batch_fits = resolve_batch(blocks, source);
	bool crops_fit = resolve_space(blocks, source, arena);

	return batch_fits && crops_fit && blocks_plan(blocks, plan, source, arena);
}

static bool
plan_batch_to_space(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct blocks blocks = {.to_space = true};

	return blocks_read(&blocks, operation, plan, source, arena) &&
	       plan_blocks(&blocks, plan, source, arena);
}

static bool
plan_batch_to_space_nd(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct blocks blocks = {.to_space = true};

	return blocks_read_pairs(&blocks, operation, plan, source, arena) &&
	       plan_blocks(&blocks, plan, source, arena);
}

const struct op op_batch_to_space = {
	.name = "BatchToSpace",
	.domain = "openvino",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = blocks_openvino_dtypes,
	.summary = "the batch moved into blocks of the space, which is cropped",
	.plan = plan_batch_to_space,
};

const struct op op_batch_to_space_nd = {
	.name = "BatchToSpaceND",
	.domain = "tensorflow",
	.default_domain = true,
	.has_opset = false,
	.version = nd_versions,
	.input = nd_inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = blocks_tensorflow_dtypes,
	.summary = "the batch moved into blocks of the space, which is cropped",
	.plan = plan_batch_to_space_nd,
};
