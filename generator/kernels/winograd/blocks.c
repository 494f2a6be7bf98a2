#include "kernels/winograd/winograd.h"

#include "arena.h"
#include "checked.h"

/* How kernel_winograd cuts a plane into blocks of tiles, and what of its inputs a block's
   vectors read. */

enum {
	WIDEST = 112,            /* tiles of a block's row */
	TALLEST = 8,             /* rows of tiles of a block */
	SMALL_WEIGHTS = 1 << 19, /* bytes that stay in a cache between blocks */
	PART = 56,           /* where they do: tiles whose products are there at once, */
	SCRATCH = 256 << 10, /* and bytes on the stack of blocks of several rows */
	AHEAD = 8 << 10      /* where not: bytes by which weights are asked for early */
};

struct winograd_reach
winograd_reach_of(
	const struct winograd *g, const struct axis *axis, int64_t tile, int64_t tiles)
{
	int64_t first = tile * g->outputs - axis->pad_begin;
	int64_t end = first + tiles * g->outputs + 2;
	int64_t at = first < 0 ? 0 : first;

	if (end > axis->in)
		end = axis->in;
	if (end <= at)
		return (struct winograd_reach){0};
	return (struct winograd_reach){at - first, at, end - at};
}

int64_t
winograd_outputs(
	const struct winograd *g, const struct axis *axis, int64_t tile, int64_t tiles)
{
	int64_t left = axis->out - tile * g->outputs;

	return left < tiles * g->outputs ? left : tiles * g->outputs;
}

static bool
reaches_alike(const struct winograd_reach *a, const struct winograd_reach *b)
{
	return a->before == b->before && a->n == b->n;
}

size_t
winograd_pieces(const struct winograd *g, const struct winograd_reach *reach,
	int64_t tile, int64_t lanes, struct winograd_piece piece[MOST_PIECES])
{
	/* Tiles of 2 read pairs, from their first input and from their third one on;
	   tiles of 4 read four vectors, and the last two of a fifth. */
	const int64_t of_2[] = {0, lanes, 2, lanes + 2};
	const int64_t of_4[] = {0, lanes, 2 * lanes, 3 * lanes, 3 * lanes + 2};
	bool four = g->outputs == 4;
	size_t n = four ? sizeof of_4 / sizeof *of_4 : sizeof of_2 / sizeof *of_2;

	for (size_t i = 0; i < n; i++) {
		int64_t from = tile * g->outputs + (four ? of_4[i] : of_2[i]);
		int64_t first = from - reach->before, end = first + lanes;
		int64_t at = first < 0 ? 0 : first;

		end = end > reach->n ? reach->n : end;
		piece[i] = end <= at ? (struct winograd_piece){0}
				     : (struct winograd_piece){at - first, at, end - at};
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

/* Whether stretches of as many tiles read and have as much. */
static bool
cuts_alike(const struct winograd *g, const struct axis *axis, int64_t a, int64_t b,
	int64_t tiles, bool each)
{
	for (int64_t i = 0; i < (each ? tiles : 1); i++) {
		int64_t n = each ? 1 : tiles;
		struct winograd_reach x = winograd_reach_of(g, axis, a + i, n);
		struct winograd_reach y = winograd_reach_of(g, axis, b + i, n);

		if (!reaches_alike(&x, &y))
			return false;
	}
	return winograd_outputs(g, axis, a, tiles) == winograd_outputs(g, axis, b, tiles);
}

/* How many stretches of so many tiles, one behind the other from a tile on, surely read
   and have as much: all of them inside of the plane, or of the padding on either side. */
static int64_t
stretches_alike(
	const struct winograd *g, const struct axis *axis, int64_t tile, int64_t tiles)
{
	int64_t at = tile * g->outputs - axis->pad_begin, size = tiles * g->outputs;
	int64_t left = axis->out - tile * g->outputs; /* outputs that are alike */

	if (at < 0 && left > -at - 2)
		left = -at - 2;
	if (at >= 0 && at < axis->in && left > axis->in - at - 2)
		left = axis->in - at - 2;
	return left < size ? 1 : left / size;
}

/* Cuts an axis into stretches of at most so many tiles, as even as can be. */
static void
cut_tiles(struct winograd *g, const struct axis *axis, int number, int64_t most,
	struct arena *arena)
{
	int64_t tiles = ceil_div(axis->out, g->outputs), n = ceil_div(tiles, most);

	most = ceil_div(tiles, n);
	g->cut[number] = NULL;
	g->ncut[number] = 0;
	for (int64_t first = 0, count; first < tiles; first += count * most) {
		int64_t size = tiles - first < most ? tiles - first : most;
		size_t k = g->ncut[number];
		struct winograd_cut *last = k ? &g->cut[number][k - 1] : NULL;

		count = stretches_alike(g, axis, first, size);
		if (last && last->tiles == size &&
			cuts_alike(g, axis, last->first, first, size, number == 0)) {
			last->count += count;
			continue;
		}
		g->cut[number] =
			arena_grow(arena, g->cut[number], k, sizeof *g->cut[number]);
		g->cut[number][k] = (struct winograd_cut){first, size, count, NULL, 0};
		g->ncut[number]++;
	}
}

static bool
reads_padding(const struct winograd *g, const struct winograd_reach *reach, int64_t tile,
	int64_t lanes)
{
	struct winograd_piece piece[MOST_PIECES];
	size_t n = winograd_pieces(g, reach, tile, lanes, piece);

	for (size_t i = 0; i < n; i++)
		if (piece[i].n < lanes)
			return true;
	return false;
}

/* The vectors that transform a stretch's tiles. */
static void
find_vectors(struct winograd *g, const struct axis *axis, struct winograd_cut *cut,
	int64_t lanes, struct arena *arena)
{
	struct winograd_reach reach = winograd_reach_of(g, axis, cut->first, cut->tiles);
	bool follows = false; /* the last one begins where this one may go on */

	for (int64_t tile = 0; tile < cut->tiles; tile += lanes) {
		int64_t last = cut->tiles - lanes;
		int64_t first = last >= 0 && tile > last ? last : tile;
		bool padding = reads_padding(g, &reach, first, lanes);
		size_t k = cut->nvectors;

		if (follows && !padding && first == tile) {
			cut->vectors[k - 1].count++;
			continue;
		}
		cut->vectors = arena_grow(arena, cut->vectors, k, sizeof *cut->vectors);
		cut->vectors[k] = (struct winograd_vectors){first, 1};
		cut->nvectors++;
		follows = !padding;
	}
}

/* How long a row of zeros has to be for tiles whose rows lie in the padding. */
static int64_t
find_zeros(const struct winograd *g, const struct window_plan *w)
{
	const struct axis *axis = w->axis;
	int64_t longest = 1;
	bool any = false;

	for (size_t i = 0; i < g->ncut[0]; i++)
		for (int64_t k = 0; k < g->cut[0][i].tiles; k++)
			any |= winograd_reach_of(g, &axis[0], g->cut[0][i].first + k, 1)
				       .n < g->points;
	for (size_t i = 0; i < g->ncut[1]; i++) {
		int64_t n = winograd_reach_of(
			g, &axis[1], g->cut[1][i].first, g->cut[1][i].tiles)
				    .n;

		longest = n > longest ? n : longest;
	}
	return any ? longest : 0;
}

/* Sizes of the scratch for blocks of so many rows and columns of tiles; returns its
   bytes. */
static int64_t
size_scratch(struct winograd *g, const struct tiles *t, int64_t rows, int64_t columns)
{
	int64_t lanes = t->vector->lanes;

	/* Fetching small weights again costs less than products that leave the cache. */
	g->part = columns;
	if (!g->ahead && rows == 1)
		g->part = ceil_div(columns, ceil_div(columns, PART));
	/* A step that is no power of two keeps the points out of each other's way in the
	   cache, and holds what the last vector stores behind its tiles. */
	g->input_step = ceil_div(t->window.ic * rows * columns, lanes) * lanes + lanes;
	g->product_step = rows * g->part * t->class[0].lanes + lanes;
	g->inputs_size = g->kernels * g->input_step;
	g->products_size = g->kernels * g->product_step;
	g->rows_size = g->outputs * g->outputs * g->part * lanes;
	return (g->inputs_size + g->products_size + g->rows_size) *
	       (int64_t)dtype_info[t->spelling.accumulator].size;
}

void
winograd_cut_plane(struct winograd *g, const struct tiles *t, struct arena *arena)
{
	const struct axis *axis = t->window.axis;
	int64_t height = ceil_div(axis[0].out, g->outputs), rows = height;
	int64_t width = ceil_div(axis[1].out, g->outputs), columns = width;
	int64_t size = (int64_t)dtype_info[t->spelling.accumulator].size, most = SCRATCH;

	if (winograd_weights(g, t) / t->window.group * size > SMALL_WEIGHTS) {
		g->ahead = AHEAD / size;
		g->line = CACHE_LINE / size;
		most = WINOGRAD_SCRATCH;
	}
	if (columns > WIDEST)
		columns = ceil_div(width, ceil_div(width, WIDEST));
	if (rows > TALLEST)
		rows = TALLEST;
	while (rows > 1 && size_scratch(g, t, rows, columns) > most)
		rows--;
	rows = ceil_div(height, ceil_div(height, rows));
	while (columns > 1 && size_scratch(g, t, rows, columns) > WINOGRAD_SCRATCH)
		columns = ceil_div(width, ceil_div(width, columns - 1));
	cut_tiles(g, &axis[0], 0, rows, arena);
	cut_tiles(g, &axis[1], 1, columns, arena);
	for (size_t i = 0; i < g->ncut[1]; i++)
		find_vectors(g, &axis[1], &g->cut[1][i], t->vector->lanes, arena);
	g->zeros = find_zeros(g, &t->window);
	size_scratch(g, t, g->cut[0][0].tiles, g->cut[1][0].tiles);
}
