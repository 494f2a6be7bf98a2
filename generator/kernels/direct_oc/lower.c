#include "kernels/direct_oc/direct_oc.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/epilogue_code.h"
#include "target/settings.h"

/* Blocks of input channels outermost: the weights of a block stay in the nearest cache
   for a whole plane, whose sums are in memory meanwhile. */

/* It pays if the inputs of a block stay in the nearest cache for all tiles of positions,
   while all weights of a tile of output channels would fill half of it. Measured: no gain
   for windows of several taps, or with many registers. */
bool
direct_oc_is_ic_outer(const struct schedule *schedule, const struct tile_plan *p)
{
	const struct settings *settings = &schedule->settings;
	int64_t near = sums_in(p, p->target->processor->planning.near_bytes);
	int64_t part = channels_of_part(p);

	if (direct_oc_stores_vectors(p) || p->target->registers > 16 || p->taps > 1 ||
		p->nblock == 1 || p->last_block != p->block ||
		p->plane_in > near / p->block ||
		p->window.ic <= near / 2 / p->oc_block[0].lanes ||
		settings->unroll == UNROLL_FULL ||
		settings->kernel == &kernel_unrolled_vector)
		return false;
	for (size_t b = 0; b < p->noc_block; b++) {
		const struct oc_block *block = &p->oc_block[b];

		if (block->inside || block->channels % part || block->channels == part ||
			p->plane_out > near / 2 / block->lanes)
			return false;
		for (size_t i = 0; i < block->nkernel; i++)
			if (!block->kernel[i]->reads ||
				block->kernel[i]->positions == p->plane_out)
				return false;
	}
	return true;
}

/* A plane's sums are stored a vector of positions at a time. */
void
direct_oc_add_plane_stores(
	const struct tile_plan *p, struct stores *stores, struct arena *arena)
{
	int64_t part = channels_of_part(p), lanes = p->vector->lanes;

	for (size_t b = 0; b < p->noc_block; b++) {
		struct store store = {lanes, part, p->oc_block[b].lanes};

		if (p->plane_out >= lanes)
			stores_add(stores, store, arena);
		store.positions = p->plane_out % lanes;
		stores_add(stores, store, arena);
	}
}

/* The plane that is being computed. */
struct outer {
	struct plane_code *n;
	struct code_builder *code;
	const struct variable *i, *block, *part;
};

/* Sets the sums of every position to the bias. */
static void
begin_sums(const struct outer *o)
{
	struct kernel_code k = o->n->k;
	const struct value *begin[MAX_LANES];
	int64_t lanes = o->n->block->lanes;
	int vectors = (int)(lanes / k.vector.lanes);

	k.kernel = o->n->block->kernel[0];
	code_comment(o->code, k.has_bias ? "Every sum begins as the bias."
					 : "Every sum begins as zero.");
	for (int v = 0; v < vectors; v++)
		begin[v] = code_named(o->code, kernel_bias(&k, v), "begin%d", v);
	code_loop(o->code, o->i, k.plan->plane_out);
	for (int v = 0; v < vectors; v++)
		code_store(o->code,
			code_indexed(o->code, code_at(o->n->sums, v * k.vector.lanes),
				o->i, lanes),
			begin[v]);
	code_end(o->code);
}

/* A call for one block of input channels. */
static void
add_nest(const struct outer *o, const struct loop_nest *nest)
{
	struct plane_code *n = o->n;
	const struct tile_plan *p = n->k.plan;
	int64_t block = p->block, lanes = nest->kernel->lanes;
	struct address src = code_at(n->k.src, 0), weights = code_at(n->k.weights, 0);

	plane_comment(n, nest);
	for (int i = 0; i < nest->nloop; i++)
		code_loop(o->code, n->loop[i], nest->loop[i].count);
	src = code_indexed(o->code, src, o->block, block * p->window.src.channel);
	weights = code_indexed(
		o->code, weights, o->block, block * weight_steps_of(p, lanes).input);
	code_call(o->code, n->functions->kernel[kernel_number(n->block, nest->kernel)],
		(struct argument[]){code_pass(at_nest(n, src, nest, false, 1)),
			code_pass(weights),
			code_pass(at_nest(n, code_at(n->sums, 0), nest, true, lanes))});
	code_ends(o->code, nest->nloop);
}

/* Stores positions from number `first` on, in loops of so many passes. */
static void
store_positions(const struct outer *o, int64_t positions, int64_t first, int64_t passes)
{
	const struct kernel_code *k = &o->n->k;
	int64_t part = channels_of_part(k->plan), lanes = o->n->block->lanes;
	const struct variable *i = code_loop_if(o->code, o->i, passes);
	struct address from = code_at(o->n->sums, first * lanes);
	struct address to = code_at(k->dst, first);

	from = code_indexed(o->code, from, i, positions * lanes);
	to = code_indexed(o->code, to, i, positions);
	code_loop(o->code, o->part, o->n->block->channels / part);
	stores_call(k, (struct store){positions, part, lanes},
		code_indexed(o->code, from, o->part, part),
		code_indexed(o->code, to, o->part, part * k->plan->plane_out));
	code_ends(o->code, 2);
}

void
direct_oc_lower_plane(struct plane_code *n)
{
	const struct direct_oc *d = n->k.plan->own;
	struct outer o = {.n = n, .code = n->k.code};
	int64_t lanes = n->k.vector.lanes, plane = n->k.plan->plane_out;
	struct wanted_counter all[MAX_AXIS + 3];
	size_t count;

	if (!d->ic_outer) {
		plane_call(n);
		return;
	}
	count = plane_loops(n, all);
	all[count++] = (struct wanted_counter){&o.i, "i", true};
	all[count++] = (struct wanted_counter){&o.block, "block", true};
	all[count++] = (struct wanted_counter){&o.part, "part", true};
	code_declare_counters(o.code, all, count);
	n->sums = plane_array(n, "sums", plane * n->block->lanes);
	code_blank(o.code);
	begin_sums(&o);
	code_loop(o.code, o.block, n->k.plan->nblock);
	for (size_t i = 0; i < n->block->nnest; i++)
		add_nest(&o, &n->block->nest[i]);
	code_end(o.code);
	if (plane / lanes)
		store_positions(&o, lanes, 0, plane / lanes);
	if (plane % lanes)
		store_positions(&o, plane % lanes, plane / lanes * lanes, 1);
}

/* The micro-kernel: each input is broadcast, multiplied by the weights of all channels,
   and added to its position's sums. */

/* The function's variables. v: the current vector; w: the weights of a tap; sum:
   [position][vector]. */
struct oc_code {
	const struct oc_kernel *own;
	const struct value *v, **w, **sum;
	const struct variable *outputs;
	bool ic_outer; /* one block of input channels, added to sums in memory */
	int64_t prefetch;
};

static const struct value **
values_of(struct code_builder *code, const struct variable *const *v, int64_t n)
{
	const struct value **all = arena_array(code->body, const struct value *, n + 1);

	for (int64_t i = 0; i < n; i++)
		all[i] = code_get(code, v[i]);
	return all;
}

/* Declares v and w0, w1, …; without taps there are no weights. */
static void
declare_vectors(struct kernel_code *k, struct oc_code *t)
{
	int n = t->own->ntap ? t->own->vectors : 0;
	struct variable *all[MAX_LANES + 1];

	all[0] = code_variable(k->code, k->vector, "v");
	for (int i = 0; i < n; i++)
		all[i + 1] = code_variable(k->code, k->vector, "w%d", i);
	code_declare(k->code, all, (size_t)n + 1);
	t->v = code_get(k->code, all[0]);
	t->w = values_of(k->code, (const struct variable *const *)all + 1, n);
}

static void
declare_all(struct kernel_code *k, struct oc_code *t)
{
	int64_t n = k->kernel->positions, vectors = t->own->vectors;
	bool stores = !k->kernel->deferred && !t->ic_outer &&
		      !direct_oc_stores_vectors(k->plan);

	t->sum = values_of(k->code, code_variables(k->code, k->vector, "sum", n, vectors),
		n * vectors);
	declare_vectors(k, t);
	if (k->blocks || stores)
		t->outputs = code_let_array(k->code, k->sum, "outputs",
			n * k->kernel->lanes, k->plan->target->vector_bytes);
	kernel_counters(k, false, stores && direct_oc_has_part_loop(k));
}

/* Sets one of those vectors. */
static void
set(struct kernel_code *k, const struct value *vector, const struct value *value)
{
	code_set(k->code, vector->variable, value);
}

static void
clear(struct kernel_code *k)
{
	const struct oc_code *t = k->own;

	for (int64_t i = 0; i < k->kernel->positions * t->own->vectors; i++)
		set(k, t->sum[i], reducer_identity(k->reducer, k->vector));
}

/* A position of the tile in its plane. */
static int64_t
position_in_dst(const struct oc_kernel *own, int64_t position)
{
	const struct run *run = own->run;

	while ((size_t)position >= run->first + run->count)
		run++;
	return position + run->dst - (int64_t)run->first;
}

/* The index of a vector of outputs, in its tile or its plane. */
static struct address
output_of(const struct kernel_code *k, const struct variable *base, int64_t position,
	int64_t vector)
{
	const struct oc_code *t = k->own;

	if (t->ic_outer)
		position = position_in_dst(t->own, position);
	return code_at(base, position * k->kernel->lanes + vector * k->vector.lanes);
}

/* What is written to memory for every vector of outputs: the totals, to which several
   blocks of input channels are added, set to the bias; the totals with a block's sums
   added; or the finished outputs. */
enum outputs {
	OUTPUTS_BEGIN,
	OUTPUTS_ADD,
	OUTPUTS_KEEP
};

static void
store_outputs(struct kernel_code *k, enum outputs what, const struct variable *to)
{
	const struct oc_code *t = k->own;
	bool bias = what == OUTPUTS_BEGIN || (what == OUTPUTS_KEEP && !k->blocks);

	for (int v = 0; v < t->own->vectors; v++) {
		if (bias)
			set(k, t->v, kernel_bias(k, v));
		for (int64_t p = 0; p < k->kernel->positions; p++) {
			const struct value *old = t->v;

			if (!bias)
				old = code_load(k->code, k->vector,
					output_of(k,
						what == OUTPUTS_ADD ? to : t->outputs, p,
						v));
			if (what == OUTPUTS_ADD || (what == OUTPUTS_KEEP && !k->blocks))
				old = reducer_join(
					k->reducer, old, t->sum[p * t->own->vectors + v]);
			code_store(k->code, output_of(k, to, p, v), old);
		}
	}
}

/* Stores the vectors of finished outputs, whose channels are neighbours. */
static void
store_vectors(struct kernel_code *k)
{
	const struct oc_code *t = k->own;

	for (int v = 0; v < t->own->vectors; v++) {
		const struct value *bias = NULL;

		if (!k->blocks)
			bias = code_named(k->code, kernel_bias(k, v), "begin%d", v);
		for (int64_t p = 0; p < k->kernel->positions; p++) {
			const struct value *sum =
				k->blocks ? code_load(k->code, k->vector,
						    output_of(k, t->outputs, p, v))
					  : reducer_join(k->reducer, bias,
						    t->sum[p * t->own->vectors + v]);
			const struct output_place place = {
				code_at(k->dst,
					position_in_dst(t->own, p) + v * k->vector.lanes),
				kernel_channels_of(k, v), 1};

			epilogue_store(k->l, sum, place);
		}
	}
}

static void
add(struct kernel_code *k)
{
	const struct oc_code *t = k->own;

	store_outputs(k, OUTPUTS_ADD, t->ic_outer ? k->sums : t->outputs);
}

/* Loads the weights of a tap, and prefetches those far after them, line by line. */
static void
load_weights(struct kernel_code *k, const struct tap *tap)
{
	const struct oc_code *t = k->own;
	int lanes = k->vector.lanes;
	int bytes = lanes * (int)dtype_info[k->sum.dtype].size;
	int each = bytes < CACHE_LINE_BYTES ? CACHE_LINE_BYTES / bytes : 1;

	for (int v = 0; v < t->own->vectors; v++)
		set(k, t->w[v],
			code_load(k->code, k->vector,
				code_moved(k->w, tap->tap * k->steps.tap + v * lanes)));
	for (int v = 0; t->prefetch && v < t->own->vectors; v += each)
		code_prefetch(k->code, code_at(k->w.base, t->prefetch + v * lanes));
}

static void
add_tap(struct kernel_code *k, const struct tap *tap)
{
	const struct oc_code *t = k->own;
	size_t vectors = (size_t)t->own->vectors;

	load_weights(k, tap);
	for (size_t u = 0; u < tap->nuse; u++) {
		const struct value **sum = &t->sum[tap->use[u].position * vectors];

		set(k, t->v,
			code_set1_load(
				k->code, k->vector, code_moved(k->x, tap->use[u].src)));
		for (size_t v = 0; v < vectors; v++)
			set(k, sum[v], reducer_term(k->reducer, sum[v], t->v, t->w[v]));
	}
	code_order(k->code);
}

/* Adds the taps that are written out, with deferred stores in between. */
static void
add_straight_taps(struct kernel_code *k)
{
	const struct oc_code *t = k->own;

	for (size_t i = 0; i < t->own->ntap; i++) {
		add_tap(k, &t->own->tap[i]);
		if (k->kernel->deferred && !k->kernel->loops)
			direct_oc_store_share(k, i + 1, t->own->ntap);
	}
}

/* Where taps are looped, stores the share at the end of the channel. */
static void
store_after_taps(struct kernel_code *k)
{
	if (k->kernel->deferred && k->kernel->loops)
		direct_oc_store_share(k, 1, 1);
}

/* Begins a function for blocks of input channels outermost, with src, weights and
   sums. */
static void
begin_outer(struct kernel_code *k, const char *comment)
{
	code_function(k->code, LINKAGE_NOINLINE,
		lowering_name(k->l, "%s_%zu", k->kernel->role, k->kernel->index),
		comment);
	k->src = code_input(k->code, k->memory, "src");
	k->weights = code_input(k->code, k->weight, "weights");
	k->sums = code_scratch(k->code, k->sum, "sums");
	k->blocks = false;
}

void
direct_oc_lower_kernel(struct kernel_code *k)
{
	static const struct channel_steps steps = {
		clear, add_straight_taps, store_after_taps, add};
	const struct direct_oc *d = k->plan->own;
	bool deferred = k->kernel->deferred;
	const char *comment = kernel_comment(k);
	struct oc_code t = {
		.own = k->kernel->own, .ic_outer = d->ic_outer, .prefetch = d->prefetch};

	k->own = &t;
	if (d->ic_outer)
		begin_outer(k, comment);
	else
		kernel_begin(k, LINKAGE_NOINLINE, comment);
	declare_all(k, &t);
	kernel_unused(k);
	if (k->blocks)
		store_outputs(k, OUTPUTS_BEGIN, t.outputs);
	kernel_channels(k, &steps);
	if (d->ic_outer)
		add(k);
	else if (direct_oc_stores_vectors(k->plan))
		store_vectors(k);
	else if (deferred || !k->blocks)
		store_outputs(k, OUTPUTS_KEEP, deferred ? k->sums : t.outputs);
	if (!deferred && !d->ic_outer && !direct_oc_stores_vectors(k->plan))
		direct_oc_store_all(k, code_at(t.outputs, 0), code_at(k->dst, 0));
}
