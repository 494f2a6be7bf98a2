#include "kernels/direct_c/direct_c.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/output_block.h"

#include <stdlib.h>
#include <string.h>

/* The micro-kernels of kernel_direct_c, and their calls. */

enum {
	STORE_CODE = 8 /* the code of an output's store, in multiply-adds */
};

static int
compare_terms(const void *a, const void *b)
{
	const struct channel_term *x = a, *y = b;

	if (x->src != y->src)
		return x->src < y->src ? -1 : 1;
	return (x->position > y->position) - (x->position < y->position);
}

/* Finds the terms. In a row of taps they are sorted by input, so that it is loaded once
   for all positions that share it; the taps of each position stay in order. */
static void
find_terms(const struct output_block *b, struct channel_kernel *own, struct arena *arena)
{
	const struct window_plan *w = &b->plan->window;
	size_t row = b->looped[w->naxis - 1] ? 1 : (size_t)w->axis[w->naxis - 1].kernel;
	struct channel_term *term =
		arena_array(arena, struct channel_term, b->ntap * b->positions + 1);
	size_t n = 0, first = 0;

	for (size_t k = 0; k < b->ntap; k++) {
		for (size_t p = 0; p < b->positions; p++) {
			int64_t src = b->src[k * b->positions + p];

			if (src != NO_INPUT)
				term[n++] = (struct channel_term){src, b->tap[k], p};
		}
		if ((k + 1) % row)
			continue;
		qsort(term + first, n - first, sizeof *term, compare_terms);
		first = n;
	}
	own->term = term;
	own->nterm = n;
}

/* Finds the outputs and divisors of positions; a window without an input divides by 1. */
static void
find_positions(
	const struct output_block *b, struct channel_kernel *own, struct arena *arena)
{
	int64_t *dst = arena_array(arena, int64_t, b->positions);
	int64_t *divisor = arena_array(arena, int64_t, b->positions);

	for (size_t p = 0; p < b->positions; p++) {
		dst[p] = block_dst(b, p);
		divisor[p] = 1;
	}
	for (size_t i = 0; i < own->nterm; i++)
		divisor[own->term[i].position] = block_divisor(b, own->term[i].position);
	own->dst = dst;
	own->divisor = divisor;
}

static bool
same_code(const struct micro_kernel *x, const struct micro_kernel *y)
{
	const struct channel_kernel *a = channel_kernel_of(x), *b = channel_kernel_of(y);
	size_t bytes = (size_t)x->positions * sizeof *a->dst;
	bool same = x->positions == y->positions && a->nterm == b->nterm &&
		    !memcmp(a->dst, b->dst, bytes) &&
		    !memcmp(a->divisor, b->divisor, bytes);

	for (size_t i = 0; i < a->nterm && same; i++)
		same = a->term[i].src == b->term[i].src &&
		       a->term[i].tap == b->term[i].tap &&
		       a->term[i].position == b->term[i].position;
	return same;
}

/* The channels of so many vectors, or all of them if they do not fill one. */
static int64_t
channels_together(const struct tile_plan *p, int vectors)
{
	return min_of(vectors * p->vector->lanes, p->oc_block[0].channels);
}

static bool
plan_block(struct output_block *block, void *context)
{
	struct tap_search *s = context;
	struct channel_kernel *own = arena_new(s->arena, struct channel_kernel);
	struct micro_kernel kernel = {.own = own};
	uint64_t size;

	own->vectors = s->vectors;
	find_terms(block, own, s->arena);
	find_positions(block, own, s->arena);
	kernel.reads = own->nterm;
	kernel.together = channels_together(s->plan, s->vectors);
	size = own->nterm * (size_t)s->vectors;
	return tap_search_call(s, block, &kernel, same_code, size,
		STORE_CODE * block->positions * (size_t)s->vectors);
}

/* The fewest vectors of channels of a tile. Two, and at least a line of them, where
   others evict a position's line before the next vector is read. */
static int64_t
least_vectors(const struct tile_plan *p)
{
	int64_t bytes = p->vector->lanes * p->element;

	return direct_c_of(p)->crowded ? max_of(2, CACHE_LINE_BYTES / bytes) : 1;
}

/* Vectors of channels for so many positions, for as many sums as there should be: as many
   as divide all vectors of channels. */
static int
find_vectors(const struct tile_plan *p, int64_t positions, int64_t sums)
{
	int64_t channels = p->oc_block[0].channels;
	int64_t all = ceil_div(channels, p->vector->lanes);
	int64_t n = min_of(sums / positions, MOST_VECTORS);

	while (n > 1 && (all % n || n * p->vector->lanes > channels))
		n--;
	return (int)max_of(n, 1);
}

static void
find_tiling(struct tap_search *s, struct tiling *how)
{
	int64_t sums = s->plan->target->registers > 16 ? SUMS_OF_32 : SUMS_OF_16;
	int64_t positions =
		tile_rows(&s->plan->window, sums / least_vectors(s->plan), how);

	s->vectors = find_vectors(s->plan, positions, sums);
}

uint64_t
direct_c_plan_block(struct tile_plan *plan, struct oc_block *block, uint64_t limit,
	struct arena *arena)
{
	struct tap_search s = {.plan = plan,
		.block = block,
		.room = plan->target->processor->planning.ow_code,
		.find_tiling = find_tiling,
		.plan_block = plan_block,
		.arena = arena};

	return tap_search_run(&s, limit);
}
