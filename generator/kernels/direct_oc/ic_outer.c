#include "kernels/direct_oc/direct_oc.h"

#include "base/arena.h"
#include "base/checked.h"
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
	struct outer o = {.n = n, .code = n->k.code};
	int64_t lanes = n->k.vector.lanes, plane = n->k.plan->plane_out;
	struct wanted_counter all[MAX_AXIS + 3];
	size_t count;

	if (!direct_oc_of(n->k.plan)->ic_outer) {
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
