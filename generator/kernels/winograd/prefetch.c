#include "kernels/winograd/winograd.h"

#include "base/checked.h"

/* What blocks of kernel_winograd prefetch. Between a block and the one below it, all
   products of a row of blocks are computed. If planes are larger than the caches,
   little of the inputs is left there afterwards. So each block prefetches some of the
   rows that the blocks below begin to read. On x86-64-v4, VGG's 224x224 takes a tenth
   less time with this in tiles of 2, and a fifth less in tiles of 4. */

/* The sums of products per point in the first part of a block, which has the most. */
static int64_t
count_sums(const struct winograd *g)
{
	int64_t columns = min_of(g->range[1][0].tiles, g->part), sums = 0;
	int64_t tiles = g->range[0][0].tiles * columns;

	for (int64_t at = 0; at < tiles; at += winograd_positions(g, tiles, at))
		sums++;
	return sums;
}

struct row_prefetch
winograd_row_prefetch(const struct winograd *g)
{
	const struct tile_plan *p = g->plan;
	const struct window_plan *w = &p->window;
	int64_t sums = count_sums(g), rows = g->range[0][0].tiles * g->outputs;
	int64_t side_by_side = 0, points = 0;
	struct row_prefetch prefetch;

	for (size_t i = 0; i < g->nrange[1]; i++)
		side_by_side += g->range[1][i].count;
	for (size_t i = 0; i < p->noc_block; i++)
		points += p->oc_block[i].count * g->kernels *
			  ceil_div(g->range[1][0].tiles, g->part);
	prefetch.block = ceil_div(rows * w->axis[1].in, side_by_side);
	prefetch.channels = ceil_div(w->ic, points);
	/* Inputs and outputs of up to twice the size of the second cache may stay in
	   it. */
	if (rows >= w->axis[0].out || prefetch.channels > sums ||
		tile_plan_image(p) <= 2 * p->target->processor->planning.far_bytes)
		return (struct row_prefetch){0};
	prefetch.sums = min_of(ceil_div(prefetch.block, w->ic), sums / prefetch.channels);
	prefetch.step = ceil_div(ceil_div(prefetch.block, prefetch.sums), w->ic);
	return prefetch;
}
