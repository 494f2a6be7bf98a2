#include "kernels/common/tiles.h"
#include "kernels/common/vector.h"

#include <stdlib.h>

/* How inputs come to the registers of vector tiles. The channels of a large input lie so
   far apart that no machine foresees where the next tile reads, and some so evenly that
   they drive each other out of the nearest cache. */

enum {
	CACHE = 512 * 1024,      /* bytes that the second cache has, at least */
	SETS = 64,               /* of the nearest cache, chosen by address */
	WAYS = 8,                /* lines of a set */
	MOST_INPUTS = 1024,      /* of a tile and one input channel */
	VECTORS_FOR_A_LINE = 6,  /* operations that a line is asked for in, at least */
	COPIES_FOR = 4,          /* tiles of channels that read the same copy, at least */
	MOST_COPIED = 64 * 1024, /* bytes of one */
};

/* The inputs that a tile reads of one channel, as offsets. */
struct inputs {
	int64_t at[MOST_INPUTS];
	size_t n;
	size_t terms; /* vector operations on them */
};

static int
compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static bool
add_input(struct inputs *inputs, int64_t at)
{
	if (inputs->n == MOST_INPUTS)
		return false;
	inputs->at[inputs->n++] = at;
	return true;
}

/* Finds a tile's inputs, in their order; false where there are too many. */
static bool
find_inputs(struct inputs *inputs, const struct tile *tile)
{
	const struct vector_code *code = tile->code;

	inputs->n = inputs->terms = 0;
	for (size_t k = 0; k < code->ntap; k++) {
		for (size_t u = 0; u < code->tap[k].nuse; u++)
			if (!add_input(inputs, code->tap[k].use[u].src))
				return false;
		inputs->terms += code->tap[k].nuse * (size_t)code->vectors;
	}
	for (size_t k = 0; k < code->nload; k++)
		for (int64_t i = 0; i < code->load[k].lanes; i++)
			if (!add_input(inputs, code->load[k].src + i))
				return false;
	inputs->terms += code->nterm * (size_t)tile->channels;
	qsort(inputs->at, inputs->n, sizeof *inputs->at, compare);
	return true;
}

/* How far the inputs move with the loop along the first axis that calls a tile, where
   the inputs are many but those of one pass are not; 0: no such loop. */
static int64_t
find_step(const struct tiles *t, const struct tile *tile, int64_t element)
{
	const struct channel_class *class;
	int64_t step = 0;

	if (t->unrolled || t->by_blocks || tile->loops ||
		t->window.ic * t->plane_in * element <= CACHE)
		return 0;
	class = class_of(t, tile);
	if (class->count > 1 && !class->inside)
		return 0;
	for (size_t i = 0; i < class->nnest; i++)
		if (class->nest[i].tile == tile && class->nest[i].along_first)
			step = class->nest[i].loop[0].src;
	return t->window.ic * step * element > CACHE / 2 ? 0 : step;
}

size_t
inputs_ahead(const struct tiles *t, const struct tile *tile, int64_t line[MOST_AHEAD])
{
	int64_t element = (int64_t)dtype_info[t->spelling.dtype].size;
	int64_t step = find_step(t, tile, element);
	struct inputs inputs;
	size_t n = 0;

	if (!step || !find_inputs(&inputs, tile))
		return 0;
	for (size_t i = 0; i < inputs.n; i++) {
		int64_t next = inputs.at[i] + step;

		if (bsearch(&next, inputs.at, inputs.n, sizeof next, compare) ||
			(n && next < line[n - 1] + CACHE_LINE / element))
			continue;
		if (n == MOST_AHEAD || (n + 1) * VECTORS_FOR_A_LINE > inputs.terms)
			return 0;
		line[n++] = next;
	}
	return n;
}

/* Lines of the inputs, some side by side in each channel's plane, that the nearest cache
   has room for. Planes of a power of two all begin in the same set. */
static int64_t
lines_held(int64_t plane_bytes, int64_t side_by_side)
{
	int64_t apart = plane_bytes / CACHE_LINE, sets = SETS;

	if (plane_bytes % CACHE_LINE)
		return SETS * WAYS;
	while (sets > 1 && apart % 2 == 0) {
		apart /= 2;
		sets /= 2;
	}
	return (sets * side_by_side < SETS ? sets * side_by_side : SETS) * WAYS;
}

/* The inputs of a tile of one tap, all of them side by side; 0: they are not. */
static int64_t
inputs_in_a_row(const struct tile *tile)
{
	const struct vector_code *code = tile->code;
	int64_t n = 0;

	for (size_t i = 0; i < code->ngather; i++)
		if (code->gather[i].nstep != 1 || !code->gather[i].step[0].whole)
			return 0;
	for (size_t i = 0; i < code->nload; i++) {
		const struct load *load = &code->load[i];

		n = load->src + load->lanes > n ? load->src + load->lanes : n;
	}
	return n;
}

int64_t
inputs_copied(const struct tiles *t, const struct tile *tile)
{
	int64_t element = (int64_t)dtype_info[t->spelling.dtype].size, n, lines;
	const struct channel_class *class;

	if (t->taps > 1 || t->unrolled || tile->kind != TILE_VECTOR_COLUMNS ||
		t->window.ic * t->plane_in * element <= SETS * WAYS * CACHE_LINE)
		return 0;
	class = class_of(t, tile);
	if (!class->inside || class->count < COPIES_FOR)
		return 0;
	n = inputs_in_a_row(tile);
	lines = n * element / CACHE_LINE + 1;
	if (t->window.ic * lines <= lines_held(t->plane_in * element, lines) ||
		t->window.ic * n * (int64_t)dtype_info[t->spelling.accumulator].size >
			MOST_COPIED)
		return 0;
	return n;
}

int64_t
elements_copied(const struct tiles *t, const struct channel_class *class)
{
	int64_t most = 0;

	for (size_t i = 0; i < class->ntile; i++) {
		int64_t n = inputs_copied(t, class->tile[i]);

		most = n > most ? n : most;
	}
	return most * t->window.ic;
}
