#include "kernels/loop_window/loop_window.h"

#include "base/arena.h"
#include "kernels/common/prologue_code.h"
#include "kernels/common/reducer.h"
#include "kernels/common/tile_plan.h"

/* The function: tables of borders, and the loop nest whose limits they are. */

/* The numbers that an axis' table has for each span. */
enum {
	SPAN_FIRST,
	SPAN_END, /* of its outputs */
	SPAN_TAP,
	SPAN_TAP_END,
	SPAN_NUMBERS
};

/* The function being built. */
struct window_code {
	const struct lowering *l;
	struct code_builder *code;
	const struct reducer *reducer;
	const struct tile_plan *plan;
	const struct window_plan *window;
	struct window_tile tile;
	struct entry_operands o;
	/* Tables of an axis with several spans, and of the taps that count in each
	   region. */
	const struct variable *spans[MAX_AXIS], *counts;
	/* Counters; NULL: there is no such loop. */
	const struct variable *image, *group, *channels, *span[MAX_AXIS], *at[MAX_AXIS];
	const struct variable *block, *c, *tap[MAX_AXIS], *lane, *position;
	/* The sums of the current tile; for several, the arrays from which outputs are
	   made. */
	const struct variable **sum, *sums, *totals;
};

static bool
is_inner(const struct window_code *f, int axis)
{
	return axis == f->window->naxis - 1;
}

static int64_t
nsum(const struct window_code *f)
{
	return f->tile.channels * f->tile.positions;
}

/* The input of an axis' first tap and first output, which may lie in the padding. */
static int64_t
origin_of(const struct axis *axis)
{
	const struct span *s = axis->span;

	while (!s->ntap && s < axis->span + axis->nspan - 1)
		s++;
	return s->src - s->first * axis->stride - s->tap * axis->dilation;
}

/* Declarations. */

static void
add_span_table(struct window_code *f, int a)
{
	const struct axis *axis = &f->window->axis[a];
	double *number = arena_array(f->code->body, double, axis->nspan *SPAN_NUMBERS);

	for (size_t i = 0; i < axis->nspan; i++) {
		const struct span *s = &axis->span[i];
		double *of = number + i * SPAN_NUMBERS;

		of[SPAN_FIRST] = (double)s->first;
		of[SPAN_END] = (double)(s->first + s->count);
		of[SPAN_TAP] = (double)s->tap;
		of[SPAN_TAP_END] = (double)(s->tap + s->ntap);
	}
	f->spans[a] = code_table(f->code, code_scalar(DTYPE_INT32),
		code_name(f->code, "spans%d", a + 1), number,
		(int64_t)axis->nspan * SPAN_NUMBERS);
}

/* The taps that count in region number `at`; 1 if it has none. */
static int64_t
count_of(const struct window_plan *w, int64_t at)
{
	int64_t count = 1;

	for (int a = w->naxis - 1; a >= 0; a--) {
		const struct axis *axis = &w->axis[a];
		const struct span *s = &axis->span[at % (int64_t)axis->nspan];

		if (!s->ntap)
			return 1;
		count *= s->divisor;
		at /= (int64_t)axis->nspan;
	}
	return count;
}

static void
add_count_table(struct window_code *f)
{
	int64_t n = loop_window_regions(f->window);
	double *number = arena_array(f->code->body, double, n);
	bool differ = false;

	for (int64_t i = 0; i < n; i++) {
		number[i] = (double)count_of(f->window, i);
		differ |= number[i] < number[0] || number[i] > number[0];
	}
	if (differ && f->window->reduction->counts)
		f->counts = code_table(f->code, f->l->sum, "counts", number, n);
}

/* Adds the tables, with a comment for who reads the code. */
static void
add_tables(struct window_code *f)
{
	bool borders = false;

	for (int a = 0; a < f->window->naxis; a++)
		borders |= f->window->axis[a].nspan > 1;
	if (borders)
		code_comment(f->code,
			"For outputs that read the same taps: the first one and the "
			"end, the first tap and the end.");
	for (int a = 0; a < f->window->naxis; a++)
		if (f->window->axis[a].nspan > 1)
			add_span_table(f, a);
	add_count_table(f);
}

static void
declare_counters(struct window_code *f)
{
	struct wanted_counter all[8 + 3 * MAX_AXIS] = {{&f->image, "image", true},
		{&f->group, "group", true}, {&f->channels, "tile", true},
		{&f->block, "block", true}, {&f->c, "c", true},
		{&f->lane, "lane", f->sums}, {&f->position, "position", f->sums}};
	size_t n = 7;

	for (int a = 0; a < f->window->naxis; a++) {
		all[n++] = (struct wanted_counter){
			&f->span[a], code_name(f->code, "span%d", a + 1), f->spans[a]};
		all[n++] = (struct wanted_counter){
			&f->at[a], code_name(f->code, "i%d", a + 1), true};
		all[n++] = (struct wanted_counter){
			&f->tap[a], code_name(f->code, "t%d", a + 1), true};
	}
	code_declare_counters(f->code, all, n);
}

static void
declare(struct window_code *f)
{
	bool several = nsum(f) > 1, blocks = f->plan->nblock > 1;

	add_tables(f);
	if (several)
		f->sums = code_let_array(f->code, f->l->sum, "sums", nsum(f), 0);
	if (blocks)
		f->totals = code_let_array(f->code, f->l->sum, "totals", nsum(f), 0);
	f->sum = code_variables(
		f->code, f->l->sum, "sum", f->tile.channels, f->tile.positions);
	declare_counters(f);
	code_blank(f->code);
}

/* Addresses. */

/* The input of the current window's current taps, seen from its plane. */
static struct address
input_at(const struct window_code *f, struct address x)
{
	for (int a = 0; a < f->window->naxis; a++) {
		const struct axis *axis = &f->window->axis[a];
		int64_t inc = f->window->src.axis[a];

		x = code_moved(x, origin_of(axis) * inc);
		x = code_indexed(f->code, x, f->at[a], axis->stride * inc);
		if (f->tap[a])
			x = code_indexed(f->code, x, f->tap[a], axis->dilation * inc);
		else
			x = code_moved(x, axis->span->tap * axis->dilation * inc);
	}
	return x;
}

/* Those of the window's first taps. */
static struct address
first_input(const struct window_code *f, struct address x)
{
	struct window_code at = *f;

	for (int a = 0; a < f->window->naxis; a++) {
		at.tap[a] = NULL;
		if (f->spans[a])
			x = code_indexed_by(f->code,
				code_moved(x, -f->window->axis[a].span->tap *
						      f->window->axis[a].dilation *
						      f->window->src.axis[a]),
				(struct index_term){.counter = f->span[a],
					.inc = f->window->axis[a].dilation *
					       f->window->src.axis[a],
					.add = SPAN_TAP,
					.table = f->spans[a]});
	}
	return input_at(&at, x);
}

/* The plane of the current input channel. */
static struct address
plane_at(const struct window_code *f)
{
	const struct window_steps *src = &f->window->src;
	struct address x = code_along(f->code, f->o.src, f->image, src->image);

	x = code_indexed(f->code, x, f->group, f->window->ic * src->channel);
	x = code_indexed(f->code, x, f->block, f->plan->block * src->channel);
	return code_indexed(f->code, x, f->c, src->channel);
}

/* How far apart weights are, as given or packed. */
struct weight_incs {
	int64_t group, tile, input, tap, lane;
};

static struct weight_incs
weight_incs(const struct window_code *f)
{
	const struct weight_steps *given = &f->window->weights;
	int64_t lanes = f->tile.channels, taps = f->plan->taps;
	int64_t panel = f->window->ic * taps * lanes;

	if (f->plan->packed)
		return (struct weight_incs){
			panel * (f->window->oc / lanes), panel, taps * lanes, lanes, 1};
	return (struct weight_incs){f->window->oc * given->channel,
		lanes * given->channel, given->input, given->tap, given->channel};
}

/* The weights of the current input channel's first tap. */
static struct address
weights_at(const struct window_code *f)
{
	const struct weight_incs inc = weight_incs(f);
	struct address w = code_along(f->code, f->o.weights, f->group, inc.group);

	w = code_indexed(f->code, w, f->channels, inc.tile);
	w = code_indexed(f->code, w, f->block, f->plan->block * inc.input);
	return code_indexed(f->code, w, f->c, inc.input);
}

/* That of the current taps, for one of the tile's channels. */
static const struct value *
weight_of(const struct window_code *f, struct address w, int64_t channel)
{
	const struct weight_incs inc = weight_incs(f);

	for (int a = 0; a < f->window->naxis; a++) {
		int64_t tap = f->plan->axis_tap[a] * inc.tap;

		if (f->tap[a])
			w = code_indexed(f->code, w, f->tap[a], tap);
		else
			w = code_moved(w, f->window->axis[a].span->tap * tap);
	}
	return code_load(f->code, f->l->sum, code_moved(w, channel * inc.lane));
}

static struct address
output_at(const struct window_code *f)
{
	const struct window_steps *dst = &f->window->dst;
	struct address y = code_along(f->code, f->o.dst, f->image, dst->image);

	y = code_indexed(f->code, y, f->group, f->window->oc * dst->channel);
	y = code_indexed(f->code, y, f->channels, f->tile.channels * dst->channel);
	y = code_indexed(f->code, y, f->sums ? f->lane : NULL, dst->channel);
	for (int a = 0; a < f->window->naxis; a++)
		y = code_indexed(f->code, y, f->at[a], dst->axis[a]);
	return code_indexed(f->code, y, f->sums ? f->position : NULL,
		dst->axis[f->window->naxis - 1]);
}

static const struct value *
bias_of(const struct window_code *f)
{
	struct address b;

	if (!f->o.bias)
		return code_number(f->code, f->l->sum, 0);
	b = code_along(f->code, f->o.bias, f->group, f->window->oc);
	b = code_indexed(f->code, b, f->channels, f->tile.channels);
	return code_load(f->code, f->l->sum,
		code_indexed(f->code, b, f->sums ? f->lane : NULL, 1));
}

/* Loops. */

/* Opens the loops over the taps of an axis. */
static void
open_taps(struct window_code *f, int a)
{
	const struct axis *axis = &f->window->axis[a];
	const struct span *s = axis->span;
	struct limit limit = {.limit = s->tap + s->ntap};

	if (f->spans[a])
		limit.table = code_moved(
			code_along(f->code, f->spans[a], f->span[a], 1), SPAN_TAP);
	else if (s->ntap == 1)
		f->tap[a] = NULL;
	code_loop_to(f->code, f->tap[a], s->tap, 1, limit);
}

/* Opens the loops over the outputs of an axis: over its spans, and over those of each. */
static void
open_outputs(struct window_code *f, int a)
{
	const struct axis *axis = &f->window->axis[a];
	int64_t step = is_inner(f, a) ? f->tile.positions : 1;

	if (!f->spans[a]) {
		if (axis->out == step)
			f->at[a] = NULL;
		code_loop_by(f->code, f->at[a], 0, step, axis->out);
		return;
	}
	code_loop_by(f->code, f->span[a], 0, SPAN_NUMBERS,
		(int64_t)axis->nspan * SPAN_NUMBERS);
	code_loop_to(f->code, f->at[a], 0, 1,
		(struct limit){.table = code_along(f->code, f->spans[a], f->span[a], 1)});
}

static void
close_outputs(struct window_code *f)
{
	for (int a = 0; a < f->window->naxis; a++)
		code_ends(f->code, f->spans[a] ? 2 : 1);
}

/* Opens loops over the sums that lie in arrays; f->lane and f->position are NULL where
   there is none. */
static struct window_code
open_sums(const struct window_code *f)
{
	struct window_code in = *f;

	in.lane = code_loop_if(f->code, f->lane, f->tile.channels);
	in.position = code_loop_if(f->code, f->position, f->tile.positions);
	return in;
}

static struct address
sum_at(const struct window_code *f, const struct variable *array)
{
	struct address at =
		code_along(f->code, array, f->sums ? f->lane : NULL, f->tile.positions);

	return code_indexed(f->code, at, f->sums ? f->position : NULL, 1);
}

/* Sums. */

static void
clear_sums(const struct window_code *f, struct address x)
{
	bool begins = f->window->reduction->begins_with_first;
	int64_t step = f->window->axis[f->window->naxis - 1].stride *
		       f->window->src.axis[f->window->naxis - 1];

	for (int64_t i = 0; i < nsum(f); i++)
		code_set(f->code, f->sum[i],
			begins ? prologue_term(f->l, f->l->sum,
					 code_moved(first_input(f, x),
						 i % f->tile.positions * step))
			       : reducer_identity(f->reducer, f->l->sum));
}

/* Adds the current taps of a channel: each input and each weight is loaded once. */
static void
add_tap(const struct window_code *f, struct address x, struct address w)
{
	const struct window_tile *tile = &f->tile;
	int inner = f->window->naxis - 1;
	int64_t step = f->window->axis[inner].stride * f->window->src.axis[inner];
	const struct value *in[LOOP_WINDOW_SUMS], *weight = NULL;

	for (int64_t p = 0; p < tile->positions; p++) {
		struct address at = code_moved(input_at(f, x), p * step);

		in[p] = tile->channels > 1
				? code_named(f->code,
					  prologue_load_n(f->l, NULL, f->l->sum, at, 1),
					  "x%lld", (long long)p)
				: prologue_term(f->l, f->l->sum, at);
	}
	for (int64_t c = 0; c < tile->channels; c++) {
		if (f->o.weights)
			weight = weight_of(f, w, c);
		if (weight && tile->positions > 1)
			weight = code_named(f->code, weight, "w%lld", (long long)c);
		for (int64_t p = 0; p < tile->positions; p++)
			reducer_add(f->reducer, f->sum[c * tile->positions + p], in[p],
				weight);
	}
}

static void
add_channel(struct window_code *f)
{
	struct code_builder *code = f->code;
	struct address x = plane_at(f), w = {0};

	if (f->c) {
		x = code_let_place(code, true, f->l->memory, "x", x);
		if (f->o.weights)
			w = code_let_place(
				code, true, f->o.weights->type, "w", weights_at(f));
		code_blank(code);
	} else if (f->o.weights) {
		w = weights_at(f);
	}
	for (int a = 0; a < f->window->naxis; a++)
		open_taps(f, a);
	add_tap(f, x, w);
	code_ends(code, f->window->naxis);
}

/* Adds the input channels of a block. */
static void
add_block(struct window_code *f)
{
	const struct tile_plan *p = f->plan;
	struct limit limit = {.limit = p->block};
	struct window_code in = *f;

	clear_sums(f, plane_at(&(struct window_code){.code = f->code,
			      .window = f->window,
			      .plan = p,
			      .o = f->o,
			      .image = f->image,
			      .group = f->group}));
	if (p->nblock > 1 && p->last_block != p->block) {
		limit.selector = f->block;
		limit.below = p->nblock - 1;
		limit.other = p->last_block;
	}
	if (p->block == 1)
		in.c = NULL;
	code_loop_to(f->code, in.c, 0, 1, limit);
	add_channel(&in);
	code_end(f->code);
	for (int64_t i = 0; f->sums && i < nsum(f); i++)
		code_store(f->code, code_at(f->sums, i), code_get(f->code, f->sum[i]));
}

/* The value of a sum, once it is complete. */
static const struct value *
sum_of(const struct window_code *f)
{
	return f->sums ? code_load(f->code, f->l->sum, sum_at(f, f->sums))
		       : code_get(f->code, f->sum[0]);
}

/* Adds all blocks to totals that begin with the bias. */
static void
add_blocks(struct window_code *f)
{
	struct code_builder *code = f->code;
	struct window_code in = open_sums(f);

	code_store(code, sum_at(&in, f->totals), bias_of(&in));
	code_ends(code, 2);
	code_loop(code, f->block, f->plan->nblock);
	add_block(f);
	in = open_sums(f);
	code_store(code, sum_at(&in, f->totals),
		reducer_join(f->reducer,
			code_load(code, f->l->sum, sum_at(&in, f->totals)), sum_of(&in)));
	code_ends(code, 3);
}

static void
add_outputs(const struct window_code *f)
{
	const struct window_code in = open_sums(f);
	const struct value *sum =
		f->totals ? code_load(f->code, f->l->sum, sum_at(&in, f->totals))
			  : sum_of(&in);
	const struct value *count = NULL;
	struct address at;

	if (f->window->reduction->weighted && !f->totals)
		sum = reducer_join(f->reducer, bias_of(&in), sum);
	if (f->counts) {
		int64_t apart = 1;

		at = code_at(f->counts, 0);
		for (int a = f->window->naxis - 1; a >= 0; a--) {
			if (f->spans[a])
				at = code_indexed_by(f->code, at,
					(struct index_term){.counter = f->span[a],
						.divide = SPAN_NUMBERS,
						.inc = apart});
			apart *= (int64_t)f->window->axis[a].nspan;
		}
		count = code_load(f->code, f->l->sum, at);
	}
	reducer_store(f->reducer, sum, count_of(f->window, 0), count,
		(struct output_place){output_at(&in), 1, 1});
	code_ends(f->code, 2);
}

static const struct function *
lower_entry(struct window_code *f)
{
	const struct window_plan *w = f->window;
	struct code_builder *code = f->code;

	f->o = lowering_entry(f->l, ENTRY_WHOLE);
	if (!f->l->schedule->plan->dst.nelement)
		return code_end_function(code);
	declare(f);
	f->image = code_loop_if(code, f->image, w->batch);
	f->group = code_loop_if(code, f->group, w->group);
	f->channels = code_loop_if(code, f->channels, w->oc / f->tile.channels);
	for (int a = 0; a < w->naxis; a++)
		open_outputs(f, a);
	if (f->totals) {
		add_blocks(f);
	} else {
		f->block = NULL;
		add_block(f);
	}
	add_outputs(f);
	close_outputs(f);
	code_ends(code, 3);
	return code_end_function(code);
}

void
loop_window_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	const struct tile_plan *p = schedule->own;
	const struct window_tile *tile = p->own;
	struct window_code f = {.l = &l,
		.code = code,
		.reducer = reducer_begin(&l, l.sum),
		.plan = p,
		.window = &p->window,
		.tile = *tile};
	const struct function *whole = lower_entry(&f);

	if (entries_of(schedule) > 1)
		lowering_unpacked_entries(&l, whole);
}
