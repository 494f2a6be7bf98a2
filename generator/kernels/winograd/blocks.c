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

/* What some tiles along an axis read. */
static struct reach
reach_of_tiles(const struct winograd *g, int axis, int64_t tile, int64_t tiles)
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

int64_t
winograd_positions(const struct winograd *g, int64_t tiles, int64_t at)
{
	int64_t parts = ceil_div(tiles, g->positions), larger = tiles % parts;
	int64_t size = tiles / parts;

	return at < larger * (size + 1) ? size + 1 : size;
}

/* How many successive stretches, from a tile on, read padding in the same places and
   write the same number of outputs: all of them inside the plane, or inside the padding
   on either side. */
static int64_t
stretches_alike(
	const struct winograd *g, const struct axis *axis, int64_t tile, int64_t tiles)
{
	int64_t at = tile * g->outputs - axis->pad_begin, size = tiles * g->outputs;
	int64_t left = axis->out - tile * g->outputs; /* outputs left */

	if (axis->in && at < axis->in)
		left = min_of(left, (at < 0 ? 0 : axis->in) - at - 2);
	return left < size ? 1 : left / size;
}

/* Divides an axis into stretches of `most` tiles, and what is left. */
static void
cut_tiles(struct winograd *g, int axis, int64_t most, struct arena *arena)
{
	const struct axis *a = &g->plan->window.axis[axis];
	int64_t tiles = ceil_div(a->out, g->outputs);

	for (int64_t first = 0, count; first < tiles; first += count * most) {
		int64_t size = min_of(tiles - first, most);
		size_t k = g->nrange[axis]++;

		count = stretches_alike(g, a, first, size);
		g->range[axis] =
			arena_grow(arena, g->range[axis], k, sizeof *g->range[axis]);
		g->range[axis][k] = (struct tile_range){.first = first,
			.tiles = size,
			.count = count,
			.reach = reach_of_tiles(g, axis, first, size)};
	}
}

/* Whether some tiles read padding. */
static bool
reads_padding(const struct winograd *g, const struct reach *reach, int64_t tiles)
{
	return reach->n < tiles * g->outputs + 2;
}

/* The vectors that begin with a tile of a stretch. */
static struct tile_vectors
vectors_at(const struct winograd *g, const struct reach *stretch, int64_t tile)
{
	int64_t lanes = g->plan->vector->lanes;
	struct tile_vectors v = {.first = tile, .count = 1};

	/* Tiles of 2 read pairs, from the first input and from the third; tiles of 4 read
	   four vectors, and the last two inputs of a fifth. */
	const int64_t of_2[MOST_SEGMENTS] = {0, lanes, 2, lanes + 2};
	const int64_t of_4[MOST_SEGMENTS] = {
		0, lanes, 2 * lanes, 3 * lanes, 3 * lanes + 2};
	const int64_t *of = g->outputs == 4 ? of_4 : of_2;

	for (int i = 0; i < g->segments; i++) {
		int64_t from = tile * g->outputs + of[i] - stretch->before;

		v.segment[i] = reach_inside(from, from + lanes, stretch->n);
	}
	return v;
}

static void
find_vectors(const struct winograd *g, struct tile_range *range, struct arena *arena)
{
	int64_t lanes = g->plan->vector->lanes;
	bool follows = false; /* whether this vector can be one of the last ones */

	range->vectors =
		arena_array(arena, struct tile_vectors, ceil_div(range->tiles, lanes));
	for (int64_t tile = 0; tile < range->tiles; tile += lanes) {
		int64_t first = max_of(min_of(tile, range->tiles - lanes), 0);
		struct reach reach = reach_of_tiles(g, 1, range->first + first, lanes);
		bool padding = reads_padding(g, &reach, lanes);

		if (follows && !padding && first == tile)
			range->vectors[range->nvectors - 1].count++;
		else
			range->vectors[range->nvectors++] =
				vectors_at(g, &range->reach, first);
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
		any |= reads_padding(g, &g->range[0][i].reach, g->range[0][i].tiles);
	for (size_t i = 0; i < g->nrange[1]; i++)
		longest = max_of(longest, g->range[1][i].reach.n);
	return any ? longest : 0;
}

/* Sets the sizes of the scratch arrays for blocks of so many rows and columns of tiles;
   returns their bytes. */
static int64_t
size_scratch(struct winograd *g, int64_t rows, int64_t columns)
{
	const struct tile_plan *p = g->plan;
	int64_t lanes = p->vector->lanes;
	int64_t most = p->target->processor->tuning.winograd.products;

	/* If the weights are small, it costs less to load them again for each part than
	   to let the products grow out of the cache. */
	g->part = columns;
	if (!g->prefetch && rows == 1)
		g->part = ceil_div(columns, ceil_div(columns, most));
	/* The step is not a power of two, so that points do not share cache sets. The
	   last vector may store lanes beyond its tiles. */
	g->input_step = ceil_div(p->window.ic * rows * columns, lanes) * lanes + lanes;
	g->product_step = rows * g->part * p->oc_block[0].lanes + lanes;
	g->inputs = g->kernels * g->input_step;
	g->products = g->kernels * g->product_step;
	g->rows = g->outputs * g->outputs * g->part * lanes;
	return (g->inputs + g->products + g->rows) * (int64_t)dtype_info[p->sum].size;
}

/* What blocks of kernel_winograd prefetch. Between a block and the one below it, all
   products of a row of blocks are computed. If planes are larger than the caches,
   little of the inputs is left there afterwards. So each block prefetches some of the
   rows that the blocks below begin to read. On x86-64-v4, VGG's 224x224 takes a tenth
   less time with this in tiles of 2, and a fifth less in tiles of 4. */
static struct row_prefetch
find_row_prefetch(const struct winograd *g)
{
	const struct tile_plan *p = g->plan;
	const struct window_plan *w = &p->window;
	int64_t tiles = g->range[0][0].tiles, columns = g->range[1][0].tiles;
	int64_t rows = tiles * g->outputs;
	int64_t side_by_side = ceil_div(w->axis[1].out, columns * g->outputs);
	int64_t points = ceil_div(w->oc, p->oc_block[0].channels) * g->kernels *
			 ceil_div(columns, g->part);
	/* Of a point in the first part of a block, which has the most. */
	int64_t sums = ceil_div(tiles * g->part, g->positions);
	struct row_prefetch prefetch;

	prefetch.block = ceil_div(rows * w->axis[1].in, side_by_side);
	prefetch.channels = ceil_div(w->ic, points);
	/* Inputs and outputs of up to twice the size of the second cache may stay in
	   it. */
	if (rows >= w->axis[0].out || prefetch.channels > sums ||
		tile_plan_image(p) <= 2 * p->target->processor->tuning.far_bytes)
		return (struct row_prefetch){0};
	prefetch.sums = min_of(ceil_div(prefetch.block, w->ic), sums / prefetch.channels);
	prefetch.step = ceil_div(ceil_div(prefetch.block, prefetch.sums), w->ic);
	return prefetch;
}

void
winograd_cut_plane(struct winograd *g, struct arena *arena)
{
	const struct tile_plan *p = g->plan;
	const struct tuning *limit = &p->target->processor->tuning;
	const struct axis *axis = p->window.axis;
	int64_t height = ceil_div(axis[0].out, g->outputs), rows = height;
	int64_t width = ceil_div(axis[1].out, g->outputs), columns = width;
	int64_t most = limit->far_bytes / 2;

	/* Weights that do not stay in the second cache between blocks are prefetched,
	   and blocks are larger, so that the weights are loaded less often. */
	if (packed_elements(p) / p->window.group > sums_in(p, limit->far_bytes)) {
		g->prefetch = sums_in(p, limit->prefetch_products);
		most = SCRATCH_BYTES;
	}
	columns = ceil_div(width, ceil_div(width, limit->winograd.width));
	rows = min_of(rows, limit->winograd.height);
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
	size_scratch(g, rows, columns);
	g->row_prefetch = find_row_prefetch(g);
}
