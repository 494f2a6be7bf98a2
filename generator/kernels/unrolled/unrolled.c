#include "kernels/common/parts.h"
#include "kernels/common/reducer.h"
#include "kernels/kernel.h"

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "plan/epilogue.h"

#include <string.h>

/* Straight-line windows: no loop, every index a literal. Outputs are computed one by one,
   in functions of limited length. */

enum {
	/* Text of a statement that names do not belong to. */
	TERM_TEXT = 13,    /* "sum = (, , sum);" and the like */
	LITERAL_TEXT = 12, /* of a weight */
	OUTPUT_TEXT = 60,  /* a comment, "sum = 0.0f;", and what is stored */
	LANE_TEXT = 56,    /* "sum = 0.0f;", "lane[7] = sum;", and what adds them up */
	MULADD_TEXT = 12,  /* "opgen_muladd" */
	FMA_TEXT = 9       /* "opgen_fma" */
};

/* Bytes of "load(name[12345])" with an index from the operand's middle; half types are
   widened by a function. */
static uint64_t
element_bytes(const struct operand *operand, bool widened)
{
	const char *load = "";

	if (widened && operand->dtype == DTYPE_FLOAT16)
		load = "opgen_float16_to_float()";
	else if (widened && operand->dtype == DTYPE_BFLOAT16)
		load = "opgen_bfloat16_to_float()";
	return strlen(load) + strlen(operand->name) + 2 +
	       size_of_number(operand->nelement / 2);
}

/* Approximate bytes of code: every term of every output is a statement. */
static uint64_t
estimate_bytes(const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;
	const struct window_plan *w = &plan->u.window;
	uint64_t term = TERM_TEXT + element_bytes(plan->src, true);
	uint64_t terms = (uint64_t)(w->batch * w->group * w->oc), output = OUTPUT_TEXT;

	terms = count_mul(terms, (uint64_t)w->ic);
	for (int i = 0; i < w->naxis; i++) {
		uint64_t along = 0;

		for (size_t k = 0; k < w->axis[i].nspan; k++)
			along = count_add(
				along, count_mul((uint64_t)w->axis[i].span[k].count,
					       (uint64_t)w->axis[i].span[k].ntap));
		terms = count_mul(terms, along);
	}
	if (plan->weights) {
		bool wide = dtype_accumulator(epilogue_from(plan)) == DTYPE_FLOAT64;
		bool fused = schedule->settings.numerics == NUMERICS_FMA;

		/* Functions for float have an f at the end of their names. */
		term += (fused ? FMA_TEXT : MULADD_TEXT) + (wide ? 0u : 1u);
		term += schedule->weights.literal
				? LITERAL_TEXT
				: element_bytes(plan->weights, !plan->weights->constant);
	}
	if (w->reduction->calls)
		term += strlen(schedule->stem);
	if (window_has_whole_plane(w))
		output += PLANE_LANES * LANE_TEXT;
	output += 2 * size_of_number(plan->dst.nelement / 2) *
		  (uint64_t)(plan->dst.rank - 1);
	return count_add(size_around(schedule),
		count_add(count_mul(terms, term),
			count_mul((uint64_t)plan->dst.nelement, output)));
}

static bool
plan_unrolled(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;

	(void)arena;
	schedule->weights.literal = operand_is_finite(plan->weights);
	schedule->weights.literal_bias = operand_is_finite(plan->bias);
	if (!plan->dst.nelement)
		return true;
	schedule->estimate = estimate_bytes(schedule);
	return schedule->estimate / NEARLY <= max_output;
}

/* A term of an output in its first input channel: the elements of src and of the
   weights. */
struct window_term {
	int64_t src, weight;
};

/* Terms that are summed one after the other: n, every `step`-th from `first` on, counted
   through all input channels. */
struct chain {
	size_t first, n, step;
};

/* The state of lowering. */
struct walk {
	const struct lowering *l;
	struct code_builder *code;
	const struct reducer *reducer;
	const struct window_plan *window;
	const struct plan *plan;

	/* The current output: its channel of all groups, its offset, and the terms of its
	   window. */
	int64_t filter, dst, divisor;
	struct window_term *term;
	size_t nterm;
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
static size_t
count_chains(const struct walk *k)
{
	if (k->window->reduction->weighted)
		return (size_t)ceil_div(k->window->ic, k->window->channel_block);
	return k->plane ? PLANE_LANES : 1;
}

/* The terms of a partial sum: those of some input channels, or every PLANE_LANES-th. */
static struct chain
chain_of(const struct walk *k, size_t number)
{
	size_t block = (size_t)k->window->channel_block * k->nterm, step;

	if (k->window->reduction->weighted) {
		size_t first = number * block,
		       left = (size_t)k->window->ic * k->nterm - first;

		return (struct chain){first, left < block ? left : block, 1};
	}
	step = count_chains(k);
	return (struct chain){number, (k->nterm - number + step - 1) / step, step};
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

/* Adds the terms of a chain from number `from` on, at most so many. */
static void
add_terms(const struct walk *k, const struct chain *chain, size_t from, size_t most)
{
	const struct window_plan *window = k->window;
	const struct value *sum = code_get(k->code, k->sum), *w = NULL;

	for (size_t i = from; i < chain->n && i - from < most; i++) {
		size_t number = chain->first + i * chain->step;
		const struct window_term *term = &k->term[number % k->nterm];
		int64_t c = (int64_t)(number / k->nterm);
		int64_t src = term->src + c * window->src.channel;
		const struct variable *base = k->parts.o.src;
		const struct value *x = code_load(k->code, k->l->sum, code_at(base, src));
		struct address place = code_at(base, window_place(window, src));

		if (k->place)
			code_set(k->code, k->place,
				reducer_place(k->reducer, sum, x,
					code_get(k->code, k->place),
					code_index(k->code, place)));
		if (k->plan->weights)
			w = number_of(k, k->plan->weights,
				term->weight + c * window->weights.input);
		code_set(k->code, k->sum, reducer_term(k->reducer, sum, x, w));
	}
}

/* Sums read neither the bias nor the operands of the epilogue. */
static void
unused_in_sums(const struct walk *k)
{
	for (size_t i = 1; i < k->plan->noperand; i++) {
		const struct operand *operand = &k->plan->operand[i];

		if (operand != k->plan->weights && plan_passes(k->plan, operand))
			code_unused(
				k->code, lowering_operand(k->l, &k->parts.o, operand));
	}
}

/* The functions of a chain's pieces. */
static void
add_pieces(struct walk *k, const struct chain *chain)
{
	for (size_t from = 0; from < chain->n; from += PART_STATEMENTS) {
		parts_function(
			&k->parts, lowering_name(k->l, "sum_%zu", k->npiece), false);
		k->sum = code_parameter(k->code, VARIABLE_VALUE, k->l->sum, "sum");
		unused_in_sums(k);
		add_terms(k, chain, from, PART_STATEMENTS);
		code_return(k->code, code_get(k->code, k->sum));
		k->piece =
			arena_grow(k->code->arena, k->piece, k->npiece, sizeof *k->piece);
		k->piece[k->npiece++] = code_end_function(k->code);
	}
}

/* A chain's sum: its terms, or calls of its pieces. */
static const struct value *
add_chain(struct walk *k, size_t number)
{
	const struct chain chain = chain_of(k, number);
	struct argument a[MAX_OPERAND + 1];

	code_set(k->code, k->sum, reducer_identity(k->reducer, k->l->sum));
	if (k->place)
		code_set(k->code, k->place, code_number(k->code, k->place->type, 0));
	if (!has_pieces(k, &chain)) {
		add_terms(k, &chain, 0, chain.n);
		k->parts.statement += chain.n;
		return code_get(k->code, k->sum);
	}
	for (size_t from = 0; from < chain.n; from += PART_STATEMENTS) {
		size_t count = lowering_pass(k->l, &k->parts.o, a);

		a[count] = code_pass_value(code_get(k->code, k->sum));
		code_call_set(k->code, k->sum, k->piece[k->called++], a);
		k->parts.statement++;
	}
	return code_get(k->code, k->sum);
}

static const struct value *
set_total(const struct walk *k, const struct value *value)
{
	code_set(k->code, k->total, value);
	return code_get(k->code, k->total);
}

/* Adds blocks of input channels to the bias. */
static void
add_conv_point(struct walk *k)
{
	const struct output_place place = {code_at(k->parts.o.dst, k->dst), 1, 1};
	const struct value *value = code_number(k->code, k->l->sum, 0);
	size_t n = count_chains(k);

	if (k->plan->bias)
		value = number_of(k, k->plan->bias, k->filter);
	for (size_t i = 0; i < n; i++) {
		if (n > 1)
			value = set_total(k, value);
		value = reducer_join(k->reducer, value, add_chain(k, i));
	}
	epilogue_store(k->l, n > 1 ? set_total(k, value) : value, place);
}

/* Sixteen partial sums, then eight pairs, four, two, one. */
static const struct value *
add_plane(struct walk *k)
{
	struct code_builder *code = k->code;
	const struct variable *lane =
		code_let_array(code, k->l->sum, "lane", PLANE_LANES, 0);

	code_blank(code);
	for (size_t i = 0; i < PLANE_LANES; i++)
		code_store(code, code_at(lane, (int64_t)i), add_chain(k, i));
	for (int half = PLANE_LANES / 2; half; half /= 2)
		for (int i = 0; i < half; i++)
			code_store(code, code_at(lane, i),
				reducer_join(k->reducer,
					code_load(code, k->l->sum, code_at(lane, i)),
					code_load(code, k->l->sum,
						code_at(lane, i + half))));
	return code_load(code, k->l->sum, code_at(lane, 0));
}

static void
add_pool_point(struct walk *k)
{
	const struct output_place place = {code_at(k->parts.o.dst, k->dst), 1, 1};

	if (k->plane)
		code_block(k->code);
	reducer_store(k->reducer, k->plane ? add_plane(k) : add_chain(k, 0),
		k->nterm ? k->divisor : 1, NULL, place);
	if (k->place)
		code_store(k->code, code_at(k->parts.o.places, k->dst),
			reducer_place_stored(k->reducer, k->place));
	if (k->plane)
		code_end(k->code);
}

/* "Y[0, 1, 5]" */
static void
name_point(const struct walk *k, int64_t image, const int64_t *position)
{
	const struct window_plan *w = k->window;
	bool last = w->shaped_by_layout && w->dst_layout == WINDOW_NHWC;
	const char *filter = code_name(k->code, ", %lld", (long long)k->filter);
	const char *at = "";

	for (int i = 0; i < w->naxis; i++)
		at = code_name(k->code, "%s, %lld", at, (long long)position[i]);
	code_comment(k->code,
		code_name(k->code, "%s[%lld%s%s]", k->plan->dst.name, (long long)image,
			last ? at : filter, last ? filter : at));
}

/* Finds the terms of an output. */
static void
find_terms(struct walk *k, int64_t image, const int64_t *position)
{
	const struct window_plan *w = k->window;
	int64_t at[MAX_AXIS] = {0}, ntap[MAX_AXIS];
	int64_t src = image * w->src.image + k->filter / w->oc * w->ic * w->src.channel;
	bool whole = w->reduction->by_plane;

	k->nterm = 0;
	k->divisor = 1;
	k->plane = false;
	for (int i = 0; i < w->naxis; i++) {
		const struct span *span = span_at(&w->axis[i], position[i]);

		if (!span->ntap)
			return;
		k->divisor *= span->divisor;
		whole &= span->ntap == w->axis[i].in;
		ntap[i] = span->ntap;
		src += w->src.axis[i] *
		       (span->src + (position[i] - span->first) * w->axis[i].stride);
	}
	do {
		struct window_term *term = &k->term[k->nterm++];
		int64_t tap = 0;

		term->src = src;
		for (int i = 0; i < w->naxis; i++) {
			const struct axis *axis = &w->axis[i];

			term->src += w->src.axis[i] * axis->dilation * at[i];
			tap = tap * axis->kernel + span_at(axis, position[i])->tap +
			      at[i];
		}
		term->weight = window_weight(w, k->filter, 0, tap);
	} while (extents_next(at, ntap, w->naxis));
	k->plane = whole && k->nterm >= PLANE_LANES;
}

/* One output, below its name. */
static void
add_point(struct walk *k, int64_t image, int64_t filter, const int64_t *position)
{
	const struct window_plan *w = k->window;

	k->filter = filter;
	k->dst = image * w->dst.image + filter * w->dst.channel;
	for (int i = 0; i < w->naxis; i++)
		k->dst += position[i] * w->dst.axis[i];
	find_terms(k, image, position);
	if (k->parts.statement + k->nterm * (size_t)w->ic >= PART_STATEMENTS)
		parts_close(&k->parts);
	if (!k->parts.open) {
		for (size_t i = 0; i < count_chains(k); i++) {
			const struct chain chain = chain_of(k, i);

			if (has_pieces(k, &chain))
				add_pieces(k, &chain);
		}
		open_part(k);
	}
	name_point(k, image, position);
	if (w->reduction->weighted)
		add_conv_point(k);
	else
		add_pool_point(k);
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
	int64_t at[2 + MAX_AXIS] = {0}, extent[2 + MAX_AXIS], most = 1;
	const struct function *whole;

	extent[0] = w->batch;
	extent[1] = w->group * w->oc;
	for (int i = 0; i < w->naxis; i++) {
		extent[2 + i] = w->axis[i].out;
		most *= axis_most_taps(&w->axis[i]);
	}
	k.term = arena_array(code->arena, struct window_term, most);
	if (k.plan->dst.nelement)
		do
			add_point(&k, at[0], at[1], at + 2);
		while (extents_next(at, extent, 2 + w->naxis));
	whole = parts_entry(&k.parts);
	if (entries_of(schedule) > 1)
		lowering_unpacked_entries(&l, whole);
}

const struct kernel kernel_unrolled = {
	.name = "unrolled",
	.kind = PLAN_WINDOW,
	.straight = true,
	.summary = "straight-line code, every index a literal",
	.plan = plan_unrolled,
	.lower = unrolled_lower,
};
