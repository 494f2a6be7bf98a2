#include "kernels/direct_oc/direct_oc.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/epilogue_code.h"

/* Blocks of input channels outermost: the weights of a block stay in the nearest cache
   for a whole plane, whose sums are in memory meanwhile. */

/* It pays if the inputs of a block stay in the nearest cache for all tiles of positions,
   while all weights of a tile of output channels would fill half of it. Measured: no gain
   for windows of several taps, or with many registers. */
bool
direct_oc_is_ic_outer(const struct schedule *schedule, const struct tile_plan *p)
{
	int64_t near = sums_in(p, p->target->processor->planning.near_bytes);
	int64_t part = channels_of_part(p);

	if (direct_oc_stores_vectors(p) || p->target->registers > 16 || p->taps > 1 ||
		p->nblock == 1 || p->last_block != p->block ||
		p->plane_in > near / p->block ||
		p->window.ic <= near / 2 / p->oc_block[0].lanes ||
		direct_oc_wants_no_loops(schedule))
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
static void
add_plane_stores(const struct tile_plan *p, const struct oc_block *block,
	struct stores *stores, struct arena *arena)
{
	int64_t part = channels_of_part(p), lanes = p->vector->lanes;

	if (p->plane_out >= lanes)
		stores_add(stores, (struct store){lanes, part, block->lanes}, arena);
	stores_add(
		stores, (struct store){p->plane_out % lanes, part, block->lanes}, arena);
}

/* A tile's outputs are stored a part of its channels at a time. */
static void
add_tile_stores(const struct tile_plan *p, const struct micro_kernel *kernel,
	struct stores *stores, struct arena *arena)
{
	int64_t part = channels_of_part(p), rest = kernel->channels % part;

	for (int64_t at = 0, n; at < kernel->positions; at += n) {
		n = direct_oc_run(p, kernel, at);
		if (kernel->channels >= part)
			stores_add(stores, (struct store){n, part, kernel->lanes}, arena);
		if (rest)
			stores_add(stores, (struct store){n, rest, kernel->lanes}, arena);
	}
}

void
direct_oc_lower_stores(struct kernel_code *k, struct lowering *l)
{
	const struct tile_plan *p = k->plan;
	struct stores stores = {0};

	for (size_t b = 0; b < p->noc_block && !direct_oc_stores_vectors(p); b++) {
		const struct oc_block *block = &p->oc_block[b];

		if (p->ic_outer)
			add_plane_stores(p, block, &stores, k->code->arena);
		for (size_t i = 0; i < block->nkernel && !p->ic_outer; i++)
			add_tile_stores(p, block->kernel[i], &stores, k->code->arena);
	}
	stores_lower(&stores, k, LINKAGE_ALWAYS, l);
}

/* Sets the sums of every position to the bias. */
static void
begin_sums(const struct plane_code *n)
{
	struct kernel_code k = n->k;
	const struct value *begin[MAX_LANES];
	int64_t lanes = n->block->lanes;
	int64_t vectors = ceil_div(lanes, k.vector.lanes);

	k.kernel = n->block->kernel[0];
	k.vector.lanes = (int)min_of(k.vector.lanes, lanes);
	code_comment(k.code, k.has_bias ? "Every sum begins as the bias."
					: "Every sum begins as zero.");
	for (int v = 0; v < vectors; v++)
		begin[v] = code_named(k.code, kernel_bias(&k, v), "begin%d", v);
	code_loop(k.code, k.i, k.plan->plane_out);
	for (int v = 0; v < vectors; v++)
		code_store(k.code,
			code_moved(code_along(k.code, n->sums, k.i, lanes),
				v * k.vector.lanes),
			begin[v]);
	code_end(k.code);
}

/* Stores positions from number `first` on, in loops of so many passes. */
static void
store_positions(
	const struct plane_code *n, int64_t positions, int64_t first, int64_t passes)
{
	const struct kernel_code *k = &n->k;
	int64_t part = channels_of_part(k->plan), lanes = n->block->lanes;
	const struct variable *i = code_loop_if(k->code, k->i, passes);
	struct address from = code_at(n->sums, first * lanes);
	struct address to = code_at(k->dst, first);

	from = code_indexed(k->code, from, i, positions * lanes);
	to = code_indexed(k->code, to, i, positions);
	code_loop(k->code, k->part, n->block->channels / part);
	stores_call(k, (struct store){positions, part, lanes},
		code_indexed(k->code, from, k->part, part),
		code_indexed(k->code, to, k->part, part * k->plan->plane_out));
	code_ends(k->code, 2);
}

void
direct_oc_lower_plane(struct plane_code *n)
{
	struct kernel_code *k = &n->k;
	int64_t lanes = k->vector.lanes, plane = k->plan->plane_out;

	if (!k->plan->ic_outer) {
		plane_call(n);
		return;
	}
	plane_counters(n);
	n->sums = plane_array(n, "sums", plane * n->block->lanes);
	code_blank(k->code);
	begin_sums(n);
	code_loop(k->code, k->block, k->plan->nblock);
	for (size_t i = 0; i < n->block->nnest; i++)
		plane_nest(n, &n->block->nest[i], 0);
	code_end(k->code);
	if (plane / lanes)
		store_positions(n, lanes, 0, plane / lanes);
	if (plane % lanes)
		store_positions(n, plane % lanes, plane / lanes * lanes, 1);
}

/* The micro-kernel: each input is broadcast, multiplied by the weights of all channels,
   and added to its position's sums. */

/* The function's variables. v: the current vector; w: the weights of a tap; sum:
   [position][vector]. */
struct oc_code {
	const struct variable *v, **w, **sum, *outputs;
};

static void
declare_all(struct kernel_code *k, struct oc_code *t)
{
	const struct channel_kernel *own = k->kernel->own;
	int64_t n = k->kernel->positions;
	/* Without taps there are no weights. */
	int nweight = own->nterm ? own->vectors : 0;
	struct variable **all =
		arena_array(k->code->body, struct variable *, nweight + 1);
	bool stores = !k->kernel->deferred && !k->plan->ic_outer &&
		      !direct_oc_stores_vectors(k->plan);

	t->sum = code_variables(k->code, k->vector, "sum", n, own->vectors);
	all[0] = code_variable(k->code, k->vector, "v");
	for (int i = 0; i < nweight; i++)
		all[i + 1] = code_variable(k->code, k->vector, "w%d", i);
	code_declare(k->code, all, (size_t)nweight + 1);
	t->v = all[0];
	t->w = (const struct variable **)all + 1;
	if (k->blocks || stores)
		t->outputs = code_let_array(k->code, k->sum, "outputs",
			n * k->kernel->lanes, k->plan->target->vector_bytes);
	kernel_counters(k, false, stores && direct_oc_has_part_loop(k));
}

static void
clear(struct kernel_code *k)
{
	const struct oc_code *t = k->own;
	const struct channel_kernel *own = k->kernel->own;

	reducer_clear(k->reducer, t->sum, k->kernel->positions * own->vectors);
}

/* The index of a vector of outputs, in its tile or its plane. */
static struct address
output_of(const struct kernel_code *k, const struct variable *base, int64_t position,
	int64_t vector)
{
	const struct channel_kernel *own = k->kernel->own;

	if (k->plan->ic_outer)
		position = own->dst[position];
	return code_at(base, position * k->kernel->lanes + vector * k->vector.lanes);
}

/* Stores a vector of outputs in its place at `to`; NULL: in dst, where its channels are
   neighbours. */
static void
store_output(struct kernel_code *k, const struct variable *to, int64_t position, int v,
	const struct value *x)
{
	const struct channel_kernel *own = k->kernel->own;

	if (to)
		code_store(k->code, output_of(k, to, position, v), x);
	else
		epilogue_store(k->l, x,
			(struct output_place){
				code_at(k->dst, own->dst[position] + v * k->vector.lanes),
				kernel_channels_of(k, v), 1});
}

/* What is stored for every vector of outputs: the totals, to which several blocks of
   input channels are added, set to the bias; the totals with a block's sums added; or the
   finished outputs. */
enum outputs {
	OUTPUTS_BEGIN,
	OUTPUTS_ADD,
	OUTPUTS_FINISH
};

static void
store_outputs(struct kernel_code *k, enum outputs what, const struct variable *to)
{
	const struct oc_code *t = k->own;
	const struct channel_kernel *own = k->kernel->own;
	bool all = what == OUTPUTS_FINISH && !k->blocks;
	const struct variable *from = what == OUTPUTS_ADD ? to : t->outputs;

	for (int v = 0; v < own->vectors; v++) {
		const struct value *old = NULL;

		if (all && !to) {
			old = code_named(k->code, kernel_bias(k, v), "begin%d", v);
		} else if (all || what == OUTPUTS_BEGIN) {
			code_set(k->code, t->v, kernel_bias(k, v));
			old = code_get(k->code, t->v);
		}
		for (int64_t p = 0; p < k->kernel->positions; p++) {
			const struct value *x = old;

			if (!x)
				x = code_load(
					k->code, k->vector, output_of(k, from, p, v));
			if (all || what == OUTPUTS_ADD)
				x = reducer_join(k->reducer, x,
					code_get(k->code, t->sum[p * own->vectors + v]));
			store_output(k, to, p, v, x);
		}
	}
}

static void
add(struct kernel_code *k)
{
	const struct oc_code *t = k->own;

	store_outputs(k, OUTPUTS_ADD, k->plan->ic_outer ? k->sums : t->outputs);
}

/* Loads the weights of a tap, and prefetches those far after them, line by line. */
static void
load_weights(struct kernel_code *k, int64_t tap)
{
	const struct oc_code *t = k->own;
	const struct channel_kernel *own = k->kernel->own;
	const struct direct_oc *d = k->plan->own;
	int lanes = k->vector.lanes;
	int64_t line = sums_in(k->plan, CACHE_LINE_BYTES);

	for (int v = 0; v < own->vectors; v++)
		code_set(k->code, t->w[v],
			code_load(k->code, k->vector,
				code_moved(k->w, tap * k->steps.tap + v * lanes)));
	for (int64_t at = 0; d->prefetch && at < own->vectors * lanes;
		at += max_of(line, lanes))
		code_prefetch(k->code, code_at(k->w.base, d->prefetch + at));
}

/* Adds the n terms of a tap. */
static void
add_tap(struct kernel_code *k, const struct tap_term *term, size_t n)
{
	const struct oc_code *t = k->own;
	int vectors = ((const struct channel_kernel *)k->kernel->own)->vectors;

	load_weights(k, term->tap);
	for (size_t i = 0; i < n; i++) {
		const struct variable **sum = &t->sum[term[i].position * (size_t)vectors];

		code_set(k->code, t->v,
			code_set1_load(
				k->code, k->vector, code_moved(k->x, term[i].src)));
		for (int v = 0; v < vectors; v++)
			reducer_add(k->reducer, sum[v], code_get(k->code, t->v),
				code_get(k->code, t->w[v]));
	}
	code_order(k->code);
}

/* Adds the taps that are written out, with deferred stores in between. */
static void
add_taps(struct kernel_code *k)
{
	const struct channel_kernel *own = k->kernel->own;
	int64_t done = 0;

	for (size_t i = 0, end; i < own->nterm; i = end) {
		for (end = i; end < own->nterm && own->term[end].tap == own->term[i].tap;)
			end++;
		add_tap(k, &own->term[i], end - i);
		if (k->kernel->deferred && !k->kernel->loops)
			direct_oc_store_share(k, ++done, (int64_t)own->ntap);
	}
}

/* Where taps are looped, stores the share at the end of the channel. */
static void
store_after_taps(struct kernel_code *k)
{
	if (k->kernel->deferred && k->kernel->loops)
		direct_oc_store_share(k, 1, 1);
}

void
direct_oc_lower_kernel(struct kernel_code *k)
{
	static const struct channel_steps steps = {
		clear, add_taps, store_after_taps, add};
	struct oc_code t = {0};

	k->own = &t;
	k->vector.lanes = (int)min_of(k->vector.lanes, k->kernel->lanes);
	kernel_begin(k, LINKAGE_NOINLINE, kernel_comment(k));
	declare_all(k, &t);
	kernel_unused(k);
	if (k->blocks)
		store_outputs(k, OUTPUTS_BEGIN, t.outputs);
	kernel_channels(k, &steps);
	if (k->plan->ic_outer) {
		add(k);
	} else if (direct_oc_stores_vectors(k->plan)) {
		store_outputs(k, OUTPUTS_FINISH, NULL);
	} else if (k->kernel->deferred) {
		store_outputs(k, OUTPUTS_FINISH, k->sums);
	} else {
		/* The totals of several blocks are in outputs already. */
		if (!k->blocks)
			store_outputs(k, OUTPUTS_FINISH, t.outputs);
		direct_oc_store_all(k, code_at(t.outputs, 0), code_at(k->dst, 0));
	}
}
