#include "kernels/direct_oc/direct_oc.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/epilogue_code.h"

/* What micro-kernels store: all outputs of a tile; or, between their multiply-adds, those
   that the call before has deferred. */

enum {
	PARTS_AHEAD = 3 /* of outputs far away; measured: up to 1.4 times as fast */
};

int64_t
direct_oc_run(const struct tile_plan *p, const struct micro_kernel *kernel, int64_t first)
{
	const struct channel_kernel *own = kernel->own;
	int64_t n = 1, most = min_of(kernel->positions - first, p->vector->lanes);

	while (n < most && own->dst[first + n] == own->dst[first] + n)
		n++;
	return n;
}

/* An address moved to a part of a tile's outputs, of so many elements: number `first`,
   advanced by a counter if `moved` has one. */
static struct address
at_part(const struct kernel_code *k, struct address at, int64_t first,
	struct index_term moved, int64_t size)
{
	moved.inc *= size;
	return code_indexed_by(k->code, code_moved(at, first * size), moved);
}

/* Stores the channels of a part. */
static void
add_part(struct kernel_code *k, struct address from, struct address to, int64_t first,
	struct index_term moved, int64_t channels)
{
	const struct channel_kernel *own = k->kernel->own;
	int64_t size = channels_of_part(k->plan), lanes = k->kernel->lanes;

	from = at_part(k, from, first, moved, size);
	to = at_part(k, to, first, moved, size * k->window->dst.channel);
	for (int64_t p = 0, n; p < k->kernel->positions; p += n) {
		n = direct_oc_run(k->plan, k->kernel, p);
		stores_call(k, (struct store){n, channels, lanes},
			code_moved(from, p * lanes), code_moved(to, own->dst[p]));
	}
}

/* Prefetches the lines of outputs some parts ahead. Beyond a tile's channels are those of
   the next one, whose call follows. */
static void
prefetch_part(const struct kernel_code *k, int64_t first, struct index_term moved)
{
	const struct channel_kernel *own = k->kernel->own;
	int64_t size = channels_of_part(k->plan), plane = k->window->dst.channel;
	struct address to =
		at_part(k, code_at(k->last, 0), first + PARTS_AHEAD, moved, size * plane);

	for (int64_t p = 0, n; p < k->kernel->positions; p += n) {
		n = direct_oc_run(k->plan, k->kernel, p);
		/* The line of the first one may be that of the tile before. */
		for (int64_t m = 0; m < size; m++)
			code_prefetch(
				k->code, code_moved(to, own->dst[p + n - 1] + m * plane));
	}
}

/* Whether all outputs are stored in a loop over k->part. */
static bool
has_part_loop(const struct kernel_code *k)
{
	return !k->plan->unrolled && k->kernel->channels / channels_of_part(k->plan) > 1;
}

/* Stores all outputs of a tile, from an array of sums to a place in dst. */
static void
store_all(struct kernel_code *k, struct address from, struct address to)
{
	int64_t size = channels_of_part(k->plan), n = k->kernel->channels / size;
	int64_t rest = k->kernel->channels % size;
	const struct variable *part = has_part_loop(k) ? k->part : NULL;

	code_loop(k->code, part, n);
	for (int64_t i = 0; i < (part ? 1 : n); i++)
		add_part(k, from, to, i, (struct index_term){.counter = part, .inc = 1},
			size);
	code_end(k->code);
	if (rest)
		add_part(k, from, to, n, (struct index_term){0}, rest);
}

/* Stores a part of the deferred outputs, if there are any: in the first block, at the
   input channels that the test selects. */
static void
add_deferred_part(
	struct kernel_code *k, struct test when, int64_t first, struct index_term moved)
{
	struct condition condition = {.pointer = k->last};

	if (k->blocks)
		condition.test[condition.ntest++] =
			(struct test){.counter = k->block, .below = 1};
	if (when.below || when.modulo)
		condition.test[condition.ntest++] = when;
	code_if(k->code, condition);
	add_part(k, code_at(k->sums, 0), code_at(k->last, 0), first, moved,
		channels_of_part(k->plan));
	if (k->kernel->prefetches_dst)
		prefetch_part(k, first, moved);
	code_end(k->code);
}

/* Stores what is due after `done` of the `of` steps of an input channel. Of the parts,
   a channel stores `each`; or every `share` of them store one. */
static void
store_share(struct kernel_code *k, int64_t done, int64_t of)
{
	int64_t parts = k->kernel->channels / channels_of_part(k->plan);
	int64_t ic = k->plan->block, each = ceil_div(parts, ic);
	int64_t share = max_of(ic / parts, 1);

	for (int64_t i = (done - 1) * each / of; i < done * each / of; i++) {
		int64_t channels = ceil_div(parts - i, each) * share;
		struct index_term moved = {
			.counter = ic > 1 ? k->c : NULL, .divide = share, .inc = each};
		struct test when = {.counter = k->c};

		if (channels + share <= ic)
			when.below = channels;
		if (share > 1) {
			when.modulo = share;
			when.remainder = share - 1;
		}
		add_deferred_part(k, when, i, moved);
	}
}

/* The functions that store. */

/* Adds those for so many positions of an oc_block's channels, a part of them at a time.
 */
static void
add_stores(const struct tile_plan *p, const struct oc_block *block, int64_t positions,
	struct stores *stores, struct arena *arena)
{
	int64_t part = channels_of_part(p), rest = block->channels % part;

	if (block->channels >= part)
		stores_add(stores, (struct store){positions, part, block->lanes}, arena);
	if (rest)
		stores_add(stores, (struct store){positions, rest, block->lanes}, arena);
}

/* A plane's sums are stored a vector of positions at a time; else a tile's outputs. */
static void
lower_stores(struct kernel_code *k, struct lowering *l)
{
	const struct tile_plan *p = k->plan;
	struct arena *arena = k->code->arena;
	struct stores stores = {0};

	for (size_t b = 0; b < p->noc_block && !direct_oc_stores_vectors(p); b++) {
		const struct oc_block *block = &p->oc_block[b];
		int64_t lanes = p->vector->lanes;

		if (p->ic_outer && p->plane_out >= lanes)
			add_stores(p, block, lanes, &stores, arena);
		if (p->ic_outer)
			add_stores(p, block, p->plane_out % lanes, &stores, arena);
		for (size_t i = 0; i < block->nkernel && !p->ic_outer; i++)
			for (int64_t at = 0, n; at < block->kernel[i]->positions;
				at += n) {
				n = direct_oc_run(p, block->kernel[i], at);
				add_stores(p, block, n, &stores, arena);
			}
	}
	stores_lower(&stores, k, LINKAGE_ALWAYS, l);
}

/* The calls for a plane with blocks of input channels outermost. */

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
			code_moved(code_along(k.code, n->k.sums, k.i, lanes),
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
	struct address from = code_at(n->k.sums, first * lanes);
	struct address to = code_at(k->dst, first);

	from = code_indexed(k->code, from, i, positions * lanes);
	to = code_indexed(k->code, to, i, positions);
	code_loop(k->code, k->part, n->block->channels / part);
	stores_call(k, (struct store){positions, part, lanes},
		code_indexed(k->code, from, k->part, part),
		code_indexed(k->code, to, k->part, part * k->window->dst.channel));
	code_ends(k->code, 2);
}

static void
lower_plane(struct plane_code *n)
{
	struct kernel_code *k = &n->k;
	int64_t lanes = k->vector.lanes, plane = k->plan->plane_out;

	if (!k->plan->ic_outer) {
		plane_call(n);
		return;
	}
	plane_counters(n);
	n->k.sums = kernel_array(k, "sums", plane * n->block->lanes);
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

/* The function's tile and arrays. */
struct oc_code {
	struct register_tile tile;
	const struct variable *outputs;
};

static void
declare_all(struct kernel_code *k, struct oc_code *t)
{
	const struct channel_kernel *own = k->kernel->own;
	const struct direct_oc *d = k->plan->own;
	int64_t n = k->kernel->positions;
	bool stores = !k->kernel->deferred && !k->plan->ic_outer &&
		      !direct_oc_stores_vectors(k->plan);

	t->tile = kernel_tile(k);
	t->tile.by_tap = t->tile.w.whole = true;
	t->tile.prefetch = d->prefetch;
	t->tile.sum = code_variables(k->code, k->vector, "sum", n, own->vectors);
	/* Without taps there are no weights. */
	tile_declare(&t->tile, own->nterm ? own->vectors : 0);
	if (k->blocks || stores)
		t->outputs = kernel_array(k, "outputs", n * k->kernel->lanes);
	kernel_counters(k, false, stores && has_part_loop(k));
}

static void
clear(struct kernel_code *k)
{
	const struct register_tile *t = &((const struct oc_code *)k->own)->tile;

	reducer_clear(k->reducer, t->sum, t->rows * t->vectors);
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
	const struct oc_code *t = k->own;
	const struct channel_kernel *own = k->kernel->own;

	if (to)
		code_store(k->code, output_of(k, to, position, v), x);
	else
		epilogue_store(k->l, x,
			tile_place(&t->tile, code_at(k->dst, own->dst[position]), v));
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
			code_set(k->code, t->tile.set[0], kernel_bias(k, v));
			old = code_get(k->code, t->tile.set[0]);
		}
		for (int64_t p = 0; p < k->kernel->positions; p++) {
			const struct value *x = old;

			if (!x)
				x = code_load(
					k->code, k->vector, output_of(k, from, p, v));
			if (all || what == OUTPUTS_ADD)
				x = reducer_join(k->reducer, x, tile_sum(&t->tile, p, v));
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

/* Adds the taps that are written out, with deferred stores in between. */
static void
add_taps(struct kernel_code *k)
{
	const struct channel_kernel *own = k->kernel->own;
	struct oc_code *t = k->own;
	int64_t done = 0;

	t->tile.x.at = k->x;
	t->tile.w.at = k->w;
	for (size_t i = 0; i < own->nterm;) {
		i += tile_step(&t->tile, &own->term[i], own->nterm - i);
		if (k->kernel->deferred && !k->kernel->loops)
			store_share(k, ++done, (int64_t)own->ntap);
	}
}

/* Where taps are looped, stores the share at the end of the channel. */
static void
store_after_taps(struct kernel_code *k)
{
	if (k->kernel->deferred && k->kernel->loops)
		store_share(k, 1, 1);
}

static void
lower_kernel(struct kernel_code *k)
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
		store_all(k, code_at(t.outputs, 0), code_at(k->dst, 0));
	}
}

const struct tile_design direct_oc_design = {
	.lower_kernel = lower_kernel,
	.lower_first = lower_stores,
	.lower_plane = lower_plane,
	.store_deferred = store_all,
};
