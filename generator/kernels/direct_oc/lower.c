#include "kernels/common/tile_code.h"

#include "arena.h"

/* TILE_VECTOR_CHANNELS: lanes are output channels. Each input is one number, which is
   multiplied by the weights of all channels and added to its position's sums. */

/* The variables of the function, vectors as the values that they are wherever they are
   used. v: what is at hand; w: the weights of a tap; sum: of each position and vector of
   channels. */
struct direct_oc {
	const struct value *v, **w, **sum;
	const struct variable *outputs;
};

static const struct direct_oc *
own(const struct tile_code *t)
{
	return t->own;
}

/* sum3 of one vector of channels, sum3_1 of several. */
static const struct value *
sum_of(const struct tile_code *t, int64_t position, int vector)
{
	return own(t)->sum[position * t->tile->code->vectors + vector];
}

static struct variable *
vector_variable(struct tile_code *t, const char *name)
{
	return code_variable(t->code, t->vector, name);
}

/* Vectors, declared together. */
static const struct value **
declare(struct tile_code *t, struct variable *const *variable, int64_t n)
{
	const struct value **all = arena_array(t->code->body, const struct value *, n);

	code_declare(t->code, variable, (size_t)n);
	for (int64_t k = 0; k < n; k++)
		all[k] = code_get(t->code, variable[k]);
	return all;
}

static void
declare_sums(struct tile_code *t, struct direct_oc *d)
{
	int64_t vectors = t->tile->code->vectors, n = t->tile->positions * vectors;
	struct variable **all = arena_array(t->code->body, struct variable *, n);

	for (int64_t k = 0; k < n; k++) {
		long long position = k / vectors, vector = k % vectors;

		all[k] = vector_variable(t,
			vectors > 1 ? code_name(t->code, "sum%lld_%lld", position, vector)
				    : code_name(t->code, "sum%lld", position));
	}
	d->sum = declare(t, all, n);
}

/* v and w0, w1, …; without a tap there are no weights. */
static void
declare_vectors(struct tile_code *t, struct direct_oc *d)
{
	int vectors = t->tile->code->ntap ? t->tile->code->vectors : 0;
	struct variable **all =
		arena_array(t->code->body, struct variable *, vectors + 1);
	const struct value **value;

	all[0] = vector_variable(t, "v");
	for (int k = 0; k < vectors; k++)
		all[k + 1] = vector_variable(t, code_name(t->code, "w%d", k));
	value = declare(t, all, vectors + 1);
	d->v = value[0];
	d->w = value + 1;
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

/* One of those vectors gets a value. */
static void
set(struct tile_code *t, const struct value *vector, const struct value *value)
{
	code_set(t->code, vector->variable, value);
}

/* Every sum begins at zero. */
static void
clear(struct tile_code *t)
{
	for (int64_t p = 0; p < t->tile->positions; p++)
		for (int v = 0; v < t->tile->code->vectors; v++)
			set(t, sum_of(t, p, v), reducer_identity(t->reducer, t->vector));
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
	for (int k = 0; k < t->tile->code->vectors; k++) {
		set(t, own(t)->v, tile_bias(t, k));
		for (int64_t p = 0; p < t->tile->positions; p++)
			code_store(
				t->code, output_of(t, own(t)->outputs, p, k), own(t)->v);
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
					sum_of(t, p, k)));
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
		set(t, own(t)->w[k],
			code_load(t->code, t->vector,
				code_moved(t->w, tap->tap * t->steps.tap + k * lanes)));
	for (int k = 0; t->tiles->ahead && k < vectors; k += vectors_of_line(t))
		code_prefetch(t->code, code_at(t->w.base, t->tiles->ahead + k * lanes));
}

static void
add_tap(struct tile_code *t, const struct tap *tap)
{
	const struct value *v = own(t)->v;

	load_weights(t, tap);
	for (size_t u = 0; u < tap->nuse; u++) {
		const struct tap_use *use = &tap->use[u];

		set(t, v, code_set1_load(t->code, t->vector, code_moved(t->x, use->src)));
		for (int k = 0; k < t->tile->code->vectors; k++) {
			const struct value *sum = sum_of(t, (int64_t)use->position, k);

			set(t, sum, reducer_term(t->reducer, sum, v, own(t)->w[k]));
		}
	}
	code_order(t->code);
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
	const struct value *v = own(t)->v;

	for (int k = 0; k < t->tile->code->vectors; k++) {
		if (!t->blocks)
			set(t, v, tile_bias(t, k));
		for (int64_t p = 0; p < t->tile->positions; p++)
			code_store(t->code, output_of(t, to, p, k),
				t->blocks ? code_load(t->code, t->vector,
						    output_of(t, own(t)->outputs, p, k))
					  : reducer_join(t->reducer, v, sum_of(t, p, k)));
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
