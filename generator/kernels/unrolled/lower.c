#include "kernels/unrolled/unrolled.h"

#include "kernels/common/reducer.h"
#include "kernels/kernel.h"

#include "arena.h"

/* Straight-line windows: no loop, every index a literal. Outputs are computed one by one,
   in functions of so many statements. */

/* A sum while its terms are written: which of the window's, of which input channels. */
struct chain {
	const struct term *term;
	size_t nterm, step;        /* terms 0, step, 2 * step … */
	int64_t channel, nchannel; /* input channels, first and count */
};

/* Where the code stands. */
struct walk {
	const struct lowering *l;
	struct code_builder *code;
	const struct reducer *reducer;
	const struct unrolled *unrolled;
	const struct window_plan *window;
	const struct plan *plan;
	struct term *term;

	/* Of the function at hand. */
	struct entry_operands o;
	const struct variable *sum, *total;
	const struct variable *place; /* of the element that sum is, or NULL */
	size_t statement;
	bool open;
	bool reads; /* it has read an input */

	const struct function **part; /* those that store outputs */
	size_t npart;
	const struct function **piece; /* those that return a sum */
	size_t npiece, called;
};

/* A function begins that has the node's run-time inputs as its arguments, and dst where
   it stores outputs. */
static void
begin_function(struct walk *k, const char *name, bool stores)
{
	struct variable *dst;

	code_function(k->code, LINKAGE_NOINLINE, name, NULL);
	k->o = lowering_operands(k->l);
	if (stores) {
		dst = code_parameter(
			k->code, VARIABLE_POINTER, k->l->memory, k->plan->dst.name);
		dst->restricted = true;
		k->o.dst = dst;
	}
	if (stores && k->plan->second.name) {
		dst = code_parameter(k->code, VARIABLE_POINTER,
			code_scalar(k->plan->second.dtype), k->plan->second.name);
		dst->restricted = true;
		k->o.second = dst;
	}
}

static void
declare_place(struct walk *k)
{
	struct variable *place =
		code_variable(k->code, code_scalar(k->plan->second.dtype), "place");

	code_declare(k->code, &place, 1);
	k->place = place;
}

static void
open_part(struct walk *k)
{
	struct variable *sum, *total;

	begin_function(k, lowering_name(k->l, "part_%zu", k->npart), true);
	sum = code_variable(k->code, k->l->sum, "sum");
	total = code_variable(k->code, k->l->sum, "total");
	k->sum = sum;
	k->total = total;
	if (k->window->ic)
		code_declare(k->code, &sum, 1);
	if (k->window->reduction->weighted && k->window->ic > k->window->channel_block)
		code_declare(k->code, &total, 1);
	if (k->plan->second.name)
		declare_place(k);
	if (k->window->ic)
		code_blank(k->code);
	k->statement = 0;
	k->open = true;
	k->reads = false;
}

static void
close_part(struct walk *k)
{
	if (!k->open)
		return;
	if (!k->reads && !k->plan->src->constant)
		code_unused(k->code, k->o.src);
	if (!k->reads && k->plan->weights && !k->plan->weights->constant)
		code_unused(k->code, k->o.weights);
	k->part = arena_grow(k->code->arena, k->part, k->npart, sizeof *k->part);
	k->part[k->npart++] = code_end_function(k->code);
	k->open = false;
}

/* The sums that a window is made of: Conv's channel blocks, or the partial sums of a
   whole plane, or just one. */
static size_t
window_chains(const struct walk *k, size_t nterm)
{
	if (k->window->reduction->weighted)
		return (size_t)((k->window->ic + k->window->channel_block - 1) /
				k->window->channel_block);
	return unrolled_is_plane(k->window, k->unrolled->plane_in, nterm) ? PLANE_LANES
									  : 1;
}

static struct chain
chain_number(const struct walk *k, size_t nterm, size_t index)
{
	struct chain c = {k->term, nterm, 1, 0, 1};

	if (k->window->reduction->weighted) {
		c.channel = (int64_t)index * k->window->channel_block;
		c.nchannel = k->window->ic - c.channel;
		if (c.nchannel > k->window->channel_block)
			c.nchannel = k->window->channel_block;
	} else if (unrolled_is_plane(k->window, k->unrolled->plane_in, nterm)) {
		c.term += index;
		c.nterm -= index;
		c.step = PLANE_LANES;
	}
	return c;
}

static size_t
terms_a_channel(const struct chain *c)
{
	return (c->nterm + c->step - 1) / c->step;
}

static size_t
chain_terms(const struct chain *c)
{
	return terms_a_channel(c) * (size_t)c->nchannel;
}

static const struct value *
weight_of(const struct walk *k, int64_t at)
{
	if (!k->plan->weights)
		return NULL;
	if (k->unrolled->literal_weights)
		return code_number(
			k->code, k->l->sum, operand_number(k->plan->weights, at));
	return code_load(k->code, k->l->sum, code_at(k->o.weights, at));
}

/* The terms of a chain from number `from` on, `most` of them at most; src and weights are
   where its window's begin. */
static void
add_terms(const struct walk *k, const struct chain *c, int64_t src, int64_t weights,
	size_t from, size_t most)
{
	size_t each = terms_a_channel(c), n = chain_terms(c);

	for (size_t i = from; i < from + most && i < n; i++) {
		const struct term *t = &c->term[i % each * c->step];
		int64_t channel = c->channel + (int64_t)(i / each);
		struct address at =
			code_at(k->o.src, src + channel * k->unrolled->plane_in + t->src);
		const struct value *x = code_load(k->code, k->l->sum, at);

		if (k->place)
			code_set(k->code, k->place,
				reducer_place(k->reducer, code_get(k->code, k->sum), x,
					code_get(k->code, k->place),
					code_index(k->code, at)));
		code_set(k->code, k->sum,
			reducer_term(k->reducer, code_get(k->code, k->sum), x,
				weight_of(k,
					weights + channel * k->unrolled->taps + t->tap)));
	}
}

/* Chains too long for one function: each piece is a function that takes the sum so far.
 */
static void
add_pieces(struct walk *k, const struct chain *c, int64_t src, int64_t weights)
{
	size_t n = chain_terms(c), limit = k->unrolled->limit;

	for (size_t from = 0; n > limit && !k->plan->second.name && from < n;
		from += limit) {
		begin_function(k, lowering_name(k->l, "sum_%zu", k->npiece), false);
		k->sum = code_parameter(k->code, VARIABLE_VALUE, k->l->sum, "sum");
		k->place = NULL;
		add_terms(k, c, src, weights, from, limit);
		code_return(k->code, code_get(k->code, k->sum));
		k->piece =
			arena_grow(k->code->arena, k->piece, k->npiece, sizeof *k->piece);
		k->piece[k->npiece++] = code_end_function(k->code);
	}
}

/* The operands that are arguments, as those of the function at hand are passed on. */
static size_t
pass_operands(const struct walk *k, const struct entry_operands *o, struct argument *a)
{
	size_t n = 0;

	for (size_t i = 0; i < k->plan->noperand; i++) {
		const struct operand *operand = &k->plan->operand[i];

		if (!operand->constant)
			a[n++] = code_pass(
				code_at(entry_operand_of(k->plan, o, operand), 0));
	}
	return n;
}

static void
add_chain(struct walk *k, const struct chain *c, int64_t src, int64_t weights)
{
	size_t n = chain_terms(c), limit = k->unrolled->limit;
	struct argument a[MAX_RANK + 1];

	k->reads |= n > 0;
	code_set(k->code, k->sum, reducer_identity(k->reducer, k->l->sum));
	if (k->place)
		code_set(k->code, k->place, code_number(k->code, k->place->type, 0));
	/* A function has one result. */
	if (n <= limit || k->place) {
		add_terms(k, c, src, weights, 0, n);
		k->statement += n;
		return;
	}
	for (size_t from = 0; from < n; from += limit) {
		size_t count = pass_operands(k, &k->o, a);

		a[count] = code_pass_value(code_get(k->code, k->sum));
		code_call_set(k->code, k->sum, k->piece[k->called++], a);
		k->statement++;
	}
}

static const struct value *
bias_of(const struct walk *k, int64_t at)
{
	if (!k->plan->bias)
		return code_number(k->code, k->l->sum, 0);
	if (k->unrolled->literal_bias)
		return code_number(k->code, k->l->sum, operand_number(k->plan->bias, at));
	return code_load(k->code, k->l->sum, code_at(k->o.bias, at));
}

/* One output: where it lies, where its window's inputs and weights begin. */
struct point {
	size_t nterm;
	int64_t src, weights, filter, dst, divisor;
};

static void
add_conv_point(struct walk *k, const struct point *p)
{
	size_t n = window_chains(k, p->nterm);
	const struct value *value;

	if (n > 1)
		code_set(k->code, k->total, bias_of(k, p->filter));
	for (size_t i = 0; i < n; i++) {
		struct chain c = chain_number(k, p->nterm, i);

		add_chain(k, &c, p->src, p->weights);
		if (n > 1)
			code_set(k->code, k->total,
				reducer_join(k->reducer, code_get(k->code, k->total),
					code_get(k->code, k->sum)));
	}
	value = n > 1 ? code_get(k->code, k->total) : bias_of(k, p->filter);
	if (n == 1)
		value = reducer_join(k->reducer, value, code_get(k->code, k->sum));
	code_store(k->code, code_at(k->o.dst, p->dst), value);
}

static void
add_output(struct walk *k, const struct point *p, const struct value *sum)
{
	code_store(k->code, code_at(k->o.dst, p->dst),
		reducer_finish(k->reducer, sum, p->nterm ? p->divisor : 1, NULL));
	if (k->place)
		code_store(k->code, code_at(k->o.second, p->dst),
			code_get(k->code, k->place));
}

/* Sixteen partial sums, then eight pairs, four, two, one. */
static void
add_plane_point(struct walk *k, const struct point *p)
{
	struct code_builder *code = k->code;
	struct variable *lane = code_array(code, k->l->sum, "lane", PLANE_LANES, 0);

	code_block(code);
	code_declare(code, &lane, 1);
	code_blank(code);
	for (size_t i = 0; i < PLANE_LANES; i++) {
		struct chain c = chain_number(k, p->nterm, i);

		add_chain(k, &c, p->src, 0);
		code_store(code, code_at(lane, (int64_t)i), code_get(code, k->sum));
	}
	for (int half = PLANE_LANES / 2; half; half /= 2)
		for (int i = 0; i < half; i++)
			code_store(code, code_at(lane, i),
				reducer_join(k->reducer,
					code_load(code, k->l->sum, code_at(lane, i)),
					code_load(code, k->l->sum,
						code_at(lane, i + half))));
	add_output(k, p, code_load(code, k->l->sum, code_at(lane, 0)));
	code_end(code);
}

static void
add_pool_point(struct walk *k, const struct point *p)
{
	struct chain c = chain_number(k, p->nterm, 0);

	if (window_chains(k, p->nterm) > 1) {
		add_plane_point(k, p);
		return;
	}
	add_chain(k, &c, p->src, 0);
	add_output(k, p, code_get(k->code, k->sum));
}

/* "Y[0, 1, 5]" */
static const char *
point_name(const struct walk *k, const int64_t *position, int64_t image, int64_t filter)
{
	const char *text = code_name(k->code, "%s[%lld, %lld", k->plan->dst.name,
		(long long)image, (long long)filter);

	for (int i = 0; i < k->window->naxis; i++)
		text = code_name(k->code, "%s, %lld", text, (long long)position[i]);
	return code_name(k->code, "%s]", text);
}

/* One output; in front of it, at file level, the functions of its longest sums. */
static void
add_point(struct walk *k, const int64_t *position, int64_t plane, int64_t dst)
{
	const struct window_plan *w = k->window;
	int64_t filters = w->group * w->oc, image = plane / filters;
	struct point p = {.dst = dst, .filter = plane % filters};
	size_t nchain;

	p.src = (image * w->group + p.filter / w->oc) * w->ic * k->unrolled->plane_in;
	p.weights = p.filter * w->ic * k->unrolled->taps;
	p.nterm = unrolled_window(k->l->schedule, position, k->term, &p.divisor);
	nchain = window_chains(k, p.nterm);
	if (k->open && k->statement + p.nterm * (size_t)w->ic >= k->unrolled->limit)
		close_part(k);
	if (!k->open) {
		for (size_t i = 0; i < nchain; i++) {
			struct chain c = chain_number(k, p.nterm, i);

			add_pieces(k, &c, p.src, p.weights);
		}
		open_part(k);
	}
	code_comment(k->code, point_name(k, position, image, p.filter));
	if (w->reduction->weighted)
		add_conv_point(k, &p);
	else
		add_pool_point(k, &p);
	k->statement++;
}

static void
add_points(struct walk *k)
{
	const struct window_plan *w = k->window;
	int64_t dst = 0;

	for (int64_t plane = 0; plane < w->batch * w->group * w->oc; plane++) {
		int64_t position[MAX_AXIS] = {0};
		int i;

		do {
			add_point(k, position, plane, dst++);
			for (i = w->naxis - 1; i >= 0 && ++position[i] == w->axis[i].out;
				i--)
				position[i] = 0;
		} while (i >= 0);
	}
	close_part(k);
}

void
unrolled_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	struct reducer reducer = reducer_begin(&l, l.sum);
	struct walk k = {.l = &l,
		.code = code,
		.reducer = &reducer,
		.unrolled = schedule->u.unrolled,
		.window = &schedule->plan->u.window,
		.plan = schedule->plan};
	const struct function *whole;
	struct argument a[MAX_RANK + 2];

	k.term = arena_array(code->arena, struct term, k.unrolled->most_terms);
	if (k.plan->dst.nelement)
		add_points(&k);
	k.o = lowering_entry(&l, ENTRY_WHOLE);
	for (size_t i = 0; i < k.npart; i++) {
		size_t n = pass_operands(&k, &k.o, a);

		a[n++] = code_pass(code_at(k.o.dst, 0));
		if (k.o.second)
			a[n] = code_pass(code_at(k.o.second, 0));
		code_call(code, k.part[i], a);
	}
	whole = code_end_function(code);
	if (entries_of(schedule) > 1)
		lowering_unpacked_entries(&l, whole);
}
