#include "kernels/tiles.h"
#include "kernels/vector.h"

#include <stdlib.h>

/* Inputs that a vector tile asks for before they are wanted. The channels of a large
   input lie so far apart that no machine foresees where the next tile reads. */

enum {
	CACHE = 512 * 1024, /* bytes that the second cache has, at least */
	LINE = 64,          /* bytes of a cache line */
	MOST_INPUTS = 1024, /* of a tile and one input channel */
	VECTORS_FOR_A_LINE =
		6, /* vector operations that a line is asked for in, at least */
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
	int64_t step = 0;

	if (t->window.ic * t->plane_in * element <= CACHE)
		return 0;
	for (size_t c = 0; c < t->nclass; c++) {
		const struct channel_class *class = &t->class[c];

		if (class->count > 1 && !class->inside)
			continue;
		for (size_t i = 0; i < class->nnest; i++)
			if (class->nest[i].tile == tile && class->nest[i].along_first)
				step = class->nest[i].loop[0].src;
	}
	return t->window.ic * step * element > CACHE / 2 ? 0 : step;
}

size_t
inputs_ahead(const struct tiles *t, const struct tile *tile, int64_t line[MOST_AHEAD])
{
	int64_t element = (int64_t)dtype_info[t->spelling.dtype].size;
	int64_t step = find_step(t, tile, element);
	struct inputs inputs;
	size_t n = 0;

	if (!step || t->straight || tile->loops || !find_inputs(&inputs, tile))
		return 0;
	for (size_t i = 0; i < inputs.n; i++) {
		int64_t next = inputs.at[i] + step;

		if (bsearch(&next, inputs.at, inputs.n, sizeof next, compare) ||
			(n && next < line[n - 1] + LINE / element))
			continue;
		if (n == MOST_AHEAD || (n + 1) * VECTORS_FOR_A_LINE > inputs.terms)
			return 0;
		line[n++] = next;
	}
	return n;
}
