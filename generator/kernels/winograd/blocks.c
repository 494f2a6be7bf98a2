#include "kernels/winograd/winograd.h"

#include "base/arena.h"
#include "base/checked.h"

/* How kernel_winograd divides a plane into blocks of tiles, and which inputs the
   vectors of a block read. */

/* Those of the places first..end-1 that are inside 0..n-1. */
static struct reach
reach_inside(int64_t first, int64_t end, int64_t n)
{
	int64_t at = max_of(first, 0);

	end = min_of(end, n);
	return end <= at ? (struct reach){0} : (struct reach){at - first, at, end - at};
}

struct reach
winograd_reach(const struct winograd *g, int axis, int64_t tile, int64_t tiles)
{
	const struct axis *a = &g->plan->window.axis[axis];
	int64_t first = tile * g->outputs - a->pad_begin;

	return reach_inside(first, first + tiles * g->outputs + 2, a->in);
}

int64_t
winograd_outputs(const struct winograd *g, int axis, int64_t tile, int64_t tiles)
{
	int64_t out = g->plan->window.axis[axis].out;

	return min_of(out - tile * g->outputs, tiles * g->outputs);
}

size_t
winograd_segments(const struct winograd *g, const struct reach *reach, int64_t tile,
	struct reach segment[MOST_SEGMENTS])
{
	int64_t lanes = g->plan->vector->lanes;

	/* Tiles of 2 read pairs, from the first input and from the third; tiles of 4 read
	   four vectors, and the last two inputs of a fifth. */
	const int64_t of_2[] = {0, lanes, 2, lanes + 2};
	const int64_t of_4[] = {0, lanes, 2 * lanes, 3 * lanes, 3 * lanes + 2};
	bool four = g->outputs == 4;
	size_t n = four ? sizeof of_4 / sizeof *of_4 : sizeof of_2 / sizeof *of_2;

	for (size_t i = 0; i < n; i++) {
		int64_t from = tile * g->outputs + (four ? of_4[i] : of_2[i]);

		segment[i] = reach_inside(
			from - reach->before, from - reach->before + lanes, reach->n);
	}
	return n;
}

int64_t
winograd_positions(const struct winograd *g, int64_t tiles, int64_t at)
{
	int64_t parts = ceil_div(tiles, g->positions), larger = tiles % parts;
	int64_t size = tiles / parts;

	return at < larger * (size + 1) ? size + 1 : size;
}

/* Whether two stretches, from tiles a and b on, read padding in the same places and
   write the same number of outputs. Rows of tiles read it one by one. */
static bool
cuts_alike(const struct winograd *g, int axis, int64_t a, int64_t b, int64_t tiles)
{
	int64_t n = axis == 0 ? 1 : tiles;

	for (int64_t i = 0; i < tiles; i += n) {
		struct reach x = winograd_reach(g, axis, a + i, n);
		struct reach y = winograd_reach(g, axis, b + i, n);

		if (x.before != y.before || x.n != y.n)
			return false;
	}
	return winograd_outputs(g, axis, a, tiles) == winograd_outputs(g, axis, b, tiles);
}

/* A lower bound of how many successive stretches, from a tile on, read padding in the
   same places and write the same number of outputs: all of them inside the plane, or
   inside the padding on either side. */
static int64_t
stretches_alike(
	const struct winograd *g, const struct axis *axis, int64_t tile, int64_t tiles)
{
	int64_t at = tile * g->outputs - axis->pad_begin, size = tiles * g->outputs;
	int64_t left = axis->out - tile * g->outputs; /* outputs left */

	if (at < 0)
		left = min_of(left, -at - 2);
	else if (at < axis->in)
		left = min_of(left, axis->in - at - 2);
	return left < size ? 1 : left / size;
}

/* Divides an axis as evenly as possible into stretches of at most `most` tiles. */
static void
cut_tiles(struct winograd *g, int axis, int64_t most, struct arena *arena)
{
	const struct axis *a = &g->plan->window.axis[axis];
	int64_t tiles = ceil_div(a->out, g->outputs), n = ceil_div(tiles, most);

	most = ceil_div(tiles, n);
	for (int64_t first = 0, count; first < tiles; first += count * most) {
		int64_t size = min_of(tiles - first, most);
		size_t k = g->nrange[axis];
		struct tile_range *last = k ? &g->range[axis][k - 1] : NULL;

		count = stretches_alike(g, a, first, size);
		if (last && last->tiles == size &&
			cuts_alike(g, axis, last->first, first, size)) {
			last->count += count;
			continue;
		}
		g->range[axis] =
			arena_grow(arena, g->range[axis], k, sizeof *g->range[axis]);
		g->range[axis][k] = (struct tile_range){first, size, count, NULL, 0};
		g->nrange[axis]++;
	}
}

static bool
reads_padding(const struct winograd *g, const struct reach *reach, int64_t tile)
{
	struct reach segment[MOST_SEGMENTS];
	size_t n = winograd_segments(g, reach, tile, segment);

	for (size_t i = 0; i < n; i++)
		if (segment[i].n < g->plan->vector->lanes)
			return true;
	return false;
}

static void
find_vectors(const struct winograd *g, struct tile_range *range, struct arena *arena)
{
	int64_t lanes = g->plan->vector->lanes;
	struct reach reach = winograd_reach(g, 1, range->first, range->tiles);
	bool follows = false; /* whether this vector can be one of the last ones */

	for (int64_t tile = 0; tile < range->tiles; tile += lanes) {
		int64_t last = range->tiles - lanes;
		int64_t first = last >= 0 && tile > last ? last : tile;
		bool padding = reads_padding(g, &reach, first);
		size_t k = range->nvectors;

		if (follows && !padding && first == tile) {
			range->vectors[k - 1].count++;
			continue;
		}
		range->vectors =
			arena_grow(arena, range->vectors, k, sizeof *range->vectors);
		range->vectors[k] = (struct tile_vectors){first, 1};
		range->nvectors++;
		follows = !padding;
	}
}

/* The length of the row of zeros, for tiles with rows in the padding; 0: there are
   none. */
static int64_t
find_zeros(const struct winograd *g)
{
	int64_t longest = 1;
	bool any = false;

	for (size_t i = 0; i < g->nrange[0]; i++)
		for (int64_t k = 0; k < g->range[0][i].tiles; k++)
			any |= winograd_reach(g, 0, g->range[0][i].first + k, 1).n <
			       g->points;
	for (size_t i = 0; i < g->nrange[1]; i++) {
		const struct tile_range *range = &g->range[1][i];

		longest = max_of(
			longest, winograd_reach(g, 1, range->first, range->tiles).n);
	}
	return any ? longest : 0;
}

/* Sets the sizes of the scratch arrays for blocks of so many rows and columns of tiles;
   returns their bytes. */
static int64_t
size_scratch(struct winograd *g, int64_t rows, int64_t columns)
{
	const struct tile_plan *p = g->plan;
	int64_t lanes = p->vector->lanes;
	int64_t most = p->target->processor->planning.products_width;

	/* If the weights are small, it costs less to load them again for each part than
	   to let the products grow out of the cache. */
	g->part = columns;
	if (!g->prefetch && rows == 1)
		g->part = ceil_div(columns, ceil_div(columns, most));
	/* The step is not a power of two, so that points do not share cache sets. The
	   last vector may store lanes beyond its tiles. */
	g->input_step = ceil_div(p->window.ic * rows * columns, lanes) * lanes + lanes;
	g->product_step = rows * g->part * p->oc_block[0].lanes + lanes;
	g->inputs_size = g->kernels * g->input_step;
	g->products_size = g->kernels * g->product_step;
	g->rows_size = g->outputs * g->outputs * g->part * lanes;
	return (g->inputs_size + g->products_size + g->rows_size) *
	       (int64_t)dtype_info[p->sum].size;
}

void
winograd_cut_plane(struct winograd *g, struct arena *arena)
{
	const struct tile_plan *p = g->plan;
	const struct planning *limit = &p->target->processor->planning;
	const struct axis *axis = p->window.axis;
	int64_t height = ceil_div(axis[0].out, g->outputs), rows = height;
	int64_t width = ceil_div(axis[1].out, g->outputs), columns = width;
	int64_t most = limit->far_bytes / 2;

	/* Weights that do not stay in the second cache between blocks are prefetched,
	   and blocks are larger, so that the weights are loaded less often. */
	if (winograd_weights(g) / p->window.group > sums_in(p, limit->far_bytes)) {
		g->prefetch = sums_in(p, limit->prefetch_products);
		most = SCRATCH_BYTES;
	}
	columns = ceil_div(width, ceil_div(width, limit->block_width));
	rows = min_of(rows, limit->block_height);
	while (rows > 1 && size_scratch(g, rows, columns) > most)
		rows--;
	rows = ceil_div(height, ceil_div(height, rows));
	while (columns > 1 && size_scratch(g, rows, columns) > SCRATCH_BYTES)
		columns = ceil_div(width, ceil_div(width, columns - 1));
	cut_tiles(g, 0, rows, arena);
	cut_tiles(g, 1, columns, arena);
	for (size_t i = 0; i < g->nrange[1]; i++)
		find_vectors(g, &g->range[1][i], arena);
	g->zeros = find_zeros(g);
	size_scratch(g, g->range[0][0].tiles, g->range[1][0].tiles);
}

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
	int64_t sums = count_sums(g);
	int64_t side_by_side = 0, points = 0, rows = g->range[0][0].tiles * g->outputs;
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
