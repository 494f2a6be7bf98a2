#include "kernels/direct_c/direct_c.h"

#include "base/arena.h"
#include "base/checked.h"

/* The micro-kernel: a loop over the channels, a few vectors at a time. */

/* The function's variables. sum: [position][vector]; weight: [tap][vector], those that
   have been loaded; c: the first channel. */
struct channel_code {
	const struct channel_kernel *own;
	const struct variable **sum, *c;
	const struct value **weight;
	int inputs; /* that have names */
};

/* A vector of channels at an offset from the current ones. */
static const struct value *
load(const struct kernel_code *k, struct address base, int64_t offset, int v)
{
	return code_load_n(k->code, k->vector,
		code_moved(base, offset + v * k->vector.lanes), kernel_channels_of(k, v));
}

/* The weights of a term: those that several positions share stay in registers. */
static const struct value *
weight_of(const struct kernel_code *k, const struct channel_term *term, int v)
{
	const struct channel_code *t = k->own;
	const struct value **w = &t->weight[term->tap * t->own->vectors + v];

	if (!k->conv || *w)
		return *w;
	*w = load(k, k->w, term->tap * k->steps.tap, v);
	if (k->kernel->positions > 1 && t->own->vectors > 1)
		*w = code_named(k->code, *w, "w%lld_%d", (long long)term->tap, v);
	else if (k->kernel->positions > 1)
		*w = code_named(k->code, *w, "w%lld", (long long)term->tap);
	return *w;
}

/* Adds the terms of one input. */
static void
add_input(const struct kernel_code *k, size_t first, size_t end)
{
	struct channel_code *t = k->own;
	const struct channel_term *term = t->own->term;
	int vectors = t->own->vectors;

	for (int v = 0; v < vectors; v++) {
		const struct value *x = load(k, k->x, term[first].src, v);

		if (end - first > 1 && vectors > 1)
			x = code_named(k->code, x, "x%d_%d", t->inputs, v);
		else if (end - first > 1)
			x = code_named(k->code, x, "x%d", t->inputs);
		for (size_t i = first; i < end; i++) {
			const struct variable *sum =
				t->sum[term[i].position * (size_t)vectors + (size_t)v];

			code_set(k->code, sum,
				reducer_term(k->reducer, code_get(k->code, sum), x,
					weight_of(k, &term[i], v)));
		}
	}
	t->inputs += end - first > 1;
}

static void
add_terms(struct kernel_code *k)
{
	const struct channel_code *t = k->own;
	const struct channel_kernel *own = t->own;
	int inner = k->window->naxis - 1;
	int64_t row = k->kernel->looped[inner] ? 1 : k->window->axis[inner].kernel;
	size_t end;

	for (size_t i = 0; i < own->nterm; i = end) {
		if (i && own->term[i].tap / row != own->term[i - 1].tap / row)
			code_blank(k->code);
		for (end = i; end < own->nterm && own->term[end].src == own->term[i].src;)
			end++;
		add_input(k, i, end);
	}
}

static void
add_stores(const struct kernel_code *k)
{
	const struct channel_code *t = k->own;
	const struct channel_kernel *own = t->own;

	for (int64_t i = 0; i < k->kernel->positions * own->vectors; i++) {
		int64_t position = i / own->vectors;
		int v = (int)(i % own->vectors);
		const struct value *value = code_get(k->code, t->sum[i]);
		const struct output_place place = {
			code_at(k->dst, own->dst[position] + v * k->vector.lanes),
			kernel_channels_of(k, v), 1};

		if (k->conv)
			value = epilogue_lower(k->l,
				reducer_join(k->reducer, kernel_bias(k, v), value),
				place);
		else
			value = reducer_finish(k->reducer, value, own->divisor[position],
				kernel_count(k, own->divisor[position]), place);
		code_store_n(k->code, place.at, value, place.n);
	}
}

/* Declares the sums and the counters of loops; `channels`: one over the channels. */
static void
declare_all(struct kernel_code *k, struct channel_code *t, bool channels)
{
	const struct channel_kernel *own = t->own;
	int64_t most = 0;

	for (size_t i = 0; i < own->nterm; i++)
		most = max_of(most, own->term[i].tap + 1);
	t->weight =
		arena_array(k->code->body, const struct value *, most * own->vectors + 1);
	t->sum = code_variables(
		k->code, k->vector, "sum", k->kernel->positions, own->vectors);
	code_counters(k->code, {&t->c, "c", channels});
	kernel_counters(k, false, false);
}

/* Computes the channels that src, weights, bias and dst point to. */
static void
add_tile(struct kernel_code *k)
{
	const struct channel_code *t = k->own;

	k->x = code_at(k->src, 0);
	k->w = code_at(k->weights, 0);
	for (int64_t i = 0; i < k->kernel->positions * t->own->vectors; i++)
		code_set(k->code, t->sum[i], reducer_identity(k->reducer, k->vector));
	code_blank(k->code);
	if (k->kernel->reads) {
		kernel_looped_taps(k, add_terms);
		code_blank(k->code);
	}
	add_stores(k);
}

/* Points src, weights, bias and dst to the current channels. */
static void
point_to_channels(struct kernel_code *k, const struct variable *c)
{
	struct code_builder *code = k->code;

	if (k->kernel->reads)
		k->src = code_let_pointer(
			code, true, true, k->memory, "x", code_along(code, k->src, c, 1));
	if (k->conv && k->kernel->reads)
		k->weights = code_let_pointer(code, true, true, k->weight, "w",
			code_along(code, k->weights, c, 1));
	if (k->bias)
		k->bias = code_let_pointer(code, true, true, k->bias->type, "b",
			code_along(code, k->bias, c, 1));
	k->dst = code_let_pointer(
		code, false, true, k->stored, "y", code_along(code, k->dst, c, 1));
	code_blank(code);
}

void
direct_c_lower_kernel(struct kernel_code *k)
{
	const struct micro_kernel *kernel = k->kernel;
	struct channel_code t = {.own = channel_kernel_of(kernel)};

	kernel_begin(k, LINKAGE_NOINLINE, kernel_comment(k));
	k->own = &t;
	declare_all(k, &t, kernel->together < kernel->channels);
	kernel_unused(k);
	code_loop_to(k->code, t.c, 0, kernel->together,
		(struct limit){.limit = kernel->channels, .argument = k->end});
	if (t.c)
		point_to_channels(k, t.c);
	add_tile(k);
	code_end(k->code);
}
