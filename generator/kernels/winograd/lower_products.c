#include "kernels/winograd/winograd.h"

#include "base/checked.h"

#include <assert.h>

/* Products of points, summed over the input channels. */

/* A function that sums products for one point of n tiles. */
struct products {
	const struct winograd_code *w;
	struct code_builder *code;
	const struct variable *src, *weights, *dst, *below, *step;
	struct register_tile tile; /* a row is a tile of outputs */
	const struct variable *sum[MOST_POSITIONS * CODE_LANES];
};

static void
declare(struct products *p)
{
	struct register_tile *t = &p->tile;

	tile_declare(t, t->vectors);
	for (int64_t i = 0; i < t->rows * t->vectors; i++)
		p->sum[i] = code_let(p->code, false,
			code_name(p->code, "sum%d_%d", (int)(i / t->vectors),
				(int)(i % t->vectors)),
			code_number(p->code, t->vector, 0));
	t->sum = p->sum;
}

static void
add_terms(struct products *p)
{
	struct tap_term term[MOST_POSITIONS] = {{0}};

	p->tile.x = (struct tile_operand){.at = code_at(p->src, 0), .inc = 1};
	p->tile.w = (struct tile_operand){
		.at = code_at(p->weights, 0), .lane = 1, .whole = true};
	for (int64_t i = 0; i < p->tile.rows; i++)
		term[i] = (struct tap_term){.src = i, .position = (size_t)i};
	tile_step(&p->tile, term, (size_t)p->tile.rows);
}

/* Adds the prefetches; in a loop, advances to the next input channel. */
static void
move_on(const struct products *p)
{
	const struct winograd *g = p->w->g;
	int64_t line = CACHE_LINE_BYTES / g->plan->element;

	for (int64_t k = 0; g->prefetch && k < p->tile.lanes;
		k += sums_in(g->plan, CACHE_LINE_BYTES))
		code_prefetch(p->code, code_at(p->weights, g->prefetch + k));
	for (int64_t k = 0; k < g->row_prefetch.step; k += line)
		code_prefetch(p->code, code_at(p->below, k));
	if (!p->step)
		return;
	code_point(p->code, p->src, code_along(p->code, p->src, p->step, 1));
	code_point(p->code, p->weights, code_at(p->weights, p->tile.lanes));
	if (p->below)
		code_point(p->code, p->below, code_at(p->below, g->row_prefetch.step));
}

static const struct function *
lower_products(const struct winograd_code *w, int64_t n, size_t oc_block)
{
	struct code_builder *code = w->k.code;
	int64_t width = w->g->plan->oc_block[oc_block].lanes, ic = w->k.window->ic;
	bool loops = ic > 1, asks = w->g->row_prefetch.step;
	struct products p = {.w = w,
		.code = code,
		.tile = {.code = code,
			.fused = w->k.l->fused,
			.vector = w->k.vector,
			.rows = n,
			.vectors = width / w->k.vector.lanes,
			.lanes = width,
			.by_tap = true}};
	const struct variable *c;

	assert(n <= MOST_POSITIONS && p.tile.vectors <= CODE_LANES);
	code_function(code, LINKAGE_NOINLINE,
		lowering_name(w->k.l, "products_%d_%zu", (int)n, oc_block),
		code_name(code,
			"Products of one point of %s with %d output channels' "
			"weights%s%s.",
			code_count(code, n, "tile"), (int)width,
			loops ? ", summed over the input channels" : "",
			asks ? ". Prefetches inputs at below" : ""));
	p.src = code_input(code, w->k.sum, "src");
	if (loops)
		p.step = code_parameter(
			code, VARIABLE_COUNTER, code_scalar(DTYPE_INT64), "step");
	p.weights = code_input(code, w->k.sum, "weights");
	p.dst = code_scratch(code, w->k.sum, "dst");
	if (asks)
		p.below = code_input(code, w->k.memory, "below");
	declare(&p);
	code_counters(code, {&c, "c", loops});
	code_blank(code);
	code_loop_to(code, c, 0, 1, (struct limit){.limit = ic, .channels = true});
	add_terms(&p);
	move_on(&p);
	code_end(code);
	for (int64_t i = 0; i < n; i++)
		for (int64_t k = 0; k < p.tile.vectors; k++)
			code_store(code,
				code_at(p.dst, i * width + k * w->k.vector.lanes),
				tile_sum(&p.tile, i, k));
	return code_end_function(code);
}

/* Builds those that so many tiles of a block need, each once. */
static void
lower_products_of(struct winograd_code *w, size_t oc_block, int64_t tiles)
{
	for (int64_t at = 0, n; at < tiles; at += n) {
		n = winograd_positions(w->g, tiles, at);
		if (!w->product[oc_block][n])
			w->product[oc_block][n] = lower_products(w, n, oc_block);
	}
}

void
winograd_lower_products(struct winograd_code *w, size_t oc_block)
{
	const struct winograd *g = w->g;

	for (size_t i = 0; i < g->nrange[0] * g->nrange[1]; i++) {
		int64_t rows = g->range[0][i / g->nrange[1]].tiles;
		int64_t columns = g->range[1][i % g->nrange[1]].tiles;

		for (int64_t first = 0; first < columns; first += g->part)
			lower_products_of(
				w, oc_block, rows * min_of(columns - first, g->part));
	}
}

/* The address of a point's share of the prefetched inputs. If there are more points
   than shares, later points prefetch the first shares again, which are in the cache by
   then. */
static const struct variable *
let_next(const struct block *b)
{
	const struct winograd_code *w = b->w;
	const struct winograd *g = w->g;
	const struct tile_plan *p = g->plan;
	int64_t channels = p->oc_block[0].channels; /* of a tile of them */
	int64_t points = g->kernels * ceil_div(b->columns->tiles, g->part);
	int64_t shares = p->window.ic / g->row_prefetch.channels;
	bool again = ceil_div(p->window.oc, channels) * points > shares;

	return code_let_pointer(w->k.code, true, true, w->k.memory, "next",
		code_indexed_by(w->k.code, code_at(w->below, 0),
			(struct index_term){
				.counter = shares > 1 ? w->point_number : NULL,
				.modulo = again ? shares : 0,
				.inc = g->row_prefetch.channels * p->window.src.channel,
				.second = w->b,
				.scale = points,
				.add = p->oc_block[b->oc_block].first / channels *
					       points +
				       b->first / g->part * g->kernels}));
}

void
winograd_add_products(const struct block *b)
{
	const struct winograd_code *w = b->w;
	const struct winograd *g = w->g;
	struct code_builder *code = w->k.code;
	const struct oc_block *oc = &g->plan->oc_block[b->oc_block];
	int64_t tiles = b->rows->tiles * b->tiles, ic = w->k.window->ic, n, sums = 0;
	const struct row_prefetch *of = &g->row_prefetch;
	int64_t before = packed_channels(g->plan, b->oc_block) * ic * g->kernels;
	const struct variable *point, *weight, *product, *next = NULL;
	const struct variable *k = w->point_number;
	struct address weights = code_indexed(
		code, code_at(w->k.weights, before), w->b, panel_elements(g->plan, oc));

	code_loop(code, k, g->kernels);
	point = code_let_pointer(code, true, true, w->k.sum, "point",
		code_along(code, w->points, k, g->input_step));
	weight = code_let_pointer(code, true, true, w->k.sum, "weight",
		code_indexed(code, weights, k, ic * oc->lanes));
	product = code_let_pointer(code, false, true, w->k.sum, "product",
		code_along(code, w->products, k, g->product_step));
	if (of->step)
		next = let_next(b);
	code_blank(code);
	for (int64_t at = 0; at < tiles; at += n, sums++) {
		int64_t ahead = 0;

		n = winograd_positions(g, tiles, at);
		if (next)
			ahead = sums / of->sums % of->channels *
					g->plan->window.src.channel +
				sums % of->sums * of->step * ic;
		code_call_with(code, w->product[b->oc_block][n],
			code_pass(code_at(point, b->first + at)),
			code_pass_if(ic > 1,
				code_pass_number(b->rows->tiles * b->columns->tiles)),
			code_pass_pointer(weight),
			code_pass(code_at(product, at * oc->lanes)),
			code_pass_if(next, code_pass(code_at(next, ahead))));
	}
	code_end(code);
}

/* Sums of products, transformed to outputs. */

/* The function being built: a row of tiles of an oc_block. */
struct tiles_row {
	const struct variable *src, *bias, *dst, *column, *y;
};

/* Adds the transforms of one tile along both axes. */
static void
add_tile(const struct winograd_code *w, const struct tiles_row *r)
{
	const struct winograd *g = w->g;
	struct code_builder *code = w->k.code;
	int lanes = w->k.vector.lanes;
	int64_t row = g->part * g->outputs * lanes;

	for (int64_t j = 0; j < g->points; j++)
		winograd_transform_array(w, w->output,
			code_at(r->src, j * g->product_step), g->points * g->product_step,
			code_at(r->column, j * g->outputs));
	for (int64_t i = 0; i < g->outputs; i++) {
		winograd_transform_array(w, w->output, code_at(r->column, i), g->outputs,
			code_at(r->y, 0));
		for (int64_t j = 0; j < g->outputs; j++)
			code_store(code, code_at(r->dst, i * row + j * lanes),
				code_binary(code, VALUE_ADD, code_get(code, r->bias),
					code_load(code, w->k.vector, code_at(r->y, j))));
	}
}

static const struct function *
lower_tiles(const struct winograd_code *w, size_t oc_block)
{
	const struct winograd *g = w->g;
	struct code_builder *code = w->k.code;
	const struct variable *tiles, *t;
	struct variable *array[2];
	struct tiles_row r;

	code_function(code, LINKAGE_NOINLINE,
		lowering_name(w->k.l, "tiles_%zu", oc_block),
		"The outputs of a row of tiles, in vectors of output channels, out of "
		"their products.");
	r.src = code_input(code, w->k.sum, "src");
	r.bias = code_parameter(code, VARIABLE_VALUE, w->k.vector, "bias");
	r.dst = code_scratch(code, w->k.sum, "dst");
	tiles = code_parameter(code, VARIABLE_COUNTER, code_scalar(DTYPE_INT64), "tiles");
	array[0] = code_array(code, w->k.vector, "column", g->points * g->outputs, 0);
	array[1] = code_array(code, w->k.vector, "y", g->outputs, 0);
	code_declare(code, array, 2);
	r.column = array[0];
	r.y = array[1];
	code_counters(code, {&t, "t", true});
	code_blank(code);
	code_loop_to(code, t, 0, 1, (struct limit){.argument = tiles});
	add_tile(w, &r);
	code_point(code, r.src, code_at(r.src, g->plan->oc_block[oc_block].lanes));
	code_point(code, r.dst, code_at(r.dst, g->outputs * w->k.vector.lanes));
	code_end(code);
	return code_end_function(code);
}

void
winograd_lower_outputs(struct winograd_code *w, struct lowering *l)
{
	w->output = winograd_lower_transform(w, true);
	stores_lower(&w->g->stores, &w->k, LINKAGE_NOINLINE, l);
	for (size_t b = 0; b < w->g->plan->noc_block; b++)
		w->tiles[b] = lower_tiles(w, b);
}

/* Stores one row of tiles of one vector of channels in dst. */
static void
add_row(const struct block *b, int64_t row, int64_t at)
{
	const struct winograd_code *w = b->w;
	const struct winograd *g = w->g;
	struct code_builder *code = w->k.code;
	const struct oc_block *oc = &g->plan->oc_block[b->oc_block];
	int64_t lanes = w->k.vector.lanes, channels = min_of(oc->channels - at, lanes);
	int64_t plane = w->k.window->dst.channel, first = oc->first + at;
	int64_t width = winograd_outputs(g, 1, b->columns->first + b->first, b->tiles);
	int64_t height = winograd_outputs(g, 0, b->rows->first + row, 1);
	const struct value *bias = code_number(code, w->k.vector, 0);

	if (w->k.bias)
		bias = code_load_n(code, w->k.vector,
			code_indexed(code, code_at(w->k.bias, first), w->b, oc->channels),
			channels);
	code_call_with(code, w->tiles[b->oc_block],
		code_pass(code_at(w->products, row * b->tiles * oc->lanes + at)),
		code_pass_value(bias), code_pass_pointer(w->rows),
		code_pass_number(b->tiles));
	for (int64_t i = 0; i < height; i++)
		for (int64_t from = 0; from < width; from += lanes) {
			int64_t to = first * plane +
				     (row * g->outputs + i) * w->k.window->dst.axis[0] +
				     b->first * g->outputs + from;

			stores_call(&w->k,
				(struct store){
					min_of(width - from, lanes), channels, lanes},
				code_at(w->rows,
					(i * g->part * g->outputs + from) * lanes),
				code_indexed(code, code_at(w->k.dst, to), w->b,
					oc->channels * plane));
		}
}

void
winograd_add_outputs(const struct block *b)
{
	int64_t channels = b->w->g->plan->oc_block[b->oc_block].channels;

	for (int64_t row = 0; row < b->rows->tiles; row++)
		for (int64_t at = 0; at < channels; at += b->w->k.vector.lanes)
			add_row(b, row, at);
}
