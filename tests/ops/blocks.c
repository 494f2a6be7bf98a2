#include "blocks.h"

#include "base/arena.h"
#include "support/rows.h"

struct blocks
blocks_draw(uint32_t *seed)
{
	struct blocks b = {.rank = 2 + (int)draw(seed, 3)};

	b.nblock = (int)draw(seed, (uint32_t)b.rank);
	b.space[0] = b.grid[0] = 1 + draw(seed, 3);
	b.block[0] = 1;
	for (int i = 1; i < b.rank; i++) {
		int64_t rest;

		b.space[i] = b.grid[i] = draw(seed, 6);
		b.block[i] = 1;
		if (i > b.nblock)
			continue;
		b.block[i] = 1 + draw(seed, 4);
		b.before[i] = draw(seed, 6);
		b.behind[i] = draw(seed, 4);
		rest = (b.space[i] + b.before[i] + b.behind[i]) % b.block[i];
		b.behind[i] += rest ? b.block[i] - rest : 0;
		b.grid[i] = (b.space[i] + b.before[i] + b.behind[i]) / b.block[i];
		b.grid[0] *= b.block[i];
	}
	return b;
}

static const char *
list(const int64_t *value, int n, struct arena *arena)
{
	const char *text = "[";

	for (int i = 0; i < n; i++)
		text = arena_format(arena, "%s%s%d", text, i ? ", " : "", (int)value[i]);
	return arena_format(arena, "%s]", text);
}

static const char *
pairs_spec(const struct blocks *b, bool to_space, struct arena *arena)
{
	int64_t pair[2 * MAX_RANK] = {0};

	for (int i = 0; i < b->nblock; i++) {
		pair[2 * i] = b->before[1 + i];
		pair[2 * i + 1] = b->behind[1 + i];
	}
	return arena_format(arena,
		"{'op': '%s', 'dtype': 'int64', 'inputs': {'input': %s, "
		"'block_shape': {'shape': [%d], 'data': %s}, "
		"'%s': {'dtype': 'int32', 'shape': [%d, 2], 'data': %s}}}",
		to_space ? "BatchToSpaceND" : "SpaceToBatchND",
		list(to_space ? b->grid : b->space, b->rank, arena), b->nblock,
		list(&b->block[1], b->nblock, arena), to_space ? "crops" : "paddings",
		b->nblock, list(pair, 2 * b->nblock, arena));
}

const char *
blocks_spec(const struct blocks *b, bool to_space, bool pairs, struct arena *arena)
{
	const char *margin = to_space ? "crops" : "pads";
	int n = b->rank;

	if (pairs)
		return pairs_spec(b, to_space, arena);
	return arena_format(arena,
		"{'op': '%s', 'dtype': 'int64', 'inputs': {'data': %s, "
		"'block_shape': {'shape': [%d], 'data': %s}, "
		"'%s_begin': {'shape': [%d], 'data': %s}, "
		"'%s_end': {'shape': [%d], 'data': %s}}}",
		to_space ? "BatchToSpace" : "SpaceToBatch",
		list(to_space ? b->grid : b->space, n, arena), n,
		list(b->block, n, arena), margin, n, list(b->before, n, arena), margin, n,
		list(b->behind, n, arena));
}

static void
split(const int64_t *extent, int rank, int64_t index, int64_t *position)
{
	for (int i = rank - 1; i >= 0; i--) {
		position[i] = index % extent[i];
		index /= extent[i];
	}
}

static int64_t
join(const int64_t *extent, int rank, const int64_t *position)
{
	int64_t index = 0;

	for (int i = 0; i < rank; i++)
		index = index * extent[i] + position[i];
	return index;
}

int64_t
blocks_to_batch_origin(const struct blocks *b, int64_t index)
{
	int64_t position[MAX_RANK], phases;

	split(b->grid, b->rank, index, position);
	phases = position[0] / b->space[0];
	position[0] %= b->space[0];
	for (int i = b->rank - 1; i >= 1; i--) {
		position[i] =
			position[i] * b->block[i] + phases % b->block[i] - b->before[i];
		phases /= b->block[i];
		if (position[i] < 0 || position[i] >= b->space[i])
			return -1;
	}
	return join(b->space, b->rank, position);
}

int64_t
blocks_to_space_origin(const struct blocks *b, int64_t index)
{
	int64_t position[MAX_RANK], phases = 0;

	split(b->space, b->rank, index, position);
	for (int i = 1; i < b->rank; i++) {
		position[i] += b->before[i];
		phases = phases * b->block[i] + position[i] % b->block[i];
		position[i] /= b->block[i];
	}
	position[0] += phases * b->space[0];
	return join(b->grid, b->rank, position);
}
