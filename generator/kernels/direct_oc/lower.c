#include "kernels/common/tile_code.h"

#include "arena.h"

/* TILE_VECTOR_CHANNELS: lanes are output channels. Each input is one number, which is
   multiplied by the weights of all channels and added to its position's sums. */

/* The variables of the function. sum: of each position and vector of channels. */
struct direct_oc {
	struct variable **sum, **w;
	const struct variable *v, *outputs;
};

static const struct direct_oc *
own(const struct tile_code *t)
{
	return t->own;
}

static struct variable *
vector_variable(struct tile_code *t, const char *name)
{
	return code_variable(t->code, t->vector, name);
}

/* sum3 of one vector of channels, sum3_1 of several. */
static const struct variable *
sum_of(const struct tile_code *t, int64_t position, int vector)
{
	return own(t)->sum[position * t->tile->code->vectors + vector];
}

static void
declare_sums(struct tile_code *t, struct direct_oc *d)
{
	int64_t vectors = t->tile->code->vectors, n = t->tile->positions * vectors;

	d->sum = arena_array(t->code->body, struct variable *, n);
	for (int64_t k = 0; k < n; k++) {
		long long position = k / vectors, vector = k % vectors;

		d->sum[k] = vector_variable(t,
			vectors > 1 ? code_name(t->code, "sum%lld_%lld", position, vector)
				    : code_name(t->code, "sum%lld", position));
	}
	code_declare(t->code, d->sum, (size_t)n);
}

/* v: what is at hand; w0…: the weights of a tap. */
static void
declare_vectors(struct tile_code *t, struct direct_oc *d)
{
	int vectors = t->tile->code->ntap ? t->tile->code->vectors : 0;
	struct variable **all =
		arena_array(t->code->body, struct variable *, vectors + 1);

	all[0] = vector_variable(t, "v");
	for (int k = 0; k < vectors; k++)
		all[k + 1] = vector_variable(t, code_name(t->code, "w%d", k));
	code_declare(t->code, all, (size_t)vectors + 1);
	d->v = all[0];
	d->w = all + 1;
}

static void
declare_all(struct tile_code *t, struct direct_oc *d)
{
	declare_sums(t, d);
	declare_vectors(t, d);
	if (!t->by_blocks && (t->blocks || !t->late)) {
		struct variable *outputs = code_array(t->code, t->sum, "outputs",
			t->tile->positions * t->tile->lanes,
			t->l->schedule->target->vector_bytes);

		code_declare(t->code, &outputs, 1);
		d->outputs = outputs;
	}
	tile_counters(t, !t->late && !t->by_blocks && direct_oc_has_part_loop(t));
}

/* Every sum begins at zero. */
static void
clear(struct tile_code *t)
{
	for (int64_t p = 0; p < t->tile->positions; p++)
		for (int v = 0; v < t->tile->code->vectors; v++)
			code_set(t->code, sum_of(t, p, v),
				reducer_identity(t->reducer, t->vector));
}

/* Where a vector of outputs is kept: among its tile's, or its plane's. */
static struct address
output_of(const struct tile_code *t, const struct variable *base, int64_t position,
	int vector)
{
	const struct run *run = t->tile->code->run;

	if (t->by_blocks) {
		while ((size_t)position >= run->first + run->count)
			run++;
		position += run->dst - (int64_t)run->first;
	}
	return code_at(base, position * t->tile->lanes + vector * t->vector.lanes);
}

/* The totals, which several blocks of input channels are added to, begin as the bias. */
static void
begin_totals(struct tile_code *t)
{
	const struct variable *v = own(t)->v;

	for (int k = 0; k < t->tile->code->vectors; k++) {
		code_set(t->code, v, tile_bias(t, k));
		for (int64_t p = 0; p < t->tile->positions; p++)
			code_store(t->code, output_of(t, own(t)->outputs, p, k),
				code_get(t->code, v));
	}
}

/* The sums of a block are added to the totals. */
static void
add(struct tile_code *t)
{
	const struct variable *totals = t->by_blocks ? t->sums : own(t)->outputs;

	for (int k = 0; k < t->tile->code->vectors; k++)
		for (int64_t p = 0; p < t->tile->positions; p++) {
			struct address at = output_of(t, totals, p, k);

			code_store(t->code, at,
				reducer_join(t->reducer,
					code_load(t->code, t->vector, at),
					code_get(t->code, sum_of(t, p, k))));
		}
}

/* Vectors of weights that a line of the cache holds, at least one. */
static int
vectors_of_line(const struct tile_code *t)
{
	int bytes = t->vector.lanes * (int)dtype_info[t->sum.dtype].size;

	return bytes < CACHE_LINE ? CACHE_LINE / bytes : 1;
}

/* The weights of a tap; those that are far behind them are asked for. */
static void
load_weights(struct tile_code *t, const struct tap *tap)
{
	int vectors = t->tile->code->vectors, lanes = t->vector.lanes;

	for (int k = 0; k < vectors; k++)
		code_set(t->code, own(t)->w[k],
			code_load(t->code, t->vector,
				code_moved(t->w, tap->tap * t->steps.tap + k * lanes)));
	for (int k = 0; t->tiles->ahead && k < vectors; k += vectors_of_line(t))
		code_prefetch(t->code, code_at(t->w.base, t->tiles->ahead + k * lanes));
}

static void
add_tap(struct tile_code *t, const struct tap *tap)
{
	struct code_builder *code = t->code;
	const struct variable *v = own(t)->v, *sum;

	load_weights(t, tap);
	for (size_t u = 0; u < tap->nuse; u++) {
		const struct tap_use *use = &tap->use[u];

		code_set(code, v,
			code_set1_load(code, t->vector, code_moved(t->x, use->src)));
		for (int k = 0; k < t->tile->code->vectors; k++) {
			sum = sum_of(t, (int64_t)use->position, k);
			code_set(code, sum,
				reducer_term(t->reducer, code_get(code, sum),
					code_get(code, v), code_get(code, own(t)->w[k])));
		}
	}
	code_order(code);
}

/* The taps that are written out, with what waits to be stored in between. */
static void
add_straight_taps(struct tile_code *t)
{
	const struct vector_code *v = t->tile->code;

	for (size_t k = 0; k < v->ntap; k++) {
		add_tap(t, &v->tap[k]);
		if (t->late && !t->tile->loops)
			direct_oc_waiting(t, k + 1, v->ntap);
	}
}

static void
add_taps(struct tile_code *t)
{
	tile_looped_taps(t, add_straight_taps);
	if (t->late && t->tile->loops)
		direct_oc_waiting(t, 1, 1);
}

/* The outputs of the tile, in memory: totals, or bias and sums. */
static void
keep_outputs(struct tile_code *t, const struct variable *to)
{
	struct code_builder *code = t->code;
	const struct variable *v = own(t)->v;

	for (int k = 0; k < t->tile->code->vectors; k++) {
		if (!t->blocks)
			code_set(code, v, tile_bias(t, k));
		for (int64_t p = 0; p < t->tile->positions; p++)
			code_store(code, output_of(t, to, p, k),
				t->blocks ? code_load(code, t->vector,
						    output_of(t, own(t)->outputs, p, k))
					  : reducer_join(t->reducer, code_get(code, v),
						    code_get(code, sum_of(t, p, k))));
	}
}

void
direct_oc_lower(struct tile_code *t)
{
	static const struct channel_steps steps = {clear, add_taps, add};
	struct direct_oc d = {0};

	t->own = &d;
	declare_all(t, &d);
	tile_unused(t);
	if (t->blocks)
		begin_totals(t);
	tile_channels(t, &steps);
	if (t->by_blocks)
		add(t);
	else if (t->late || !t->blocks)
		keep_outputs(t, t->late ? t->sums : d.outputs);
	if (!t->late && !t->by_blocks)
		direct_oc_parts(t, code_at(d.outputs, 0), code_at(t->dst, 0));
}
