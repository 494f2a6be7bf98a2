#include "kernels/common/parts.h"
#include "kernels/common/prologue_code.h"
#include "kernels/common/reducer.h"
#include "kernels/kernel.h"

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "plan/define.h"
#include "plan/prologue.h"

#include <string.h>

/* Straight-line windows: no loop, every index a literal. Outputs are computed one by one,
   in functions of limited length. */

static bool
plan_unrolled(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;

	(void)arena;
	schedule->weights.literal = operand_is_finite(plan->weights);
	schedule->weights.literal_bias = operand_is_finite(plan->bias);
	if (!plan->dst.nelement)
		return true;
	return schedule_may_fit(schedule,
		count_add(plan_terms(plan), (uint64_t)plan->dst.nelement), max_output);
}

/* A term of an output in its first input channel: the elements of src and of the
   weights. */
struct window_term {
	int64_t src, weight;
};

/* Terms that are summed one after the other: n, every `step`-th from `first` on, counted
   through all input channels. */
struct chain {
	int64_t first, n, step;
};

/* The state of lowering. */
struct walk {
	const struct lowering *l;
	struct code_builder *code;
	const struct reducer *reducer;
	const struct window_plan *window;
	const struct plan *plan;

	/* The current output: its image, its channel of all groups and its position; and
	   the terms of its window. */
	int64_t at[2 + MAX_AXIS];
	int64_t divisor;
	struct window_term *term;
	int64_t nterm;
	bool plane; /* its window is a whole plane, in PLANE_LANES partial sums */

	struct parts parts;
	const struct variable *sum, *total;
	const struct variable *place;  /* the position of the chosen element, or NULL */
	const struct function **piece; /* functions that return a sum */
	size_t npiece, called;
};

static const struct variable *
declare(struct walk *k, enum dtype dtype, const char *name, bool wanted)
{
	struct variable *v = code_variable(k->code, code_scalar(dtype), "%s", name);

	code_declare(k->code, &v, wanted);
	return wanted ? v : NULL;
}

static void
open_part(struct walk *k)
{
	const struct window_plan *w = k->window;
	enum dtype sum = k->l->sum.dtype;

	parts_open(&k->parts);
	k->sum = declare(k, sum, "sum", w->ic);
	k->total = declare(
		k, sum, "total", w->reduction->weighted && w->ic > w->channel_block);
	k->place = declare(k, DTYPE_INT64, "place", k->plan->nmore);
	if (w->ic)
		code_blank(k->code);
}

/* The number of partial sums of a window: Conv's channel blocks, those of a whole plane,
   or one. */
static int64_t
count_chains(const struct walk *k)
{
	if (k->window->reduction->weighted)
		return ceil_div(k->window->ic, k->window->channel_block);
	return k->plane ? PLANE_LANES : 1;
}

/* The terms of a partial sum: those of some input channels, or every PLANE_LANES-th. */
static struct chain
chain_of(const struct walk *k, int64_t number)
{
	int64_t block = k->window->channel_block * k->nterm;
	int64_t all = k->window->ic * k->nterm, step = count_chains(k);

	if (k->window->reduction->weighted)
		return (struct chain){
			number * block, min_of(all - number * block, block), 1};
	return (struct chain){number, ceil_div(all - number, step), step};
}

/* Whether a chain is too long for one function: each piece is then a function that takes
   the sum so far. Functions have one result, so this is not done where a position is
   kept. */
static bool
has_pieces(const struct walk *k, const struct chain *chain)
{
	return chain->n > PART_STATEMENTS && !k->plan->nmore;
}

/* A weight or the bias: a literal if possible. */
static const struct value *
number_of(const struct walk *k, const struct operand *operand, int64_t at)
{
	const struct stored_weights *stored = &k->l->schedule->weights;

	if (operand == k->plan->bias ? stored->literal_bias : stored->literal)
		return code_number(k->code, k->l->sum, operand_number(operand, at));
	return code_load(k->code, k->l->sum,
		code_at(lowering_operand(k->l, &k->parts.o, operand), at));
}

/* The element of a term in input channel c; and its position, if positions are kept. */
static const struct value *
element_of(const struct walk *k, const struct window_term *term, int64_t c,
	const struct value **here)
{
	int64_t src = term->src + c * k->window->src.channel;
	const struct variable *base = k->parts.o.src;

	if (k->place)
		*here = code_index(k->code, code_at(base, window_place(k->window, src)));
	return prologue_term(k->l, k->l->sum, code_at(base, src));
}

/* Begins a sum with the first term of its chain, or without one. */
static void
begin_sum(const struct walk *k, const struct chain *chain, bool with_first)
{
	const struct value *here = NULL;

	if (with_first)
		code_set(
			k->code, k->sum, element_of(k, &k->term[chain->first], 0, &here));
	else
		reducer_clear(k->reducer, &k->sum, 1);
	if (k->place)
		code_set(k->code, k->place,
			here ? here : code_number(k->code, k->place->type, 0));
}

/* Adds the terms from number `begin` of the chain on. */
static void
add_terms(const struct walk *k, const struct chain *chain, int64_t begin)
{
	const struct window_plan *window = k->window;
	const struct value *sum = code_get(k->code, k->sum), *w = NULL, *here = NULL;

	for (int64_t j = begin; j < chain->n; j++) {
		int64_t i = chain->first + j * chain->step;
		const struct window_term *term = &k->term[i % k->nterm];
		int64_t c = i / k->nterm;
		const struct value *x = element_of(k, term, c, &here);

		if (k->place)
			code_set(k->code, k->place,
				reducer_place(k->reducer, sum, x,
					code_get(k->code, k->place), here));
		if (k->plan->weights)
			w = number_of(k, k->plan->weights,
				term->weight + c * window->weights.input);
		reducer_add(k->reducer, k->sum, x, w);
	}
}

/* Sums read neither the bias nor the operands of the epilogue. */
static void
unused_in_sums(const struct walk *k)
{
	for (size_t i = 1; i < k->plan->noperand; i++) {
		const struct operand *operand = &k->plan->operand[i];

		if (operand != k->plan->weights && plan_passes(k->plan, operand) &&
			!prologue_reads(k->plan, i))
			code_unused(
				k->code, lowering_operand(k->l, &k->parts.o, operand));
	}
}

/* The functions of a chain's pieces, if it has any. */
static void
add_pieces(struct walk *k, struct chain chain)
{
	struct code_builder *code = k->code;

	if (!has_pieces(k, &chain))
		return;
	for (; chain.n > 0; chain.n -= PART_STATEMENTS) {
		struct chain piece = chain;

		piece.n = min_of(chain.n, PART_STATEMENTS);
		chain.first += piece.n * piece.step;
		parts_function(
			&k->parts, lowering_name(k->l, "sum_%zu", k->npiece), false);
		k->sum = code_parameter(code, VARIABLE_VALUE, k->l->sum, "sum");
		unused_in_sums(k);
		add_terms(k, &piece, 0);
		code_return(code, code_get(code, k->sum));
		k->piece = arena_grow(code->arena, k->piece, k->npiece, sizeof *k->piece);
		k->piece[k->npiece++] = code_end_function(code);
	}
}

/* A chain's sum: its terms, or calls of its pieces. */
static const struct value *
add_chain(struct walk *k, int64_t number)
{
	const struct chain chain = chain_of(k, number);
	bool with_first = k->window->reduction->begins_with_first && chain.n;
	struct argument a[MAX_OPERAND + 1];

	begin_sum(k, &chain, with_first);
	if (!has_pieces(k, &chain)) {
		add_terms(k, &chain, with_first);
		k->parts.statement += (size_t)chain.n;
		return code_get(k->code, k->sum);
	}
	for (int64_t n = chain.n; n > 0; n -= PART_STATEMENTS) {
		size_t count = lowering_pass(k->l, &k->parts.o, a);

		a[count] = code_pass_value(code_get(k->code, k->sum));
		code_call_set(k->code, k->sum, k->piece[k->called++], a);
		k->parts.statement++;
	}
	return code_get(k->code, k->sum);
}

/* A sum that is kept in the variable for totals, where there is one. */
static const struct value *
kept_total(const struct walk *k, const struct value *sum)
{
	if (!k->total)
		return sum;
	code_set(k->code, k->total, sum);
	return code_get(k->code, k->total);
}

/* Conv: the bias, to which blocks of input channels are added. */
static const struct value *
add_blocks(struct walk *k)
{
	const struct value *sum = k->plan->bias ? number_of(k, k->plan->bias, k->at[1])
						: code_number(k->code, k->l->sum, 0);
	int64_t n = count_chains(k);

	for (int64_t i = 0; i < n; i++) {
		sum = kept_total(k, sum);
		sum = reducer_join(k->reducer, sum, add_chain(k, i));
	}
	return kept_total(k, sum);
}

/* Sixteen partial sums, then eight pairs, four, two, one. */
static const struct value *
add_plane(struct walk *k)
{
	struct code_builder *code = k->code;
	const struct variable *lane =
		code_let_array(code, k->l->sum, "lane", PLANE_LANES, 0);

	code_blank(code);
	for (int i = 0; i < PLANE_LANES; i++)
		code_store(code, code_at(lane, i), add_chain(k, i));
	for (int half = PLANE_LANES / 2; half; half /= 2)
		for (int i = 0; i < half; i++)
			code_store(code, code_at(lane, i),
				reducer_join(k->reducer,
					code_load(code, k->l->sum, code_at(lane, i)),
					code_load(code, k->l->sum,
						code_at(lane, i + half))));
	return code_load(code, k->l->sum, code_at(lane, 0));
}

/* "Y[0, 1, 5]" */
static void
name_point(const struct walk *k)
{
	const struct window_plan *w = k->window;
	int64_t at[2 + MAX_AXIS];

	memcpy(at, k->at, sizeof at);
	if (w->shaped_by_layout && w->dst_layout == WINDOW_NHWC) {
		memcpy(at + 1, k->at + 2, (size_t)w->naxis * sizeof *at);
		at[1 + w->naxis] = k->at[1];
	}
	code_comment(k->code,
		code_name(k->code, "%s%s", k->plan->dst.name,
			extents_text(at, (size_t)(2 + w->naxis), k->code->body)));
}

/* Finds the terms of an output. */
static void
find_terms(struct walk *k)
{
	const struct window_plan *w = k->window;
	const struct span *span[MAX_AXIS];
	int64_t at[MAX_AXIS] = {0}, ntap[MAX_AXIS];
	int64_t plane =
		k->at[0] * w->src.image + k->at[1] / w->oc * w->ic * w->src.channel;
	bool whole = w->reduction->by_plane;

	k->nterm = 0;
	k->divisor = 1;
	k->plane = false;
	for (int i = 0; i < w->naxis; i++) {
		span[i] = span_at(&w->axis[i], k->at[2 + i]);
		ntap[i] = span[i]->ntap;
		if (!ntap[i])
			return;
		k->divisor *= span[i]->divisor;
		whole &= ntap[i] == w->axis[i].in;
	}
	do {
		int64_t src = plane, tap = 0;

		for (int i = 0; i < w->naxis; i++) {
			const struct axis *a = &w->axis[i];
			int64_t first = span[i]->src +
					(k->at[2 + i] - span[i]->first) * a->stride;

			src += w->src.axis[i] * (first + at[i] * a->dilation);
			tap = tap * a->kernel + span[i]->tap + at[i];
		}
		k->term[k->nterm++] =
			(struct window_term){src, window_weight(w, k->at[1], 0, tap)};
	} while (extents_next(at, ntap, w->naxis));
	k->plane = whole && k->nterm >= PLANE_LANES;
}

/* Begins another part, after the functions of the current output's pieces, unless the
   output fits into this one. */
static void
make_room(struct walk *k)
{
	size_t statements = (size_t)(k->nterm * k->window->ic);

	if (k->parts.open && k->parts.statement + statements < PART_STATEMENTS)
		return;
	parts_close(&k->parts);
	for (int64_t i = 0; i < count_chains(k); i++)
		add_pieces(k, chain_of(k, i));
	open_part(k);
}

/* One output, below its name. */
static void
add_point(struct walk *k)
{
	const struct window_plan *w = k->window;
	int64_t dst = k->at[0] * w->dst.image + k->at[1] * w->dst.channel;
	const struct value *sum;

	for (int i = 0; i < w->naxis; i++)
		dst += k->at[2 + i] * w->dst.axis[i];
	find_terms(k);
	make_room(k);
	name_point(k);
	if (k->plane)
		code_block(k->code);
	sum = w->reduction->weighted ? add_blocks(k)
	      : k->plane             ? add_plane(k)
				     : add_chain(k, 0);
	reducer_store(k->reducer, sum, k->nterm ? k->divisor : 1, NULL,
		(struct output_place){code_at(k->parts.o.dst, dst), 1, 1});
	if (k->place)
		code_store(k->code, code_at(k->parts.o.places, dst),
			reducer_place_stored(k->reducer, k->place));
	if (k->plane)
		code_end(k->code);
	k->parts.statement++;
}

static void
unrolled_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	const struct window_plan *w = &schedule->plan->u.window;
	struct walk k = {.l = &l,
		.code = code,
		.reducer = reducer_begin(&l, l.sum),
		.window = w,
		.plan = schedule->plan,
		.parts = {.l = &l}};
	int64_t extent[2 + MAX_AXIS] = {w->batch, w->group * w->oc}, most = 1;
	const struct function *whole;

	for (int i = 0; i < w->naxis; i++) {
		extent[2 + i] = w->axis[i].out;
		most *= axis_most_taps(&w->axis[i]);
	}
	k.term = arena_array(code->arena, struct window_term, most);
	if (k.plan->dst.nelement)
		do
			add_point(&k);
		while (extents_next(k.at, extent, 2 + w->naxis));
	whole = parts_entry(&k.parts);
	if (entries_of(schedule) > 1)
		lowering_unpacked_entries(&l, whole);
}

const struct kernel kernel_unrolled = {
	.name = "unrolled",
	.kind = PLAN_WINDOW,
	.straight = true,
	.prologues = true,
	.summary = "straight-line code, every index a literal",
	.plan = plan_unrolled,
	.lower = unrolled_lower,
};
