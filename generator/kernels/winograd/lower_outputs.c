#include "kernels/winograd/lower.h"

/* Outputs, out of sums of products. */

static void
lower_output(struct winograd_code *w)
{
	struct code_builder *code = w->t.code;
	struct code_type vector = w->t.vector;
	const struct value *p[MOST_POINTS], *a, *b, *c, *d;
	struct variable *y;
	bool fused = w->t.l->fused;

	code_function(code, LINKAGE_ALWAYS, lowering_name(w->t.l, "outputs"),
		"Points to outputs, along one axis.");
	for (int64_t i = 0; i < w->g->points; i++)
		p[i] = code_get(code, code_parameter(code, VARIABLE_VALUE, vector,
					      code_name(code, "p%d", (int)i)));
	y = winograd_pointer(code, vector, "y", false);
	if (w->g->outputs == 2) {
		a = code_binary(code, VALUE_ADD, p[1], p[2]);
		b = code_binary(code, VALUE_SUBTRACT, p[1], p[2]);
		code_store(code, code_at(y, 0), code_binary(code, VALUE_ADD, p[0], a));
		code_store(
			code, code_at(y, 1), code_binary(code, VALUE_SUBTRACT, b, p[3]));
	} else {
		a = code_get(code, code_let(code, true, "a",
					   code_binary(code, VALUE_ADD, p[1], p[2])));
		b = code_get(
			code, code_let(code, true, "b",
				      code_binary(code, VALUE_SUBTRACT, p[1], p[2])));
		c = code_get(code, code_let(code, true, "c",
					   code_binary(code, VALUE_ADD, p[3], p[4])));
		d = code_get(
			code, code_let(code, true, "d",
				      code_binary(code, VALUE_SUBTRACT, p[3], p[4])));
		code_blank(code);
		code_store(code, code_at(y, 0),
			code_binary(code, VALUE_ADD, p[0],
				code_binary(code, VALUE_ADD, a, c)));
		code_store(code, code_at(y, 1),
			code_muladd(code, fused, d, code_number(code, vector, 2), b));
		code_store(code, code_at(y, 2),
			code_muladd(code, fused, c, code_number(code, vector, 4), a));
		code_store(code, code_at(y, 3),
			code_binary(code, VALUE_ADD,
				code_muladd(
					code, fused, d, code_number(code, vector, 8), b),
				p[5]));
	}
	w->output = code_end_function(code);
}

/* outputs(x0, x1, …, y) */
static void
call_output(const struct winograd_code *w, const struct value *const *x, struct address y)
{
	struct argument a[MOST_POINTS + 1];

	for (int64_t i = 0; i < w->g->points; i++)
		a[i] = code_pass_value(x[i]);
	a[w->g->points] = code_pass(y);
	code_call(w->t.code, w->output, a);
}

/* The function at hand: a row of tiles of a class. */
struct tiles_row {
	const struct variable *src, *bias, *dst, *column, *y;
};

/* The transforms of one tile. */
static void
add_tile(const struct winograd_code *w, const struct tiles_row *r)
{
	const struct winograd *g = w->g;
	struct code_builder *code = w->t.code;
	int lanes = w->t.vector.lanes;
	int64_t row = g->part * g->outputs * lanes;
	const struct value *x[MOST_POINTS];

	for (int64_t j = 0; j < g->points; j++) {
		for (int64_t i = 0; i < g->points; i++)
			x[i] = code_load(code, w->t.vector,
				code_at(r->src, (i * g->points + j) * g->product_step));
		call_output(w, x, code_at(r->column, j * g->outputs));
	}
	for (int64_t i = 0; i < g->outputs; i++) {
		for (int64_t j = 0; j < g->points; j++)
			x[j] = code_load(code, w->t.vector,
				code_at(r->column, j * g->outputs + i));
		call_output(w, x, code_at(r->y, 0));
		for (int64_t j = 0; j < g->outputs; j++)
			code_store(code, code_at(r->dst, i * row + j * lanes),
				code_binary(code, VALUE_ADD, code_get(code, r->bias),
					code_load(code, w->t.vector, code_at(r->y, j))));
	}
}

static const struct function *
lower_tiles(const struct winograd_code *w, size_t class)
{
	const struct winograd *g = w->g;
	struct code_builder *code = w->t.code;
	struct variable *array[2], *t, *tiles;
	struct tiles_row r;

	code_function(code, LINKAGE_NOINLINE, lowering_name(w->t.l, "tiles_%zu", class),
		"The outputs of a row of tiles, in vectors of output channels, out of "
		"their products.");
	r.src = winograd_pointer(code, w->t.sum, "src", true);
	r.bias = code_parameter(code, VARIABLE_VALUE, w->t.vector, "bias");
	r.dst = winograd_pointer(code, w->t.sum, "dst", false);
	tiles = code_parameter(code, VARIABLE_COUNTER, code_scalar(DTYPE_INT64), "tiles");
	array[0] = code_array(code, w->t.vector, "column", g->points * g->outputs, 0);
	array[1] = code_array(code, w->t.vector, "y", g->outputs, 0);
	code_declare(code, array, 2);
	r.column = array[0];
	r.y = array[1];
	t = code_counter(code, "t");
	code_declare(code, &t, 1);
	code_blank(code);
	code_loop_to(code, t, 0, 1, (struct limit){.argument = tiles});
	add_tile(w, &r);
	code_point(code, r.src, code_at(r.src, w->t.tiles->class[class].lanes));
	code_point(code, r.dst, code_at(r.dst, g->outputs * w->t.vector.lanes));
	code_end(code);
	return code_end_function(code);
}

void
winograd_lower_outputs(struct winograd_code *w, struct lowering *l)
{
	lower_output(w);
	l->stores = direct_oc_stores(l, w->t.tiles);
	for (size_t c = 0; c < w->t.tiles->nclass; c++)
		w->tiles[c] = lower_tiles(w, c);
}

/* A place of a class, moved by the loop over its tiles of channels. */
static struct address
at_class(const struct block *b, const struct variable *base, int64_t offset,
	const struct channel_class *class, int64_t inc)
{
	struct address at = code_at(base, offset);

	return class->count > 1 ? code_indexed(b->w->t.code, at, b->w->b, inc) : at;
}

/* One row of tiles of one vector of channels goes to its place in dst. */
static void
add_row(const struct block *b, const struct part *part, size_t number, int64_t row,
	int64_t at)
{
	const struct winograd_code *w = b->w;
	const struct winograd *g = w->g;
	struct code_builder *code = w->t.code;
	const struct channel_class *class = &w->t.tiles->class[number];
	int64_t lanes = w->t.vector.lanes, left = class->channels - at;
	int64_t plane = w->t.tiles->plane_out, out = winograd_axis(w, 1)->out;
	int64_t width = winograd_outputs(
		g, winograd_axis(w, 1), b->columns->first + part->first, part->tiles);
	int64_t height =
		winograd_outputs(g, winograd_axis(w, 0), b->rows->first + row, 1);
	const struct value *bias = code_number(code, w->t.vector, 0);

	if (left > lanes)
		left = lanes;
	if (w->t.bias)
		bias = code_load_n(code, w->t.vector,
			at_class(b, w->t.bias, class->first + at, class, class->channels),
			left);
	code_call(code, w->tiles[number],
		(struct argument[]){code_pass(code_at(w->products,
					    row * part->tiles * class->lanes + at)),
			code_pass_value(bias), code_pass(code_at(w->rows, 0)),
			code_pass_number(part->tiles)});
	for (int64_t i = 0; i < height; i++)
		for (int64_t from = 0; from < width; from += lanes) {
			int64_t n = width - from < lanes ? width - from : lanes;
			int64_t to = (class->first + at) * plane +
				     (row * g->outputs + i) * out +
				     part->first * g->outputs + from;

			direct_oc_store(&w->t, (struct store){n, left, lanes},
				code_at(w->rows,
					(i * g->part * g->outputs + from) * lanes),
				at_class(
					b, w->t.dst, to, class, class->channels * plane));
		}
}

void
winograd_add_outputs(const struct block *b, const struct part *part, size_t class)
{
	int64_t channels = b->w->t.tiles->class[class].channels;

	for (int64_t row = 0; row < b->rows->tiles; row++)
		for (int64_t at = 0; at < channels; at += b->w->t.vector.lanes)
			add_row(b, part, class, row, at);
}
