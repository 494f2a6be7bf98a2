#include "kernels/plain/plain.h"

#include "base/arena.h"
#include "kernels/common/prologue_code.h"

/* PLAIN_SCALARS: register tiles of processors without vectors. Each sum is a variable,
   and every term of a row of taps is written out, so that sums stay in registers whatever
   the compiler unrolls. A step loads the weights of a tap, one for each channel, and then
   the inputs one by one. */

/* The variables of the function. */
struct scalars {
	struct register_tile tile;
	const struct variable *const *total; /* like the tile's sums; NULL: one block */
	const struct tap_term *term;         /* tap by tap, row-major */
	size_t nterm;
};

static const struct tap_term *
find_terms(struct kernel_code *k, size_t nterm)
{
	const struct plain_kernel *own = k->kernel->own;
	size_t rows = (size_t)k->kernel->positions;
	struct tap_term *term = arena_array(k->code->body, struct tap_term, nterm + 1);

	for (size_t i = 0; i < nterm; i++) {
		const struct plain_tap *tap = &own->tap[i / rows];

		term[i] = (struct tap_term){
			.src = tap->src + (int64_t)(i % rows) * own->src_step,
			.tap = tap->number,
			.position = i % rows};
	}
	return term;
}

/* Begins the sums; those that begin with their first element are pools', which have one
   channel. */
static void
clear(struct kernel_code *k)
{
	const struct scalars *s = k->own;
	const struct register_tile *t = &s->tile;

	if (!kernel_begins_with_first(k)) {
		reducer_clear(k->reducer, t->sum, t->rows * t->vectors);
		return;
	}
	for (int64_t i = 0; i < t->rows; i++)
		code_set(k->code, t->sum[i],
			prologue_term(k->l, k->sum, code_moved(k->x, s->term[i].src)));
}

/* Adds the taps that are written out, but for the first one where sums have begun with
   it; in loops over taps it does no harm. */
static void
add_taps(struct kernel_code *k)
{
	struct scalars *s = k->own;
	bool begun = kernel_begins_with_first(k) && !k->kernel->loops;

	s->tile.x.at = k->x;
	s->tile.w.at = k->w;
	for (size_t i = begun ? (size_t)s->tile.rows : 0; i < s->nterm;) {
		code_block(k->code);
		i += tile_step(&s->tile, &s->term[i], s->nterm - i);
		code_end(k->code);
	}
}

static void
add(struct kernel_code *k)
{
	const struct scalars *s = k->own;

	for (int64_t i = 0; i < s->tile.rows * s->tile.vectors; i++)
		code_set(k->code, s->total[i],
			reducer_join(k->reducer, code_get(k->code, s->total[i]),
				code_get(k->code, s->tile.sum[i])));
}

/* The bias of a channel, or 0. */
static const struct value *
bias_of(const struct kernel_code *k, int64_t channel)
{
	if (!k->has_bias)
		return code_number(k->code, k->sum, 0);
	return code_load(k->code, k->sum, code_at(k->bias, channel));
}

/* Begins the totals of several blocks of input channels. */
static void
begin_totals(struct kernel_code *k, struct scalars *s)
{
	s->total =
		code_variables(k->code, k->sum, "total", s->tile.rows, s->tile.vectors);
	for (int64_t i = 0; i < s->tile.rows * s->tile.vectors; i++)
		code_set(k->code, s->total[i], bias_of(k, i % s->tile.vectors));
}

/* The value of a sum before it is finished. */
static const struct value *
final_sum(const struct kernel_code *k, const struct value *bias, int64_t row,
	int64_t channel)
{
	const struct scalars *s = k->own;

	if (s->total)
		return code_get(k->code, s->total[row * s->tile.vectors + channel]);
	if (!k->plan->nblock)
		return bias;
	if (!k->conv)
		return tile_sum(&s->tile, row, channel);
	return reducer_join(k->reducer, bias, tile_sum(&s->tile, row, channel));
}

static void
add_stores(struct kernel_code *k)
{
	const struct scalars *s = k->own;
	const struct plain_kernel *own = k->kernel->own;
	const struct value *count = k->divisor ? code_get(k->code, k->divisor) : NULL;

	for (int64_t v = 0; v < s->tile.vectors; v++) {
		const struct value *bias = bias_of(k, v);

		if (k->has_bias && !s->total && s->tile.rows > 1)
			bias = code_named(k->code, bias, "b%d", (int)v);
		for (int64_t r = 0; r < s->tile.rows; r++)
			reducer_store(k->reducer, final_sum(k, bias, r, v),
				own->ntap ? own->divisor : 1, count,
				tile_place(
					&s->tile, code_at(k->dst, r * own->dst_step), v));
	}
}

void
plain_lower_scalars(struct kernel_code *k)
{
	static const struct channel_steps steps = {clear, add_taps, NULL, add};
	const struct micro_kernel *kernel = k->kernel;
	const struct plain_kernel *own = kernel->own;
	struct scalars s = {.nterm = own->ntap * (size_t)kernel->positions,
		.tile = {.code = k->code,
			.reducer = k->reducer,
			.vector = k->sum,
			.rows = kernel->positions,
			.vectors = kernel->channels,
			.lanes = kernel->channels,
			.x = {.inc = 1, .node = k->l},
			.w = {.inc = k->steps.tap, .lane = k->steps.channel},
			.by_tap = k->conv,
			.scatter = k->window->dst.channel}};

	k->own = &s;
	s.term = find_terms(k, s.nterm);
	if (k->plan->nblock)
		s.tile.sum = code_variables(
			k->code, k->sum, "sum", s.tile.rows, s.tile.vectors);
	kernel_counters(k, false, false);
	kernel_unused(k);
	if (k->blocks)
		begin_totals(k, &s);
	if (k->plan->nblock)
		kernel_channels(k, &steps);
	add_stores(k);
}
