#include "kernels/common/tile_code.h"

#include "arena.h"

#include <assert.h>

/* The function at hand. Vectors of outputs are columns, [column][channel]. */
struct columns {
	const struct vector_code *v;
	const struct variable **sum, **total;
	const struct variable **divisors; /* tables; NULL: the windows divide alike */
	const struct variable *weight;    /* the one that vectors share, or NULL */
	const struct variable **weights;  /* WEIGHTS_BY_ROW, WEIGHTS_BY_TAP */
	const struct value *zero;
	const struct value **load, **gather; /* those that are there already */
};

static const struct columns *
columns_of(const struct tile_code *t)
{
	return t->own;
}

static const struct variable *
column(const struct tile_code *t, const struct variable *const *all, size_t number,
	int64_t channel)
{
	return all[number * (size_t)t->tile->channels + (size_t)channel];
}

/* sum2 of one output channel, sum2_1 of several. */
static const char *
column_name(const struct tile_code *t, const char *kind, size_t number, int64_t channel)
{
	if (t->tile->channels > 1)
		return code_name(t->code, "%s%zu_%d", kind, number, (int)channel);
	return code_name(t->code, "%s%zu", kind, number);
}

/* Whether all windows of a vector count as many taps. */
static bool
divides_alike(const struct column *column)
{
	for (int64_t i = 1; i < column->lanes; i++)
		if (column->divisor[i] != column->divisor[0])
			return false;
	return true;
}

/* Taps that the windows of a vector count, where they do not all count alike. */
static void
declare_divisors(struct tile_code *t, struct columns *c)
{
	double number[CODE_LANES];

	c->divisors =
		arena_array(t->code->body, const struct variable *, c->v->ncolumn + 1);
	if (!t->window->reduction->counts)
		return;
	for (size_t k = 0; k < c->v->ncolumn; k++) {
		if (divides_alike(&c->v->column[k]))
			continue;
		for (int i = 0; i < t->vector.lanes; i++)
			number[i] = (double)c->v->column[k].divisor[i];
		c->divisors[k] = code_table(t->code, t->sum,
			code_name(t->code, "divisors%zu", k), number, t->vector.lanes);
	}
}

static const struct variable **
declare_columns(struct tile_code *t, const char *kind)
{
	size_t channels = (size_t)t->tile->channels;
	size_t n = t->tile->code->ncolumn * channels;
	struct variable **all = arena_array(t->code->body, struct variable *, n + 1);

	for (size_t k = 0; k < n; k++)
		all[k] = code_variable(t->code, t->vector,
			column_name(t, kind, k / channels, (int64_t)(k % channels)));
	code_declare(t->code, all, n);
	return (const struct variable **)all;
}

/* Whether a term has its weight in that variable. */
static bool
is_filled(const struct vector_code *v, int64_t variable)
{
	for (size_t i = 0; i < v->nterm; i++)
		if (v->term[i].weight == variable)
			return true;
	return false;
}

/* The variables that weights are in: one that vectors share, one for each row of outputs.
   Those of single taps are declared where they get their weight. */
static void
declare_weights(struct tile_code *t, struct columns *c)
{
	struct variable *shared = code_variable(t->code, t->vector, "weight"), **all;
	int64_t most = 0;
	size_t n = 0, step;
	bool shares = false;

	for (size_t i = 0; i < c->v->nterm; i += step) {
		step = vectors_of_tap(c->v, i);
		shares |= shares_weights(t->tile, step);
	}
	for (size_t i = 0; i < c->v->nterm && c->v->weights; i++)
		if (c->v->term[i].weight >= most)
			most = c->v->term[i].weight + 1;
	if (shares) {
		code_declare(t->code, &shared, 1);
		c->weight = shared;
	}
	c->weights = arena_array(t->code->body, const struct variable *, most + 1);
	all = arena_array(t->code->body, struct variable *, most + 1);
	for (int64_t i = 0; c->v->weights == WEIGHTS_BY_ROW && i < most; i++)
		if (is_filled(c->v, i))
			c->weights[i] = all[n++] = code_variable(t->code, t->vector,
				code_name(t->code, "weight%lld", (long long)i));
	code_declare(t->code, all, n);
}

/* Begins the sums, or totals, of columns first to end - 1. */
static void
clear_columns(
	struct tile_code *t, const struct variable *const *all, size_t first, size_t end)
{
	for (size_t k = first; k < end; k++)
		for (int64_t m = 0; m < t->tile->channels; m++)
			code_set(t->code, column(t, all, k, m),
				reducer_identity(t->reducer, t->vector));
}

static void
clear(struct tile_code *t)
{
	clear_columns(t, columns_of(t)->sum, 0, t->tile->code->ncolumn);
}

static void
add(struct tile_code *t)
{
	const struct columns *c = columns_of(t);
	size_t n = c->v->ncolumn * (size_t)t->tile->channels;

	for (size_t k = 0; k < n; k++)
		code_set(t->code, c->total[k],
			reducer_join(t->reducer, code_get(t->code, c->total[k]),
				code_get(t->code, c->sum[k])));
}

/* The bias of a channel in every lane, or zeros. */
static const struct value *
bias_of(struct tile_code *t, int64_t channel)
{
	if (!t->has_bias)
		return code_number(t->code, t->vector, 0);
	return code_set1_load(t->code, t->vector, code_at(t->bias, channel));
}

/* The totals, which several blocks of input channels are added to, begin as the bias. */
static void
begin_totals(struct tile_code *t)
{
	const struct columns *c = columns_of(t);

	for (size_t k = 0; k < c->v->ncolumn; k++)
		for (int64_t m = 0; m < t->tile->channels; m++)
			code_set(t->code, column(t, c->total, k, m), bias_of(t, m));
}

/* A load, when it is first wanted. One that stays in a register is not moved behind what
   follows. */
static const struct value *
get_load(struct tile_code *t, size_t number)
{
	const struct columns *c = columns_of(t);
	const struct load *load = &c->v->load[number];
	const struct value *x;

	if (c->load[number])
		return c->load[number];
	x = code_get(t->code, code_let(t->code, true, code_name(t->code, "x%zu", number),
				      code_load_n(t->code, t->vector,
					      code_moved(t->x, load->src), load->lanes)));
	c->load[number] = x;
	if (t->copies)
		code_store_n(t->code, code_moved(t->copy, load->src), x, load->lanes);
	if (load->kept)
		code_order(t->code);
	return x;
}

static const struct value *get_gather(struct tile_code *t, size_t number);

static const struct value *
get_source(struct tile_code *t, const struct gather_step *step)
{
	if (step->gather != NO_GATHER)
		return get_gather(t, step->gather);
	if (step->load != NO_LOAD)
		return get_load(t, step->load);
	return columns_of(t)->zero;
}

/* A vector of inputs: that of a load, or lanes of several sources. Gathers are made of
   gathers before them, so deep as their steps are. */
static const struct value *
get_gather(struct tile_code *t, size_t number)
{
	const struct columns *c = columns_of(t);
	const struct gather *g = &c->v->gather[number];
	const struct value *x = NULL;

	if (c->gather[number])
		return c->gather[number];
	if (g->base != NO_GATHER)
		x = get_gather(t, g->base);
	for (size_t i = 0; i < g->nstep; i++) {
		const struct value *source = get_source(t, &g->step[i]);
		bool last = i + 1 == g->nstep;
		int lane[CODE_LANES];

		if (i == 0 && g->step[0].whole) {
			x = source;
			continue;
		}
		for (int k = 0; k < t->vector.lanes; k++)
			lane[k] = g->step[i].lane[k];
		x = code_get(t->code,
			code_let(t->code, true,
				last ? code_name(t->code, "g%zu", number)
				     : code_name(t->code, "g%zu_%zu", number, i),
				code_shuffle(t->code, x ? x : source, source, lane)));
	}
	c->gather[number] = x;
	return x;
}

static const struct value *
weight_of(struct tile_code *t, int64_t channel, int64_t tap)
{
	if (!t->conv)
		return NULL;
	return code_set1_load(t->code, t->vector,
		code_moved(t->w, channel * t->steps.channel + tap * t->steps.tap));
}

/* Lanes whose window does not have the tap keep their sum. */
static void
add_term(struct tile_code *t, const struct column_tap *term, int64_t channel,
	const struct value *x, const struct value *w)
{
	const struct variable *sum = column(t, columns_of(t)->sum, term->sum, channel);
	const struct value *old = code_get(t->code, sum);
	const struct value *value = reducer_term(t->reducer, old, x, w);
	int lane[CODE_LANES];

	if (term->lanes != ALL_LANES) {
		for (int i = 0; i < t->vector.lanes; i++)
			lane[i] = term->lanes >> i & 1 ? t->vector.lanes + i : i;
		value = code_shuffle(t->code, old, value, lane);
	}
	code_set(t->code, sum, value);
}

/* Terms of one tap, vector by vector. */
static void
add_by_vector(struct tile_code *t, const struct column_tap *term, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct value *x = get_gather(t, term[i].gather);

		for (int64_t m = 0; m < t->tile->channels; m++)
			add_term(t, &term[i], m, x, weight_of(t, m, term->tap));
	}
}

/* Terms of one tap, weight by weight: the vectors, which are fewer, stay in registers. */
static void
add_by_weight(struct tile_code *t, const struct column_tap *term, size_t n)
{
	const struct columns *c = columns_of(t);
	const struct value **x = arena_array(t->code->body, const struct value *, n);

	for (size_t i = 0; i < n; i++)
		x[i] = get_gather(t, term[i].gather);
	for (int64_t m = 0; m < t->tile->channels; m++) {
		code_set(t->code, c->weight, weight_of(t, m, term->tap));
		for (size_t i = 0; i < n; i++)
			add_term(t, &term[i], m, x[i], code_get(t->code, c->weight));
	}
}

/* A term whose weight is in a variable. */
static void
add_by_variable(struct tile_code *t, const struct column_tap *term)
{
	const struct columns *c = columns_of(t);
	const struct value *x = get_gather(t, term->gather);
	const struct variable **w = &c->weights[term->weight];

	if (term->fills && c->v->weights == WEIGHTS_BY_TAP)
		*w = code_let(t->code, true,
			code_name(t->code, "weight%lld", (long long)term->weight),
			weight_of(t, 0, term->tap));
	else if (term->fills)
		code_set(t->code, *w, weight_of(t, 0, term->tap));
	add_term(t, term, 0, x, code_get(t->code, *w));
}

/* The terms of columns first to end - 1. */
static void
add_terms(struct tile_code *t, size_t first, size_t end)
{
	struct columns *c = t->own;
	bool alone = t->tile->channels == 1;
	size_t n;

	c->load = arena_array(t->code->body, const struct value *, c->v->nload + 1);
	c->gather = arena_array(t->code->body, const struct value *, c->v->ngather + 1);
	for (size_t i = 0; i < c->v->nterm; i += n) {
		const struct column_tap *term = &c->v->term[i];

		n = alone ? 1 : vectors_of_tap(c->v, i);
		if (term->sum < first || term->sum >= end)
			continue;
		if (c->v->weights)
			add_by_variable(t, term);
		else if (shares_weights(t->tile, n))
			add_by_weight(t, term, n);
		else
			add_by_vector(t, term, n);
		if (!alone)
			code_order(t->code);
	}
}

static void
add_all_terms(struct tile_code *t)
{
	add_terms(t, 0, t->tile->code->ncolumn);
}

static void
add_taps(struct tile_code *t)
{
	tile_looped_taps(t, add_all_terms);
}

/* What a column's sums are divided by where they are divided by no number that is known:
   taps of a loop times those of the window's other axes. */
static const struct value *
count_of(struct tile_code *t, size_t number)
{
	const struct columns *c = columns_of(t);
	const struct variable *table = c->divisors[number];
	int64_t straight = c->v->column[number].divisor[0];
	bool loops = t->divisor && c->v->nterm;
	const struct value *count = NULL, *each;

	if (loops)
		count = code_get(t->code, t->divisor);
	if (table) {
		each = code_load(t->code, t->vector, code_at(table, 0));
		return loops ? code_binary(t->code, VALUE_MULTIPLY,
				       code_set1(t->code, t->vector, count), each)
			     : each;
	}
	if (loops && straight > 1)
		count = code_binary(t->code, VALUE_MULTIPLY, count,
			code_number(t->code, t->sum, (double)straight));
	return loops ? code_set1(t->code, t->vector, count) : NULL;
}

static const struct value *
final_value(struct tile_code *t, size_t number, int64_t channel)
{
	const struct columns *c = columns_of(t);
	const struct value *sum;

	if (t->blocks)
		return code_get(t->code, column(t, c->total, number, channel));
	sum = code_get(t->code, column(t, c->sum, number, channel));
	if (t->conv)
		return reducer_join(t->reducer, bias_of(t, channel), sum);
	return reducer_finish(t->reducer, sum, c->v->column[number].divisor[0],
		t->window->reduction->counts ? count_of(t, number) : NULL);
}

/* The sums' lanes, which shuffles of strided rows have left elsewhere. */
static void
add_order(struct tile_code *t, size_t first, size_t end)
{
	const struct columns *c = columns_of(t);
	const struct variable *const *all = t->blocks ? c->total : c->sum;

	code_comment(t->code,
		"The shuffles of strided inputs have left the outputs in other lanes.");
	for (size_t k = first; k < end; k++)
		for (int64_t m = 0; m < t->tile->channels; m++) {
			const struct variable *sum = column(t, all, k, m);
			const struct value *old = code_get(t->code, sum);

			code_set(t->code, sum,
				code_shuffle(t->code, old, old, c->v->order));
		}
}

static void
add_stores(struct tile_code *t, size_t first, size_t end)
{
	const struct columns *c = columns_of(t);

	if (c->v->order)
		add_order(t, first, end);
	for (size_t k = first; k < end; k++)
		for (int64_t m = 0; m < t->tile->channels; m++)
			code_store_n(t->code,
				code_at(t->dst,
					c->v->column[k].dst + m * t->tiles->plane_out),
				final_value(t, k, m), c->v->column[k].lanes);
}

static bool
has_zeros(const struct vector_code *v)
{
	for (size_t i = 0; i < v->ngather; i++) {
		const struct gather_step *last =
			&v->gather[i].step[v->gather[i].nstep - 1];

		if (last->load == NO_LOAD && last->gather == NO_GATHER)
			return true;
	}
	return false;
}

static bool
has_masks(const struct vector_code *v)
{
	for (size_t i = 0; i < v->nterm; i++)
		if (v->term[i].lanes != ALL_LANES)
			return true;
	return false;
}

static void
declare_all(struct tile_code *t, struct columns *c)
{
	declare_divisors(t, c);
	c->sum = declare_columns(t, "sum");
	if (t->blocks)
		c->total = declare_columns(t, "total");
	declare_weights(t, c);
	if (has_zeros(c->v))
		c->zero = code_get(t->code, code_let(t->code, true, "zero",
						    code_number(t->code, t->vector, 0)));
	tile_counters(t, false);
	if (has_masks(c->v))
		code_comment(t->code, "Where a window lacks a tap, a shuffle takes the "
				      "sum as it was.");
	tile_unused(t);
}

/* Columns whose sums do not all find registers: a group after the other. */
static void
add_groups(struct tile_code *t)
{
	const struct columns *c = columns_of(t);
	size_t end;

	for (size_t k = 0; k < c->v->ncolumn; k = end) {
		end = k + c->v->group < c->v->ncolumn ? k + c->v->group : c->v->ncolumn;
		clear_columns(t, c->sum, k, end);
		t->x = code_at(t->src, 0);
		t->w = code_at(t->weights, 0);
		code_block(t->code);
		add_terms(t, k, end);
		code_end(t->code);
		add_stores(t, k, end);
	}
}

void
direct_ow_lower(struct tile_code *t)
{
	static const struct channel_steps steps = {clear, add_taps, add};
	struct columns c = {.v = t->tile->code};

	t->own = &c;
	declare_all(t, &c);
	if (c.v->ncolumn > c.v->group) {
		add_groups(t);
		return;
	}
	if (t->blocks)
		begin_totals(t);
	tile_channels(t, &steps);
	add_stores(t, 0, c.v->ncolumn);
}
