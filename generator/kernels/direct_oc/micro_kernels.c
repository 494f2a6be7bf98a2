#include "kernels/direct_oc/direct_oc.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/output_block.h"

#include <string.h>

/* The micro-kernels of kernel_direct_oc, and their calls. */

enum {
	STORE_CODE = 70 /* the code of a function's stores, in multiply-adds */
};

static void
find_taps(const struct output_block *block, struct oc_kernel *own, struct arena *arena)
{
	struct tap *tap = arena_array(arena, struct tap, block->ntap);

	for (size_t k = 0; k < block->ntap; k++) {
		struct tap_use *use =
			arena_array(arena, struct tap_use, block->positions);
		size_t nuse = 0;

		for (size_t p = 0; p < block->positions; p++) {
			int64_t src = block->src[k * block->positions + p];

			if (src != NO_INPUT)
				use[nuse++] = (struct tap_use){src, p};
		}
		if (nuse)
			tap[own->ntap++] = (struct tap){block->tap[k], use, nuse};
	}
	own->tap = tap;
}

static void
find_runs(const struct output_block *block, size_t lanes, struct oc_kernel *own,
	struct arena *arena)
{
	struct run *run = arena_array(arena, struct run, block->positions);
	size_t n = 0;

	for (size_t p = 0; p < block->positions; p++) {
		int64_t dst = block_dst(block, p);

		if (n && run[n - 1].count < lanes &&
			run[n - 1].dst + (int64_t)run[n - 1].count == dst)
			run[n - 1].count++;
		else
			run[n++] = (struct run){p, 1, dst};
	}
	own->run = run;
	own->nrun = n;
}

static bool
same_code(const struct micro_kernel *x, const struct micro_kernel *y)
{
	const struct oc_kernel *a = oc_kernel_of(x), *b = oc_kernel_of(y);
	bool same = a->vectors == b->vectors && x->positions == y->positions &&
		    a->ntap == b->ntap && a->nrun == b->nrun &&
		    !memcmp(a->run, b->run, a->nrun * sizeof *a->run);

	for (size_t i = 0; i < a->ntap && same; i++) {
		const struct tap *t = &a->tap[i], *u = &b->tap[i];

		same = t->tap == u->tap && t->nuse == u->nuse &&
		       !memcmp(t->use, u->use, t->nuse * sizeof *t->use);
	}
	return same;
}

static bool
plan_block(struct output_block *block, void *context)
{
	struct tap_search *s = context;
	struct oc_kernel *own = arena_new(s->arena, struct oc_kernel);
	struct micro_kernel kernel = {.own = own};
	uint64_t size = 0;

	own->vectors = s->vectors;
	find_taps(block, own, s->arena);
	find_runs(block, (size_t)s->plan->vector->lanes, own, s->arena);
	kernel.reads = own->ntap;
	for (size_t k = 0; k < own->ntap; k++)
		size += own->tap[k].nuse * (size_t)s->vectors;
	return tap_search_call(s, block, &kernel, same_code, size, STORE_CODE);
}

/* Positions of a tile along each axis, for as many sums as there are registers. */
static void
find_tiling(struct tap_search *s, struct tiling *how)
{
	const struct direct_oc *d = direct_oc_of(s->plan);

	tile_rows(&s->plan->window,
		s->vectors == 1 ? d->single_sums : d->sums / s->vectors, how);
}

uint64_t
direct_oc_plan_block(struct tile_plan *plan, struct oc_block *block, uint64_t limit,
	struct arena *arena)
{
	struct tap_search s = {.plan = plan,
		.block = block,
		.room = plan->target->processor->planning.oc_code,
		.vectors = (int)(block->lanes / plan->vector->lanes),
		.find_tiling = find_tiling,
		.plan_block = plan_block,
		.arena = arena};

	s.room.all /= (int64_t)plan->noc_block;
	return tap_search_run(&s, limit);
}
