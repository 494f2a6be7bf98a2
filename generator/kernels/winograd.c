#include "kernels/winograd.h"

#include "arena.h"
#include "checked.h"

/* Winograd's minimal filtering, F(2x2, 3x3) and F(4x4, 3x3): tiles of inputs and kernels
   are transformed, multiplied point by point, summed over the input channels, and
   transformed back. Lanes are output channels where products are summed, and tiles where
   inputs are transformed. */

enum {
	SPARE = 4,                /* registers that are no sums: weights, an input */
	WIDEST = 56,              /* tiles of a block's row */
	TALLEST = 8,              /* rows of tiles of a block */
	SMALL_WEIGHTS = 1 << 19,  /* bytes that stay in a cache between blocks */
	SCRATCH = 256 << 10,      /* bytes on the stack where the weights do */
	MOST_SCRATCH = 704 << 10, /* and where blocks had better be few */
	TILE_CHANNELS_ROOM =
		256, /* channels' worth of scratch of one tile beside the inputs */
	FUNCTION_BYTES = 2000 /* of code */
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
winograd_row(const struct winograd *g, const struct axis *axis, int64_t tile)
{
	struct winograd_reach reach = winograd_reach_of(g, axis, tile, 1);
	size_t i = 0;

	while (i < g->nrow && !reaches_alike(&g->row[i], &reach))
		i++;
	return i;
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

/* Cuts an axis into stretches of at most so many tiles, as even as can be. */
static void
cut_tiles(struct winograd *g, const struct axis *axis, int number, int64_t most,
	struct arena *arena)
{
	int64_t tiles = ceil_div(axis->out, g->outputs), n = ceil_div(tiles, most);

	most = ceil_div(tiles, n);
	g->cut[number] = NULL;
	g->ncut[number] = 0;
	for (int64_t first = 0; first < tiles; first += most) {
		int64_t size = tiles - first < most ? tiles - first : most;
		size_t k = g->ncut[number];
		struct winograd_cut *last = k ? &g->cut[number][k - 1] : NULL;

		if (last && last->tiles == size &&
			cuts_alike(g, axis, last->first, first, size, number == 0)) {
			last->count++;
			continue;
		}
		g->cut[number] =
			arena_grow(arena, g->cut[number], k, sizeof *g->cut[number]);
		g->cut[number][k] = (struct winograd_cut){first, size, 1};
		g->ncut[number]++;
	}
}

static void
find_rows(struct winograd *g, const struct axis *axis, struct arena *arena)
{
	int64_t tiles = ceil_div(axis->out, g->outputs);

	for (int64_t i = 0; i < tiles; i++) {
		if (winograd_row(g, axis, i) < g->nrow)
			continue;
		g->row = arena_grow(arena, g->row, g->nrow, sizeof *g->row);
		g->row[g->nrow++] = winograd_reach_of(g, axis, i, 1);
	}
}

/* Sizes of the scratch for blocks of so many rows and columns of tiles; returns its
   bytes. */
static int64_t
size_scratch(struct winograd *g, const struct tiles *t, int64_t rows, int64_t columns)
{
	int64_t lanes = t->vector->lanes, line;

	g->most_column = columns;
	g->most_tiles = rows * columns;
	/* A step that is no power of two keeps the points out of each other's way in the
	   cache, and holds what the last vector stores behind its tiles. */
	g->input_step = ceil_div(t->window.ic * g->most_tiles, lanes) * lanes + lanes;
	g->product_step = g->most_tiles * t->class[0].lanes + lanes;
	g->inputs_size = g->kernels * g->input_step;
	g->products_size = g->kernels * g->product_step;
	g->rows_size = g->outputs * g->outputs * columns * lanes;
	line = ceil_div(columns, lanes) * lanes * g->outputs + lanes;
	g->line = line + 2 * lanes;
	return (g->inputs_size + g->products_size + g->rows_size + g->points * g->line) *
	       (int64_t)dtype_info[t->spelling.accumulator].size;
}

static void
find_blocks(struct winograd *g, const struct tiles *t, struct arena *arena)
{
	const struct axis *axis = t->window.axis;
	int64_t height = ceil_div(axis[0].out, g->outputs), rows = height;
	int64_t width = ceil_div(axis[1].out, g->outputs), columns = width;
	int64_t size = (int64_t)dtype_info[t->spelling.accumulator].size;
	int64_t weights = winograd_weights(g, t) * size / t->window.group;
	int64_t most = weights <= SMALL_WEIGHTS ? SCRATCH : MOST_SCRATCH;

	if (columns > WIDEST)
		columns = ceil_div(width, ceil_div(width, WIDEST));
	if (rows > TALLEST)
		rows = TALLEST;
	while (rows > 1 && size_scratch(g, t, rows, columns) > most)
		rows--;
	rows = ceil_div(height, ceil_div(height, rows));
	while (columns > 1 && size_scratch(g, t, rows, columns) > MOST_SCRATCH)
		columns = ceil_div(width, ceil_div(width, columns) + 1);
	cut_tiles(g, &axis[0], 0, rows, arena);
	cut_tiles(g, &axis[1], 1, columns, arena);
	find_rows(g, &axis[0], arena);
	size_scratch(g, t, g->cut[0][0].tiles, g->cut[1][0].tiles);
}

static void
add_class(struct tiles *t, int64_t first, int64_t channels, int64_t count)
{
	int64_t lanes = t->vector->lanes;

	t->class[t->nclass++] = (struct channel_class){.first = first,
		.channels = channels,
		.count = count,
		.lanes = ceil_div(channels, lanes) * lanes};
}

static void
add_store(struct tiles *t, int64_t positions, int64_t channels, struct arena *arena)
{
	struct store *store = (struct store *)t->store;

	for (size_t i = 0; i < t->nstore; i++)
		if (store[i].positions == positions && store[i].channels == channels)
			return;
	t->store = store = arena_grow(arena, store, t->nstore, sizeof *store);
	store[t->nstore++] = (struct store){positions, channels};
}

/* The functions that rows of outputs are stored with. */
static void
find_stores(const struct winograd *g, struct tiles *t, struct arena *arena)
{
	int64_t lanes = t->vector->lanes;

	for (size_t c = 0; c < t->nclass; c++)
		for (size_t k = 0; k < g->ncut[1]; k++) {
			const struct winograd_cut *cut = &g->cut[1][k];
			int64_t n = winograd_outputs(
				g, &t->window.axis[1], cut->first, cut->tiles);

			for (int64_t at = 0; at < t->class[c].channels; at += lanes) {
				int64_t left = t->class[c].channels - at;

				left = left < lanes ? left : lanes;
				if (n >= lanes)
					add_store(t, lanes, left, arena);
				if (n % lanes)
					add_store(t, n % lanes, left, arena);
			}
		}
}

/* Numbers read, and arithmetic: what of it the operation needs, whatever lanes are left
   over. */
static void
find_cost(const struct winograd *g, const struct tiles *t, struct schedule *schedule)
{
	const struct window_plan *w = &t->window;
	struct cost *cost = &schedule->cost;
	bool four = g->outputs == 4, fused = schedule->settings.numerics == NUMERICS_FMA;
	uint64_t planes = (uint64_t)(w->batch * w->group), ic = (uint64_t)w->ic;
	uint64_t tiles = (uint64_t)(ceil_div(w->axis[0].out, g->outputs) *
				    ceil_div(w->axis[1].out, g->outputs));
	uint64_t in = planes * tiles * ic, out = planes * tiles * (uint64_t)w->oc;
	uint64_t products = in * (uint64_t)(g->kernels * w->oc);
	uint64_t outputs = (uint64_t)schedule->plan->dst.nelement;
	/* Lines transformed: points along both axes; points, then outputs. */
	uint64_t lines = in * (uint64_t)(2 * g->points);
	uint64_t back = out * (uint64_t)(g->points + g->outputs);
	uint64_t muladds = products + (four ? 8 * lines + 3 * back : 0);

	cost->adds = 4 * lines + (four ? 7 : 4) * back +
		     out * (uint64_t)(g->outputs * g->outputs);
	cost->fmas = fused ? muladds : 0;
	cost->multiplies = fused ? 0 : muladds;
	cost->adds += fused ? 0 : muladds;
	cost->reads = in * (uint64_t)g->kernels + products +
		      (schedule->plan->bias ? outputs : 0);
	cost->writes = outputs;
	cost->constant_bytes = (uint64_t)winograd_weights(g, t) *
			       dtype_info[t->spelling.accumulator].size;
	cost->stack_bytes = (uint64_t)(g->inputs_size + g->products_size + g->rows_size +
				       g->points * g->line) *
			    dtype_info[t->spelling.accumulator].size;
}

static bool
plan_winograd(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct target *target = schedule->target;
	struct tiles *t = tiles_begin(schedule, arena);
	struct winograd *g = arena_new(arena, struct winograd);
	int64_t vectors = target->vector_bytes == 16 && target->registers > 16 ? 4 : 2;
	int64_t oc = t->window.oc, wide;

	schedule->u.tiles = t;
	t->winograd = g;
	t->vector = vector_type_of(target, schedule->plan->dst.dtype, arena);
	wide = vectors * t->vector->lanes;
	if (oc / wide)
		add_class(t, 0, wide, oc / wide);
	if (oc % wide)
		add_class(t, oc / wide * wide, oc % wide, 1);
	g->outputs = schedule->tile;
	g->points = g->outputs + 2;
	g->kernels = g->points * g->points;
	g->positions = (target->registers - SPARE) / vectors;
	find_blocks(g, t, arena);
	find_stores(g, t, arena);
	winograd_transform(g, t, schedule->plan->weights, arena);
	schedule->bound = winograd_bound(g, t);
	find_cost(g, t, schedule);
	schedule->estimate = (g->ncut[0] * g->ncut[1] + 2 * t->nclass) * FUNCTION_BYTES;
	return schedule->estimate <= max_output;
}

static bool
is_plain(const struct axis *axis)
{
	return axis->kernel == 3 && axis->stride == 1 && axis->dilation == 1 &&
	       axis->pad_begin >= 0 && axis->pad_end >= 0 && axis->out > 0;
}

/* The time of tiles of 2 by 2, for an output: products, both transforms, and fetching
   weights that no cache holds. */
static double
estimate_winograd(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	size_t size = dtype_info[dtype_accumulator(plan->dst.dtype)].size;
	int64_t lanes = target->vector_bytes / (int64_t)size;
	double vectors, tiles, outputs, bytes;

	if (w->reduction != REDUCE_CONV || !w->ic || w->naxis != 2 ||
		!is_plain(&w->axis[0]) || !is_plain(&w->axis[1]) ||
		!constant_is_finite(plan->weights) ||
		(uint64_t)(w->ic + TILE_CHANNELS_ROOM) * 36 * size > MOST_SCRATCH)
		return -1;
	vectors = (double)ceil_div(w->oc, lanes);
	tiles = (double)(ceil_div(w->axis[0].out, 2) * ceil_div(w->axis[1].out, 2));
	outputs = (double)(w->axis[0].out * w->axis[1].out);
	bytes = 16 * (double)(w->ic * (int64_t)size) * vectors * (double)lanes;
	bytes = bytes > 1 << 20 ? bytes - (1 << 20) : 0;
	tiles /= outputs;
	return tiles * (16 * (double)w->ic * vectors + 8 * (double)w->ic + 64 * vectors) +
	       bytes / 5 / outputs;
}

const struct kernel kernel_winograd = {
	.name = "winograd",
	.kind = PLAN_WINDOW,
	.loops = true,
	.vectors = true,
	.fast = true,
	.summary = "transformed tiles of inputs and weights, multiplied point by point",
	.estimate = estimate_winograd,
	.plan = plan_winograd,
};
