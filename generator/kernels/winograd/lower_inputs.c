#include "kernels/winograd/lower.h"

#include "arena.h"

/* Inputs in vectors, transformed to points. */

/* The vectors that a function is given. */
static const struct value *
vector_parameter(struct winograd_code *w, const char *name)
{
	return code_get(
		w->t.code, code_parameter(w->t.code, VARIABLE_VALUE, w->t.vector, name));
}

static const struct value *
vector_of(const struct winograd_code *w, double number)
{
	return code_number(w->t.code, w->t.vector, number);
}

static const struct value *
let(const struct winograd_code *w, const char *name, const struct value *value)
{
	return code_get(w->t.code, code_let(w->t.code, true, name, value));
}

/* a * b + c */
static const struct value *
muladd(const struct winograd_code *w, const struct value *a, double b,
	const struct value *c)
{
	return code_muladd(w->t.code, w->t.l->fused, a, vector_of(w, b), c);
}

static const struct value *
sum(const struct winograd_code *w, const struct value *a, const struct value *b)
{
	return code_binary(w->t.code, VALUE_ADD, a, b);
}

static const struct value *
difference(const struct winograd_code *w, const struct value *a, const struct value *b)
{
	return code_binary(w->t.code, VALUE_SUBTRACT, a, b);
}

static void
lower_points(struct winograd_code *w)
{
	struct code_builder *code = w->t.code;
	const struct value *x[MOST_POINTS], *point[MOST_POINTS];
	const struct value *a, *b, *c, *d;
	struct variable *p;

	code_function(code, LINKAGE_ALWAYS, lowering_name(w->t.l, "points"),
		"Inputs to points, along one axis.");
	for (int64_t i = 0; i < w->g->points; i++)
		x[i] = vector_parameter(w, code_name(code, "x%d", (int)i));
	p = winograd_pointer(code, w->t.vector, "p", false);
	if (w->g->outputs == 2) {
		point[0] = difference(w, x[0], x[2]);
		point[1] = sum(w, x[1], x[2]);
		point[2] = difference(w, x[2], x[1]);
		point[3] = difference(w, x[1], x[3]);
	} else {
		a = let(w, "a", muladd(w, x[2], -4, x[4]));
		b = let(w, "b", muladd(w, x[1], -4, x[3]));
		c = let(w, "c", difference(w, x[4], x[2]));
		d = let(w, "d", difference(w, x[3], x[1]));
		code_blank(code);
		point[0] = muladd(w, x[0], 4, muladd(w, x[2], -5, x[4]));
		point[1] = sum(w, a, b);
		point[2] = difference(w, a, b);
		point[3] = muladd(w, d, 2, c);
		point[4] = muladd(w, d, -2, c);
		point[5] = muladd(w, x[1], 4, muladd(w, x[3], -5, x[5]));
	}
	for (int64_t i = 0; i < w->g->points; i++)
		code_store(code, code_at(p, i), point[i]);
	w->point = code_end_function(code);
}

/* Lanes first, first + step, … of two vectors; the last one is `last` where that is not
   0. */
static const struct value *
let_shuffled(const struct winograd_code *w, const char *name, const struct value *a,
	const struct value *b, int first, int step, int last)
{
	int lanes = w->t.vector.lanes, lane[CODE_LANES];

	for (int k = 0; k < lanes; k++)
		lane[k] = last && k == lanes - 1 ? last : first + k * step;
	return let(w, name, code_shuffle(w->t.code, a, b, lane));
}

/* points(x0, x1, …, p) */
static void
call_points(const struct winograd_code *w, const struct function *f,
	const struct value *const *x, struct address p)
{
	struct argument a[MOST_POINTS + 1];

	for (int64_t i = 0; i < w->g->points; i++)
		a[i] = code_pass_value(x[i]);
	a[w->g->points] = code_pass(p);
	code_call(w->t.code, f, a);
}

/* Vectors a to d hold the tiles' first inputs in turns. */
static void
spread_inputs(const struct winograd_code *w, const struct value *const *v,
	const struct value **x)
{
	const struct value *even[2], *odd[2];
	int lanes = w->t.vector.lanes;

	if (w->g->outputs == 2) {
		x[0] = let_shuffled(w, "x0", v[0], v[1], 0, 2, 0);
		x[1] = let_shuffled(w, "x1", v[0], v[1], 1, 2, 0);
		x[2] = let_shuffled(w, "x2", v[2], v[3], 0, 2, 0);
		x[3] = let_shuffled(w, "x3", v[2], v[3], 1, 2, 0);
		return;
	}
	even[0] = let_shuffled(w, "even0", v[0], v[1], 0, 2, 0);
	even[1] = let_shuffled(w, "even1", v[2], v[3], 0, 2, 0);
	odd[0] = let_shuffled(w, "odd0", v[0], v[1], 1, 2, 0);
	odd[1] = let_shuffled(w, "odd1", v[2], v[3], 1, 2, 0);
	x[0] = let_shuffled(w, "x0", even[0], even[1], 0, 2, 0);
	x[1] = let_shuffled(w, "x1", odd[0], odd[1], 0, 2, 0);
	x[2] = let_shuffled(w, "x2", even[0], even[1], 1, 2, 0);
	x[3] = let_shuffled(w, "x3", odd[0], odd[1], 1, 2, 0);
	x[4] = let_shuffled(w, "x4", x[0], v[4], 1, 1, 2 * lanes - 2);
	x[5] = let_shuffled(w, "x5", x[1], v[4], 1, 1, 2 * lanes - 1);
}

static void
lower_along(struct winograd_code *w)
{
	static const char *const name[] = {"a", "b", "c", "d", "e"};
	struct code_builder *code = w->t.code;
	const struct value *v[MOST_PIECES], *x[MOST_POINTS];
	int n = w->g->outputs == 2 ? 4 : 5;
	struct variable *p;

	code_function(code, LINKAGE_ALWAYS, lowering_name(w->t.l, "along"),
		code_name(code,
			w->g->outputs == 2
				? "A row's inputs of %d tiles to points along the row: "
				  "vectors a and b hold the tiles' first and second "
				  "inputs in\n   turns, c and d the third and fourth."
				: "A row's inputs of %d tiles to points along the row: "
				  "vectors a to d hold the tiles' first four inputs in "
				  "turns, and\n   the last two lanes of e those behind "
				  "them.",
			w->t.vector.lanes));
	for (int i = 0; i < n; i++)
		v[i] = vector_parameter(w, name[i]);
	p = winograd_pointer(code, w->t.vector, "p", false);
	spread_inputs(w, v, x);
	code_blank(code);
	call_points(w, w->point, x, code_at(p, 0));
	w->along = code_end_function(code);
}

static struct variable *
declare_vectors(const struct winograd_code *w, const char *name, int64_t n)
{
	struct variable *v = code_array(w->t.code, w->t.vector, name, n, 0);

	code_declare(w->t.code, &v, 1);
	return v;
}

/* The other axis' transform; points lie apart by a step. */
static void
lower_across(struct winograd_code *w)
{
	const struct winograd *g = w->g;
	struct code_builder *code = w->t.code;
	const struct value *x[MOST_POINTS];
	struct variable *row, *points, *p;

	code_function(code, LINKAGE_ALWAYS, lowering_name(w->t.l, "across"),
		code_name(code, "Points along the rows to points of %d tiles.",
			w->t.vector.lanes));
	row = winograd_pointer(code, w->t.vector, "row", true);
	points = winograd_pointer(code, w->t.sum, "points", false);
	p = declare_vectors(w, "p", g->points);
	code_blank(code);
	for (int64_t j = 0; j < g->points; j++) {
		for (int64_t i = 0; i < g->points; i++)
			x[i] = code_load(
				code, w->t.vector, code_at(row, i * g->points + j));
		call_points(w, w->point, x, code_at(p, 0));
		for (int64_t i = 0; i < g->points; i++)
			code_store(code,
				code_at(points, (i * g->points + j) * g->input_step),
				code_load(code, w->t.vector, code_at(p, i)));
	}
	w->across = code_end_function(code);
}

void
winograd_lower_points(struct winograd_code *w)
{
	lower_points(w);
	lower_along(w);
	lower_across(w);
}

/* The vectors that begin with so many zeros. */
static void
lower_behind(struct winograd_code *w, int64_t zeros)
{
	struct code_builder *code = w->t.code;
	int lanes = w->t.vector.lanes, lane[CODE_LANES];

	if (w->behind[zeros])
		return;
	code_function(code, LINKAGE_ALWAYS,
		lowering_name(w->t.l, "behind_%d", (int)zeros),
		code_name(code, "Lanes moved up by %d, behind zeros.", (int)zeros));
	for (int k = 0; k < lanes; k++)
		lane[k] = k < zeros ? lanes : k - (int)zeros;
	code_return(code,
		code_shuffle(code, vector_parameter(w, "x"), vector_of(w, 0), lane));
	w->behind[zeros] = code_end_function(code);
}

/* What a stretch of a block's tiles reads of a row. */
static struct winograd_reach
reach_of_columns(const struct block *b)
{
	return winograd_reach_of(
		b->w->g, winograd_axis(b->w, 1), b->columns->first, b->columns->tiles);
}

/* The functions that put zeros in front, each once. */
static void
lower_all_behind(struct winograd_code *w)
{
	for (size_t j = 0; j < w->g->ncut[1]; j++) {
		struct block b = winograd_block(w, 0, j);
		struct winograd_reach reach = reach_of_columns(&b);

		for (size_t v = 0; v < b.columns->nvectors; v++) {
			struct winograd_piece piece[MOST_PIECES];
			size_t n = winograd_pieces(w->g, &reach,
				b.columns->vectors[v].first, w->t.vector.lanes, piece);

			for (size_t i = 0; i < n; i++)
				if (piece[i].n && piece[i].before)
					lower_behind(w, piece[i].before);
		}
	}
}

/* A vector of inputs; q moves it where there is a loop. */
static const struct value *
piece_of(const struct winograd_code *w, const struct winograd_piece *piece,
	const struct variable *row, const struct variable *q)
{
	struct code_builder *code = w->t.code;
	struct address at = code_at(row, piece->at);
	const struct value *x;

	if (!piece->n)
		return vector_of(w, 0);
	if (q)
		at = code_indexed(code, at, q, w->g->outputs);
	x = code_load_n(code, w->t.vector, at, piece->n);
	return piece->before ? code_call_value(code, w->behind[piece->before], &x, 1) : x;
}

/* The function for a row of a block's tiles. */
struct row_code {
	const struct winograd_code *w;
	const struct block *b;
	const struct variable *source[MOST_POINTS], *points, *row, *q;
};

static void
add_vectors(const struct row_code *r, const struct winograd_vectors *v)
{
	const struct winograd_code *w = r->w;
	struct code_builder *code = w->t.code;
	struct winograd_reach reach = reach_of_columns(r->b);
	struct winograd_piece piece[MOST_PIECES];
	int lanes = w->t.vector.lanes;
	size_t n = winograd_pieces(w->g, &reach, v->first, lanes, piece);
	const struct variable *q = v->count > 1 ? r->q : NULL;
	struct address points = code_at(r->points, v->first);
	struct argument a[MOST_PIECES + 1];

	if (q) {
		code_loop_to(
			code, q, 0, lanes, (struct limit){.limit = v->count * lanes});
		points = code_indexed(code, points, q, 1);
	}
	for (int64_t row = 0; row < w->g->points; row++) {
		for (size_t i = 0; i < n; i++)
			a[i] = code_pass_value(piece_of(w, &piece[i], r->source[row], q));
		a[n] = code_pass(code_at(r->row, row * w->g->points));
		code_call(code, w->along, a);
	}
	code_call(code, w->across,
		(struct argument[]){code_pass(code_at(r->row, 0)), code_pass(points)});
	if (q)
		code_end(code);
}

static const struct function *
lower_row(const struct winograd_code *w, const struct block *b)
{
	struct code_builder *code = w->t.code;
	struct row_code r = {.w = w, .b = b};
	struct variable *q;
	bool loops = false;

	for (size_t i = 0; i < b->columns->nvectors; i++)
		loops |= b->columns->vectors[i].count > 1;
	code_function(code, LINKAGE_NOINLINE,
		lowering_name(w->t.l, "inputs_%zu", b->column),
		code_name(code, "A row of %lld tile%s of an input channel, transformed.",
			(long long)b->columns->tiles, b->columns->tiles > 1 ? "s" : ""));
	for (int64_t i = 0; i < w->g->points; i++)
		r.source[i] = winograd_pointer(
			code, w->t.memory, code_name(code, "row%d", (int)i), true);
	r.points = winograd_pointer(code, w->t.sum, "points", false);
	r.row = declare_vectors(w, "row", w->g->kernels);
	if (loops) {
		q = code_counter(code, "q");
		code_declare(code, &q, 1);
		r.q = q;
	}
	code_blank(code);
	for (int64_t i = 0; !reach_of_columns(b).n && i < w->g->points; i++)
		code_unused(code, r.source[i]);
	for (size_t i = 0; i < b->columns->nvectors; i++)
		add_vectors(&r, &b->columns->vectors[i]);
	return code_end_function(code);
}

void
winograd_lower_inputs(struct winograd_code *w)
{
	if (w->g->zeros)
		w->padding = code_file_constant(w->t.code, w->t.memory.dtype,
			lowering_name(w->t.l, "padding"), "A row of padding.", NULL,
			w->g->zeros);
	lower_all_behind(w);
	w->inputs = arena_array(w->t.code->arena, const struct function *, w->g->ncut[1]);
	for (size_t j = 0; j < w->g->ncut[1]; j++) {
		struct block b = winograd_block(w, 0, j);

		w->inputs[j] = lower_row(w, &b);
	}
}

void
winograd_add_inputs(const struct block *b)
{
	const struct winograd_code *w = b->w;
	struct code_builder *code = w->t.code;
	int64_t column = b->columns->tiles, width = winograd_axis(w, 1)->in;
	int64_t base = winograd_reach_of(w->g, winograd_axis(w, 0), b->rows->first, 1).at;
	const struct variable *x = w->t.src;

	if (w->c) {
		code_loop(code, w->c, w->t.window->ic);
		x = code_let_pointer(code, true, true, w->t.memory, "x",
			code_indexed(
				code, code_at(w->t.src, 0), w->c, w->t.tiles->plane_in));
		code_blank(code);
	}
	for (int64_t row = 0; row < b->rows->tiles; row++) {
		struct winograd_reach reach = winograd_reach_of(
			w->g, winograd_axis(w, 0), b->rows->first + row, 1);
		struct address points = code_at(w->points, row * column);
		struct argument a[MOST_POINTS + 1];

		for (int64_t i = 0; i < w->g->points; i++) {
			bool real = i >= reach.before && i < reach.before + reach.n;
			int64_t at = reach.at + i - reach.before - base;

			a[i] = code_pass(
				real ? code_at(x, at * width) : code_at(w->padding, 0));
		}
		if (w->c)
			points =
				code_indexed(code, points, w->c, b->rows->tiles * column);
		a[w->g->points] = code_pass(points);
		code_call(code, w->inputs[b->column], a);
	}
	if (w->c)
		code_end(code);
}
