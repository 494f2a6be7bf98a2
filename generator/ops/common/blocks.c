#include "ops/common/blocks.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/op.h"

/* clang-format off */
const struct dtype_rule blocks_openvino_dtypes[] = {
	{DTYPE_FLOAT32, 2}, {DTYPE_FLOAT64, 2}, {DTYPE_FLOAT16, 2}, {DTYPE_BFLOAT16, 2},
	{DTYPE_BOOL, 2},    {DTYPE_INT8, 2},    {DTYPE_INT16, 2},   {DTYPE_INT32, 2},
	{DTYPE_INT64, 2},   {DTYPE_UINT8, 2},   {DTYPE_UINT16, 2},  {DTYPE_UINT32, 2},
	{DTYPE_UINT64, 2},  {DTYPE_NONE, 0},
};

const struct dtype_rule blocks_tensorflow_dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1},   {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 1},
	{DTYPE_BOOL, 1},    {DTYPE_INT8, 1},      {DTYPE_INT16, 1},   {DTYPE_INT32, 1},
	{DTYPE_INT64, 1},   {DTYPE_UINT8, 1},     {DTYPE_UINT16, 1},  {DTYPE_UINT32, 1},
	{DTYPE_UINT64, 1},  {DTYPE_COMPLEX64, 1}, {DTYPE_COMPLEX128, 1},
	{DTYPE_NONE, 0},
};
/* clang-format on */

static const char *
input_name(const struct operation *operation, int input)
{
	return operation->input_name[input];
}

/* Whether the margins come in pairs, from the first dimension after the batch on. */
static bool
has_pairs(const struct operation *operation)
{
	return !input_name(operation, BLOCKS_BEHIND);
}

const char *
blocks_behind_name(const struct blocks *blocks)
{
	return input_name(blocks->operation,
		has_pairs(blocks->operation) ? BLOCKS_BEFORE : BLOCKS_BEHIND);
}

const struct place *
blocks_where(const struct blocks *blocks, int dimension, const struct source *source,
	struct arena *arena)
{
	return element_place(blocks->operation, BLOCKS_SHAPE,
		has_pairs(blocks->operation) ? dimension - 1 : dimension, source, arena);
}

const struct place *
blocks_behind_where(const struct blocks *blocks, int dimension,
	const struct source *source, struct arena *arena)
{
	if (has_pairs(blocks->operation))
		return element_place(blocks->operation, BLOCKS_BEFORE, 2 * dimension - 1,
			source, arena);
	return element_place(blocks->operation, BLOCKS_BEHIND, dimension, source, arena);
}

static void
begin(struct blocks *blocks, const struct operation *operation, struct plan *plan,
	struct arena *arena)
{
	const struct tensor *src = operation->input[BLOCKS_DATA];

	plan_begin(plan, PLAN_MOVE, operation, arena);
	blocks->operation = operation;
	blocks->rank = src->rank;
	for (int i = 0; i < src->rank; i++) {
		blocks->in[i] = src->shape[i];
		blocks->block[i] = 1;
	}
}

/* Reads a list with an element for each dimension, and keeps it as a detail. */
static void
read_list(const struct blocks *blocks, int input, int64_t minimum, int64_t *value,
	struct plan *plan, struct source *source, struct arena *arena)
{
	const struct operation *operation = blocks->operation;
	const struct tensor *tensor = operation->input[input];
	const char *name = input_name(operation, input);

	if (tensor->rank != 1 || tensor->shape[0] != blocks->rank) {
		source_error(source, operation->input_where[input],
			"%s: expected [%d], one element for each dimension of data, got "
			"%s",
			name, blocks->rank,
			extents_text(tensor->shape, (size_t)tensor->rank, arena));
		return;
	}
	if (read_integers(operation, input, minimum, true, value, source, arena))
		plan_add_detail(plan,
			arena_format(arena, "%s %s", name,
				extents_text(value, (size_t)blocks->rank, arena)),
			arena);
}

bool
blocks_read(struct blocks *blocks, const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	size_t nerror = source->nerror;

	begin(blocks, operation, plan, arena);
	if (blocks->rank < 2)
		source_error(source, operation->input_where[BLOCKS_DATA],
			"data: expected 2 dimensions or more, got %d", blocks->rank);
	read_list(blocks, BLOCKS_SHAPE, 1, blocks->block, plan, source, arena);
	read_list(blocks, BLOCKS_BEFORE, 0, blocks->before, plan, source, arena);
	read_list(blocks, BLOCKS_BEHIND, 0, blocks->behind, plan, source, arena);
	return source->nerror == nerror;
}

/* Whether the shapes of the three inputs fit each other. */
static bool
check_shapes(const struct blocks *blocks, struct source *source, struct arena *arena)
{
	const struct operation *operation = blocks->operation;
	const struct tensor *shape = operation->input[BLOCKS_SHAPE];
	const struct tensor *pairs = operation->input[BLOCKS_BEFORE];

	if (!blocks->rank) {
		source_error(source, operation->input_where[BLOCKS_DATA],
			"input: expected 1 dimension or more, got 0");
		return false;
	}
	if (shape->rank != 1) {
		source_error(source, operation->input_where[BLOCKS_SHAPE],
			"block_shape: expected 1 dimension, got %s",
			extents_text(shape->shape, (size_t)shape->rank, arena));
		return false;
	}
	if (shape->shape[0] >= blocks->rank) {
		source_error(source, operation->input_where[BLOCKS_SHAPE],
			"block_shape: expected no more elements than input has "
			"dimensions after the batch, %d, got %" PRId64,
			blocks->rank - 1, shape->shape[0]);
		return false;
	}
	if (pairs->rank != 2 || pairs->shape[0] != shape->shape[0] ||
		pairs->shape[1] != 2) {
		source_error(source, operation->input_where[BLOCKS_BEFORE],
			"%s: expected [%" PRId64
			", 2], a pair for each element of block_shape, got %s",
			input_name(operation, BLOCKS_BEFORE), shape->shape[0],
			extents_text(pairs->shape, (size_t)pairs->rank, arena));
		return false;
	}
	return true;
}

static const char *
pairs_text(const struct blocks *blocks, int npair, struct arena *arena)
{
	const char *text = "";

	for (int i = 1; i <= npair; i++)
		text = arena_format(arena, "%s%s[%" PRId64 ", %" PRId64 "]", text,
			i > 1 ? ", " : "", blocks->before[i], blocks->behind[i]);
	return arena_format(arena, "[%s]", text);
}

bool
blocks_read_pairs(struct blocks *blocks, const struct operation *operation,
	struct plan *plan, struct source *source, struct arena *arena)
{
	size_t nerror = source->nerror;
	int64_t pair[2 * MAX_RANK];
	int npair;

	begin(blocks, operation, plan, arena);
	if (!check_shapes(blocks, source, arena))
		return false;
	read_integers(
		operation, BLOCKS_SHAPE, 1, false, &blocks->block[1], source, arena);
	read_integers(operation, BLOCKS_BEFORE, 0, false, pair, source, arena);
	if (source->nerror != nerror)
		return false;
	npair = (int)operation->input[BLOCKS_BEFORE]->shape[0];
	for (int i = 0; i < npair; i++) {
		blocks->before[1 + i] = pair[2 * i];
		blocks->behind[1 + i] = pair[2 * i + 1];
	}
	plan_add_detail(plan,
		arena_format(arena, "block_shape %s",
			extents_text(&blocks->block[1], (size_t)npair, arena)),
		arena);
	plan_add_detail(plan,
		arena_format(arena, "%s %s", input_name(operation, BLOCKS_BEFORE),
			pairs_text(blocks, npair, arena)),
		arena);
	return true;
}
