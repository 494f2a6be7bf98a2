#include "kernels/winograd/winograd.h"

#include "base/arena.h"
#include "base/checked.h"

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
	const struct value *x[MOST_POINTS];

	for (int64_t j = 0; j < g->points; j++) {
		for (int64_t i = 0; i < g->points; i++)
			x[i] = code_load(code, w->k.vector,
				code_at(r->src, (i * g->points + j) * g->product_step));
		winograd_call_transform(
			w, w->output, x, code_at(r->column, j * g->outputs));
	}
	for (int64_t i = 0; i < g->outputs; i++) {
		for (int64_t j = 0; j < g->points; j++)
			x[j] = code_load(code, w->k.vector,
				code_at(r->column, j * g->outputs + i));
		winograd_call_transform(w, w->output, x, code_at(r->y, 0));
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
	winograd_lower_output(w);
	stores_lower(&w->g->stores, &w->k, LINKAGE_NOINLINE, l);
	for (size_t b = 0; b < w->g->plan->noc_block; b++)
		w->tiles[b] = lower_tiles(w, b);
}

/* Stores one row of tiles of one vector of channels in dst. */
static void
add_row(const struct block *b, const struct part *part, size_t number, int64_t row,
	int64_t at)
{
	const struct winograd_code *w = b->w;
	const struct winograd *g = w->g;
	const struct axis *axis = w->k.window->axis;
	struct code_builder *code = w->k.code;
	const struct oc_block *oc = &g->plan->oc_block[number];
	const struct variable *tile = oc->count > 1 ? w->b : NULL;
	int64_t lanes = w->k.vector.lanes, channels = min_of(oc->channels - at, lanes);
	int64_t plane = g->plan->plane_out, first = oc->first + at;
	int64_t width = winograd_outputs(
		g, &axis[1], b->columns->first + part->first, part->tiles);
	int64_t height = winograd_outputs(g, &axis[0], b->rows->first + row, 1);
	const struct value *bias = code_number(code, w->k.vector, 0);

	if (w->k.bias)
		bias = code_load_n(code, w->k.vector,
			code_indexed(code, code_at(w->k.bias, first), tile, oc->channels),
			channels);
	code_call_with(code, w->tiles[number],
		code_pass(code_at(w->products, row * part->tiles * oc->lanes + at)),
		code_pass_value(bias), code_pass_pointer(w->rows),
		code_pass_number(part->tiles));
	for (int64_t i = 0; i < height; i++)
		for (int64_t from = 0; from < width; from += lanes) {
			int64_t to = first * plane +
				     (row * g->outputs + i) * axis[1].out +
				     part->first * g->outputs + from;

			stores_call(&w->k,
				(struct store){
					min_of(width - from, lanes), channels, lanes},
				code_at(w->rows,
					(i * g->part * g->outputs + from) * lanes),
				code_indexed(code, code_at(w->k.dst, to), tile,
					oc->channels * plane));
		}
}

void
winograd_add_outputs(const struct block *b, const struct part *part, size_t oc_block)
{
	int64_t channels = b->w->g->plan->oc_block[oc_block].channels;

	for (int64_t row = 0; row < b->rows->tiles; row++)
		for (int64_t at = 0; at < channels; at += b->w->k.vector.lanes)
			add_row(b, part, oc_block, row, at);
}
