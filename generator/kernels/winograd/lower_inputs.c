#include "kernels/winograd/winograd.h"

#include "base/arena.h"

/* Vectors of inputs, transformed to points. */

/* Shuffles lanes first, first + step, … out of two vectors. If `last` is not 0, the
   last of these is lane `last`. */
static const struct value *
let_shuffled(const struct winograd_code *w, const char *stem, int number,
	const struct value *a, const struct value *b, int first, int step, int last)
{
	int lanes = w->k.vector.lanes, lane[CODE_LANES];

	for (int k = 0; k < lanes; k++)
		lane[k] = last && k == lanes - 1 ? last : first + k * step;
	return code_named(
		w->k.code, code_shuffle(w->k.code, a, b, lane), "%s%d", stem, number);
}

/* Brings a row's inputs, which the vectors hold in their order, into x: x[i] has input
   i of each tile. */
static void
spread_inputs(const struct winograd_code *w, const struct value *const *v,
	const struct value **x)
{
	const struct value *turn[2][2]; /* even inputs, and odd ones */
	int lanes = w->k.vector.lanes;

	if (w->g->outputs == 2) {
		for (int i = 0; i < 4; i++)
			x[i] = let_shuffled(
				w, "x", i, v[i / 2 * 2], v[i / 2 * 2 + 1], i % 2, 2, 0);
		return;
	}
	for (int odd = 0; odd < 2; odd++)
		for (int i = 0; i < 2; i++)
			turn[odd][i] = let_shuffled(w, odd ? "odd" : "even", i, v[2 * i],
				v[2 * i + 1], odd, 2, 0);
	for (int i = 0; i < 4; i++)
		x[i] = let_shuffled(
			w, "x", i, turn[i % 2][0], turn[i % 2][1], i / 2, 2, 0);
	for (int i = 0; i < 2; i++)
		x[4 + i] =
			let_shuffled(w, "x", 4 + i, x[i], v[4], 1, 1, 2 * lanes - 2 + i);
}

static void
lower_along(struct winograd_code *w)
{
	static const char *const name[] = {"a", "b", "c", "d", "e"};
	struct code_builder *code = w->k.code;
	const struct value *v[MOST_SEGMENTS], *x[MOST_POINTS];
	struct variable *p;

	code_function(code, LINKAGE_ALWAYS, lowering_name(w->k.l, "along"),
		code_name(code,
			"A row's inputs of %d tiles to points along the row: vectors a "
			"%s",
			w->k.vector.lanes,
			w->g->outputs == 2
				? "and b hold the tiles' first and second inputs in\n   "
				  "turns, c and d the third and fourth."
				: "to d hold the tiles' first four inputs in turns, and\n"
				  "   the last two lanes of e the two inputs after "
				  "them."));
	for (int i = 0; i < w->g->segments; i++)
		v[i] = code_given(code, w->k.vector, name[i]);
	p = code_scratch(code, w->k.vector, "p");
	spread_inputs(w, v, x);
	code_blank(code);
	winograd_call_transform(w, w->point, x, code_at(p, 0));
	w->along = code_end_function(code);
}

/* Adds the transform along the other axis, to points that are input_step elements
   apart. */
static void
lower_across(struct winograd_code *w)
{
	const struct winograd *g = w->g;
	struct code_builder *code = w->k.code;
	struct variable *row, *points, *p;

	code_function(code, LINKAGE_ALWAYS, lowering_name(w->k.l, "across"),
		code_name(code, "Points along the rows to points of %d tiles.",
			w->k.vector.lanes));
	row = code_input(code, w->k.vector, "row");
	points = code_scratch(code, w->k.sum, "points");
	p = code_let_array(code, w->k.vector, "p", g->points, 0);
	code_blank(code);
	for (int64_t j = 0; j < g->points; j++) {
		winograd_transform_array(
			w, w->point, code_at(row, j), g->points, code_at(p, 0));
		for (int64_t i = 0; i < g->points; i++)
			code_store(code,
				code_at(points, (i * g->points + j) * g->input_step),
				code_load(code, w->k.vector, code_at(p, i)));
	}
	w->across = code_end_function(code);
}

/* Builds the function that puts so many zeros before a vector's lanes. */
static const struct function *
lower_behind(const struct winograd_code *w, int zeros)
{
	struct code_builder *code = w->k.code;
	int lanes = w->k.vector.lanes, lane[CODE_LANES];

	code_function(code, LINKAGE_ALWAYS, lowering_name(w->k.l, "behind_%d", zeros),
		code_name(code, "Lanes moved up by %d, after zeros.", zeros));
	for (int k = 0; k < lanes; k++)
		lane[k] = k < zeros ? lanes : k - zeros;
	code_return(code, code_shuffle(code, code_given(code, w->k.vector, "x"),
				  code_number(code, w->k.vector, 0), lane));
	return code_end_function(code);
}

/* Builds those that a range's vectors call, each once. */
static void
lower_all_behind(struct winograd_code *w, const struct tile_range *range)
{
	for (size_t v = 0; v < range->nvectors; v++)
		for (int i = 0; i < w->g->segments; i++) {
			int64_t zeros = range->vectors[v].segment[i].before;

			if (zeros && !w->behind[zeros])
				w->behind[zeros] = lower_behind(w, (int)zeros);
		}
}

/* Loads a vector of inputs; q advances it if there is a loop. */
static const struct value *
segment_of(const struct winograd_code *w, const struct reach *segment,
	const struct variable *row, const struct variable *q)
{
	struct code_builder *code = w->k.code;
	struct address at = code_at(row, segment->at);
	const struct value *x;

	if (!segment->n)
		return code_number(w->k.code, w->k.vector, 0);
	at = code_indexed(code, at, q, w->g->outputs);
	x = code_load_n(code, w->k.vector, at, segment->n);
	return segment->before ? code_call_value(code, w->behind[segment->before], &x, 1)
			       : x;
}

/* The function for a row of a block's tiles, while it is built. */
struct row_code {
	const struct winograd_code *w;
	const struct variable *source[MOST_POINTS], *points, *row, *q;
};

static void
add_vectors(const struct row_code *r, const struct tile_vectors *v)
{
	const struct winograd_code *w = r->w;
	struct code_builder *code = w->k.code;
	int lanes = w->k.vector.lanes, n = w->g->segments;
	const struct variable *q = v->count > 1 ? r->q : NULL;
	struct address points = code_at(r->points, v->first);
	struct argument a[MOST_SEGMENTS + 1];

	code_loop_by(code, q, 0, lanes, v->count * lanes);
	points = code_indexed(code, points, q, 1);
	for (int64_t row = 0; row < w->g->points; row++) {
		for (int i = 0; i < n; i++)
			a[i] = code_pass_value(
				segment_of(w, &v->segment[i], r->source[row], q));
		a[n] = code_pass(code_at(r->row, row * w->g->points));
		code_call(code, w->along, a);
	}
	code_call_with(code, w->across, code_pass_pointer(r->row), code_pass(points));
	code_end(code);
}

static const struct function *
lower_row(const struct winograd_code *w, size_t column)
{
	const struct tile_range *range = &w->g->range[1][column];
	struct code_builder *code = w->k.code;
	struct row_code r = {.w = w};

	code_function(code, LINKAGE_NOINLINE, lowering_name(w->k.l, "inputs_%zu", column),
		code_name(code, "A row of %s of an input channel, transformed.",
			code_count(code, range->tiles, "tile")));
	for (int64_t i = 0; i < w->g->points; i++)
		r.source[i] =
			code_input(code, w->k.memory, code_name(code, "row%d", (int)i));
	r.points = code_scratch(code, w->k.sum, "points");
	r.row = code_let_array(code, w->k.vector, "row", w->g->kernels, 0);
	code_counters(code, {&r.q, "q", true});
	code_blank(code);
	for (int64_t i = 0; !range->reach.n && i < w->g->points; i++)
		code_unused(code, r.source[i]);
	for (size_t i = 0; i < range->nvectors; i++)
		add_vectors(&r, &range->vectors[i]);
	return code_end_function(code);
}

void
winograd_lower_inputs(struct winograd_code *w)
{
	w->point = winograd_lower_transform(w, false);
	lower_along(w);
	lower_across(w);
	if (w->g->zeros)
		w->padding = code_file_constant(w->k.code, w->k.memory.dtype,
			lowering_name(w->k.l, "padding"), "A row of padding.", NULL,
			w->g->zeros);
	for (size_t j = 0; j < w->g->nrange[1]; j++)
		lower_all_behind(w, &w->g->range[1][j]);
	w->inputs =
		arena_array(w->k.code->arena, const struct function *, w->g->nrange[1]);
	for (size_t j = 0; j < w->g->nrange[1]; j++)
		w->inputs[j] = lower_row(w, j);
}

void
winograd_add_inputs(const struct block *b)
{
	const struct winograd_code *w = b->w;
	struct code_builder *code = w->k.code;
	const struct axis *axis = w->k.window->axis; /* down a plane, and across */
	int64_t columns = b->columns->tiles, tiles = b->rows->tiles * columns;
	int64_t first = b->rows->first * w->g->outputs - axis->pad_begin;
	const struct variable *x = w->k.src;

	code_loop_to(code, w->c, 0, 1,
		(struct limit){.limit = w->k.window->ic, .channels = true});
	if (w->c) {
		x = code_let_pointer(code, true, true, w->k.memory, "x",
			code_along(code, w->k.src, w->c, w->k.window->src.channel));
		code_blank(code);
	}
	for (int64_t row = 0; row < b->rows->tiles; row++) {
		struct address points = code_at(w->points, row * columns);
		struct argument a[MOST_POINTS + 1];

		for (int64_t i = 0; i < w->g->points; i++) {
			int64_t h = first + row * w->g->outputs + i;
			int64_t at = (h - b->rows->reach.at) * axis[1].in;

			a[i] = code_pass(h >= 0 && h < axis->in ? code_at(x, at)
								: code_at(w->padding, 0));
		}
		a[w->g->points] = code_pass(code_indexed(code, points, w->c, tiles));
		code_call(code, w->inputs[b->column], a);
	}
	code_end(code);
}
