#include "kernels/winograd/winograd.h"

#include "checked.h"

/* What blocks of kernel_winograd ask for ahead of their use. Between two blocks that have
   the same columns lie all products of the first one, which leave little in the caches of
   planes that are larger than they; asked for meanwhile, the rows that the second one
   begins to read are there in time. On x86-64-v4 VGG's 224x224 takes a tenth less time in
   tiles of 2, and a fifth less in tiles of 4, whose blocks go row by row as well. */

enum {
	CACHE = 1 << 20 /* bytes of an image that may stay in it */
};

/* Sums of products of a point: of the first part of a block, which has the most. */
static int64_t
count_sums(const struct winograd *g)
{
	int64_t columns = g->cut[1][0].tiles, sums = 0;
	int64_t tiles = g->cut[0][0].tiles * (columns < g->part ? columns : g->part);

	for (int64_t at = 0; at < tiles; at += winograd_positions(g, tiles, at))
		sums++;
	return sums;
}

struct winograd_below
winograd_below_of(const struct winograd *g, const struct tiles *t)
{
	const struct window_plan *w = &t->window;
	int64_t size = (int64_t)dtype_info[t->spelling.dtype].size, sums = count_sums(g);
	int64_t side_by_side = 0, points = 0, rows = g->cut[0][0].tiles * g->outputs;
	struct winograd_below below;

	for (size_t i = 0; i < g->ncut[1]; i++)
		side_by_side += g->cut[1][i].count;
	for (size_t i = 0; i < t->nclass; i++)
		points += t->class[i].count * g->kernels *
			  ceil_div(g->cut[1][0].tiles, g->part);
	below.block = ceil_div(rows * w->axis[1].in, side_by_side);
	below.channels = ceil_div(w->ic, points);
	if (rows >= w->axis[0].out || below.channels > sums ||
		(w->ic * t->plane_in + w->oc * t->plane_out) * size <= CACHE)
		return (struct winograd_below){0};
	below.sums = ceil_div(below.block, w->ic);
	if (below.sums > sums / below.channels)
		below.sums = sums / below.channels;
	below.step = ceil_div(ceil_div(below.block, below.sums), w->ic);
	return below;
}
