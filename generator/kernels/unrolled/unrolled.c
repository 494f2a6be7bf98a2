#include "kernels/common/parts.h"
#include "kernels/common/reducer.h"
#include "kernels/kernel.h"

#include "base/arena.h"
#include "base/checked.h"
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

/* The plan. */
struct unrolled {
	int64_t taps;
	int64_t most_terms;         /* the most taps of a window inside the input */
	int64_t plane_in;           /* elements of a plane */
	int64_t axis_tap[MAX_AXIS]; /* from one tap to the next, in tap numbers */
};

/* One term of a window: the input's offset in its plane, and the tap's number. */
struct window_term {
	int64_t src, tap;
};

static bool
is_plane(const struct window_plan *w, int64_t plane_in, uint64_t ntap)
{
	return w->reduction->by_plane && plane_in >= PLANE_LANES &&
	       ntap == (uint64_t)plane_in;
}

static size_t
window_of(const struct schedule *schedule, const int64_t *position,
	struct window_term *term, int64_t *divisor)
{
	const struct window_plan *w = &schedule->plan->u.window;
	const struct unrolled *s = schedule->own;
	int64_t at[MAX_AXIS] = {0}, ntap[MAX_AXIS];
	struct window_term first = {0, 0};
	size_t n = 0;

	*divisor = 1;
	for (int i = 0; i < w->naxis; i++) {
		const struct span *span = span_at(&w->axis[i], position[i]);

		*divisor *= span->divisor;
		if (!span->ntap)
			return 0;
		ntap[i] = span->ntap;
		first.src += w->src.axis[i] * (span->src + (position[i] - span->first) *
								   w->axis[i].stride);
		first.tap += s->axis_tap[i] * span->tap;
	}
	do {
		term[n] = first;
		for (int i = 0; i < w->naxis; i++) {
			term[n].src += w->src.axis[i] * w->axis[i].dilation * at[i];
			term[n].tap += s->axis_tap[i] * at[i];
		}
		n++;
	} while (next_place(at, ntap, w->naxis));
	return n;
}

static void
find_steps(struct unrolled *s, const struct window_plan *w)
{
	s->taps = s->most_terms = s->plane_in = 1;
	for (int i = w->naxis - 1; i >= 0; i--) {
		const struct axis *a = &w->axis[i];

		s->axis_tap[i] = s->taps;
		s->plane_in *= a->in;
		s->taps *= a->kernel;
		s->most_terms *= axis_most_taps(a);
	}
}

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
estimate_bytes(const struct schedule *schedule, const struct unrolled *s)
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
	if (is_plane(w, s->plane_in, (uint64_t)s->most_terms))
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
	struct unrolled *s = arena_new(arena, struct unrolled);

	schedule->weights.literal = constant_is_finite(plan->weights);
	schedule->weights.literal_bias = constant_is_finite(plan->bias);
	find_steps(s, &plan->u.window);
	schedule->own = s;
	if (!plan->dst.nelement)
		return true;
	schedule->estimate = estimate_bytes(schedule, s);
	return schedule->estimate / NEARLY <= max_output;
}

/* The state of lowering. */
struct walk {
	const struct lowering *l;
	struct code_builder *code;
	const struct reducer *reducer;
	const struct unrolled *unrolled;
	const struct window_plan *window;
	const struct plan *plan;

	/* The current output: its offset, the offsets of its window's inputs and weights,
	   and its terms in one input channel. */
	int64_t dst, src, weights, filter, divisor;
	struct window_term *term;
	size_t nterm;
	/* The terms of one of its partial sums, with their offsets in the operands. */
	struct window_term *chain;
	size_t nchain;

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

/* The number of partial sums of a window: Conv's channel blocks, the partial sums of a
   whole plane, or one. */
static size_t
count_chains(const struct walk *k)
{
	if (k->window->reduction->weighted)
		return (size_t)ceil_div(k->window->ic, k->window->channel_block);
	return is_plane(k->window, k->unrolled->plane_in, k->nterm) ? PLANE_LANES : 1;
}

/* Finds the terms of a partial sum: those of some input channels, or every
   PLANE_LANES-th. */
static void
find_chain(struct walk *k, size_t number)
{
	bool conv = k->window->reduction->weighted;
	int64_t block = conv ? k->window->channel_block : 1;
	int64_t first = conv ? (int64_t)number * block : 0;
	size_t step = conv ? 1 : count_chains(k);

	k->nchain = 0;
	for (int64_t c = first; c < min_of(first + block, k->window->ic); c++)
		for (size_t i = conv ? 0 : number; i < k->nterm; i += step)
			k->chain[k->nchain++] = (struct window_term){
				k->src + c * k->window->src.channel + k->term[i].src,
				k->weights + c * k->window->weights.input +
					k->term[i].tap * k->window->weights.tap};
}

/* A weight or the bias: a literal if possible. */
static const struct value *
number_of(const struct walk *k, const struct operand *operand, bool literal,
	const struct variable *base, int64_t at)
{
	if (literal)
		return code_number(k->code, k->l->sum, operand_number(operand, at));
	return code_load(k->code, k->l->sum, code_at(base, at));
}

/* Adds terms first to end - 1 of the chain. */
static void
add_terms(const struct walk *k, size_t first, size_t end)
{
	bool literal = k->l->schedule->weights.literal;
	const struct entry_operands *o = &k->parts.o;
	const struct value *sum = code_get(k->code, k->sum), *w = NULL;

	for (size_t i = first; i < end; i++) {
		struct address at = code_at(o->src, k->chain[i].src);
		struct address here =
			code_at(o->src, window_place(k->window, k->chain[i].src));
		const struct value *x = code_load(k->code, k->l->sum, at);

		if (k->place)
			code_set(k->code, k->place,
				reducer_place(k->reducer, sum, x,
					code_get(k->code, k->place),
					code_index(k->code, here)));
		if (k->plan->weights)
			w = number_of(k, k->plan->weights, literal, o->weights,
				k->chain[i].tap);
		code_set(k->code, k->sum, reducer_term(k->reducer, sum, x, w));
	}
}

/* Splits a chain that is too long for one function: each piece is a function that takes
   the sum so far. Functions have one result, so this is not done where a position is
   kept. */
static void
add_pieces(struct walk *k)
{
	if (k->nchain <= PART_STATEMENTS || k->plan->nmore)
		return;
	for (size_t from = 0; from < k->nchain; from += PART_STATEMENTS) {
		int64_t end =
			min_of((int64_t)(from + PART_STATEMENTS), (int64_t)k->nchain);

		parts_function(
			&k->parts, lowering_name(k->l, "sum_%zu", k->npiece), false);
		k->sum = code_parameter(k->code, VARIABLE_VALUE, k->l->sum, "sum");
		k->place = NULL;
		/* Operands of the epilogue are not read by sums. */
		for (size_t i = 1; i < k->plan->noperand; i++)
			if (k->parts.o.operand[i] && !k->plan->operand[i].constant)
				code_unused(k->code, k->parts.o.operand[i]);
		add_terms(k, from, (size_t)end);
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
	struct argument a[MAX_OPERAND + 1];

	find_chain(k, number);
	code_set(k->code, k->sum, reducer_identity(k->reducer, k->l->sum));
	if (k->place)
		code_set(k->code, k->place, code_number(k->code, k->place->type, 0));
	if (k->nchain <= PART_STATEMENTS || k->place) {
		add_terms(k, 0, k->nchain);
		k->parts.statement += k->nchain;
		return code_get(k->code, k->sum);
	}
	for (size_t from = 0; from < k->nchain; from += PART_STATEMENTS) {
		size_t count = lowering_pass(k->l, &k->parts.o, a);

		a[count] = code_pass_value(code_get(k->code, k->sum));
		code_call_set(k->code, k->sum, k->piece[k->called++], a);
		k->parts.statement++;
	}
	return code_get(k->code, k->sum);
}

/* Adds blocks of input channels to the bias. */
static void
add_conv_point(struct walk *k)
{
	const struct output_place place = {code_at(k->parts.o.dst, k->dst), 1, 1};
	const struct operand *bias = k->plan->bias;
	const struct value *value = code_number(k->code, k->l->sum, 0);
	size_t n = count_chains(k);

	if (bias)
		value = number_of(k, bias, k->l->schedule->weights.literal_bias,
			k->parts.o.bias, k->filter);
	if (n > 1)
		code_set(k->code, k->total, value);
	for (size_t i = 0; i < n; i++) {
		const struct value *sum = add_chain(k, i);

		if (n > 1)
			value = code_get(k->code, k->total);
		value = reducer_join(k->reducer, value, sum);
		if (n > 1)
			code_set(k->code, k->total, value);
	}
	if (n > 1)
		value = code_get(k->code, k->total);
	epilogue_store(k->l, value, place);
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
	bool plane = count_chains(k) > 1;
	const struct value *sum;

	if (plane)
		code_block(k->code);
	sum = plane ? add_plane(k) : add_chain(k, 0);
	reducer_store(k->reducer, sum, k->nterm ? k->divisor : 1, NULL, place);
	if (k->place)
		code_store(k->code, code_at(k->parts.o.places, k->dst),
			reducer_place_stored(k->reducer, k->place));
	if (plane)
		code_end(k->code);
}

/* "Y[0, 1, 5]" */
static void
name_point(const struct walk *k, const int64_t *position, int64_t image)
{
	const struct window_plan *w = k->window;
	bool last = w->shaped_by_layout && w->dst_layout == WINDOW_NHWC;
	const char *name =
		code_name(k->code, "%s[%lld", k->plan->dst.name, (long long)image);

	if (!last)
		name = code_name(k->code, "%s, %lld", name, (long long)k->filter);
	for (int i = 0; i < w->naxis; i++)
		name = code_name(k->code, "%s, %lld", name, (long long)position[i]);
	if (last)
		name = code_name(k->code, "%s, %lld", name, (long long)k->filter);
	code_comment(k->code, code_name(k->code, "%s]", name));
}

/* One output, below its name. */
static void
add_point(struct walk *k, const int64_t *position, int64_t plane)
{
	const struct window_plan *w = k->window;
	int64_t filters = w->group * w->oc, image = plane / filters;

	k->filter = plane % filters;
	k->src = image * w->src.image + k->filter / w->oc * w->ic * w->src.channel;
	k->weights = k->filter * w->weights.channel;
	k->dst = image * w->dst.image + k->filter * w->dst.channel;
	for (int i = 0; i < w->naxis; i++)
		k->dst += position[i] * w->dst.axis[i];
	k->nterm = window_of(k->l->schedule, position, k->term, &k->divisor);
	if (k->parts.statement + k->nterm * (size_t)w->ic >= PART_STATEMENTS)
		parts_close(&k->parts);
	if (!k->parts.open) {
		for (size_t i = 0; i < count_chains(k); i++) {
			find_chain(k, i);
			add_pieces(k);
		}
		open_part(k);
	}
	name_point(k, position, image);
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
	struct reducer reducer = reducer_begin(&l, l.sum);
	const struct unrolled *u = schedule->own;
	const struct window_plan *w = &schedule->plan->u.window;
	struct walk k = {.l = &l,
		.code = code,
		.reducer = &reducer,
		.unrolled = u,
		.window = w,
		.plan = schedule->plan,
		.parts = {.l = &l}};
	int64_t out[MAX_AXIS], block = max_of(w->channel_block, 1);
	const struct function *whole;

	k.term = arena_array(code->arena, struct window_term, u->most_terms);
	k.chain = arena_array(code->arena, struct window_term,
		u->most_terms * min_of(block, max_of(w->ic, 1)));
	for (int i = 0; i < w->naxis; i++)
		out[i] = w->axis[i].out;
	for (int64_t plane = 0;
		plane < w->batch * w->group * w->oc && k.plan->dst.nelement; plane++) {
		int64_t position[MAX_AXIS] = {0};

		do
			add_point(&k, position, plane);
		while (next_place(position, out, w->naxis));
	}
	parts_close(&k.parts);
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
