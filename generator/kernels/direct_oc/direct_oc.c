#include "kernels/direct_oc/direct_oc.h"

#include "base/arena.h"
#include "base/checked.h"
#include "code/cost.h"
#include "kernels/common/output_block.h"
#include "plan/epilogue.h"
#include "target/settings.h"

#include <string.h>

/* Dense convolutions: the lanes of a vector are output channels, and each input is
   broadcast to all of them. */

/* Extents that are powers of two lead to few sets of the cache: planes of outputs, and
   positions whose channels are last. */

enum {
	COPY_BYTES = 512 * 1024, /* of a copy on the stack, at most, whose size depends on
				    programs, not on processors */
	WORTH_COPYING = 16       /* multiply-adds of vectors on a number, at least */
};

static int64_t
most_positions(const struct tile_plan *p)
{
	int inner = p->window.naxis - 1;

	if (p->window.src_layout == WINDOW_NCHW)
		return INT64_MAX;
	return lines_at(p, p->window.src.axis[inner] * p->window.axis[inner].stride);
}

static bool
planes_crowd(const struct tile_plan *p, int64_t channels)
{
	return !direct_oc_stores_vectors(p) && channels > lines_at(p, p->plane_out) &&
	       terms_of_output(&p->window) <
		       (double)p->target->processor->planning.crowded_terms;
}

/* Positions of the input that a tile of so many positions of the output reads. */
static int64_t
positions_read(const struct window_plan *w, int64_t positions)
{
	int64_t all = 1;

	for (int i = w->naxis - 1; i >= 0; i--) {
		const struct axis *a = &w->axis[i];
		int64_t size = max_of(min_of(positions, a->out), 1);

		all *= min_of((size - 1) * a->stride + (a->kernel - 1) * a->dilation + 1,
			a->in);
		positions /= size;
	}
	return all;
}

/* Weights that come at run time are packed outside of the loop over images. */
static bool
may_copy(const struct schedule *schedule, const struct tile_plan *p)
{
	const struct settings *settings = &schedule->settings;

	return p->window.src_layout == WINDOW_NHWC && p->taps > 1 &&
	       (p->packed || p->window.batch == 1) && settings->unroll != UNROLL_FULL &&
	       settings->kernel != &kernel_unrolled_vector;
}

static void
find_copy(const struct schedule *schedule, struct tile_plan *p, int64_t positions)
{
	const struct window_plan *w = &p->window;
	int64_t distance = w->group * w->ic + CACHE_LINE_BYTES / p->element;
	double bytes = (double)p->plane_in * (double)distance * (double)p->element;

	if (may_copy(schedule, p) && bytes <= COPY_BYTES && bytes <= (double)p->stack &&
		p->taps * w->oc / p->vector->lanes >= WORTH_COPYING &&
		positions_read(w, positions) > lines_at(p, w->group * w->ic))
		tile_plan_copy(p, distance);
}

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
	const struct oc_kernel *a = x->own, *b = y->own;
	bool same = a->vectors == b->vectors && x->positions == y->positions &&
		    a->ntap == b->ntap && same_array(a, b, run);

	for (size_t i = 0; i < a->ntap && same; i++) {
		same = a->tap[i].tap == b->tap[i].tap &&
		       same_array(&a->tap[i], &b->tap[i], use);
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
	const struct direct_oc *d = s->plan->own;

	tile_rows(&s->plan->window,
		s->vectors == 1 ? d->single_sums : d->sums / s->vectors, how);
}

static uint64_t
plan_kernels(struct tile_plan *plan, struct oc_block *block, uint64_t limit,
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

enum {
	/* Registers beside those of sums and weights: an input, and one that compilers
	   take. Far weights are loaded ahead. */
	SPARE = 2,
	SPARE_FAR = 6
};

/* Bytes of the packed weights of one vector of output channels. */
static double
panel_bytes(const struct window_plan *w, const struct target *target)
{
	return terms_of_output(w) * target->vector_bytes;
}

/* Sums of a tile of one vector. Where a vector fills a cache line, the maximum is not the
   fastest: with few, whole lines of outputs are stored; with more, far weights are loaded
   less often. */
static int64_t
find_single_sums(const struct tile_plan *p)
{
	const struct planning *limit = &p->target->processor->planning;

	return panel_bytes(&p->window, p->target) > 1.5 * (double)limit->near_bytes
		       ? p->target->registers - SPARE_FAR
		       : limit->few_sums;
}

/* Vectors of output channels of a tile. With one, an input is loaded for each
   multiply-add, and no processor loads more vectors than it multiplies. Fewer than the
   most, if weights packed at run time would fill the cache, or the planes of so many
   channels crowd it. */
static int
find_vectors(const struct tile_plan *p, const struct vector_type *type)
{
	int bytes = p->target->vector_bytes;
	int vectors = bytes == 16 && p->target->registers > 16 ? 4 : 2;

	while (vectors > 1 && (planes_crowd(p, vectors * type->lanes) ||
				      (p->packs && !tile_plan_fits_stack(p,
							   2 * vectors * type->lanes))))
		vectors /= 2;
	return vectors;
}

/* Sums of a tile of several vectors. Where a vector fills a cache line, the maximum is
   the fastest only if it makes one row two; and no more than stay in the cache. */
static int64_t
find_sums(const struct tile_plan *p, int64_t vectors)
{
	const struct window_plan *w = &p->window;
	int64_t registers = p->target->registers, row = w->axis[w->naxis - 1].out;
	int64_t most = (registers - SPARE - vectors) / vectors;
	int64_t few = (registers - SPARE_FAR - vectors) / vectors;

	if (p->target->vector_bytes != CACHE_LINE_BYTES)
		return registers - SPARE - vectors;
	if (w->naxis == 1 || most / 2 < row || few / 2 >= row)
		most = few;
	return vectors * min_of(most, most_positions(p));
}

/* Adds the functions that store a tile's outputs, a part of its channels at a time. */
static void
add_tile_stores(const struct tile_plan *p, struct stores *stores, struct arena *arena)
{
	int64_t part = channels_of_part(p);

	for (size_t b = 0; b < p->noc_block; b++)
		for (size_t i = 0; i < p->oc_block[b].nkernel; i++) {
			const struct micro_kernel *kernel = p->oc_block[b].kernel[i];
			const struct oc_kernel *own = kernel->own;
			int64_t rest = kernel->channels % part;

			for (size_t r = 0; r < own->nrun; r++) {
				struct store store = {
					(int64_t)own->run[r].count, part, kernel->lanes};

				if (kernel->channels >= part)
					stores_add(stores, store, arena);
				store.channels = rest;
				if (rest)
					stores_add(stores, store, arena);
			}
		}
}

static void
find_inputs(const struct micro_kernel *kernel, struct inputs_read *inputs)
{
	const struct oc_kernel *own = kernel->own;

	for (size_t k = 0; k < own->ntap; k++) {
		for (size_t u = 0; u < own->tap[k].nuse; u++)
			inputs_add(inputs, own->tap[k].use[u].src);
		inputs->terms += own->tap[k].nuse * (size_t)own->vectors;
	}
}

static void
lower_stores(struct kernel_code *k, struct lowering *l)
{
	const struct direct_oc *d = k->plan->own;

	stores_lower(&d->stores, k, LINKAGE_ALWAYS, l);
}

static const struct tile_design design = {
	.lower_kernel = direct_oc_lower_kernel,
	.lower_first = lower_stores,
	.lower_plane = direct_oc_lower_plane,
	.store_deferred = direct_oc_store_all,
};

static bool
plan_channels(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct planning *limit = &schedule->target->processor->planning;
	struct tile_plan *p = tile_plan_begin(schedule, arena);
	struct direct_oc *d = arena_new(arena, struct direct_oc);
	const struct vector_type *type = vector_type_of(p->target, p->dtype, arena);
	int vectors;

	p->design = &design;
	p->own = d;
	p->vector = vector_type_of_channels(p, arena);
	find_copy(schedule, p, find_single_sums(p));
	if (!p->packed)
		p->packs = p->packed = true;
	vectors = find_vectors(p, type);
	d->sums = find_sums(p, vectors);
	d->single_sums = p->target->vector_bytes == CACHE_LINE_BYTES ? find_single_sums(p)
								     : d->sums;
	/* Weights are read in sequence, each once, and leave the cache. */
	if (p->taps == 1 &&
		2 * panel_bytes(&p->window, p->target) > (double)limit->near_bytes)
		d->prefetch = sums_in(p, limit->prefetch);
	tile_plan_add_blocks(p, vectors * p->vector->lanes, p->vector->lanes);
	for (size_t b = 0; b < p->noc_block; b++) {
		uint64_t blocks = plan_kernels(
			p, &p->oc_block[b], max_output / REGION_BYTES, arena);

		schedule->estimate =
			count_add(schedule->estimate, count_mul(blocks, REGION_BYTES));
		if (schedule->estimate > max_output)
			return false;
	}
	tile_plan_order(p);
	d->ic_outer = direct_oc_is_ic_outer(schedule, p);
	if (d->ic_outer) {
		direct_oc_add_plane_stores(p, &d->stores, arena);
	} else if (direct_oc_stores_vectors(p)) {
		tile_plan_prefetch(p, find_inputs);
	} else {
		direct_oc_find_deferred(p);
		tile_plan_prefetch(p, find_inputs);
		add_tile_stores(p, &d->stores, arena);
	}
	tile_plan_end(p, schedule, arena);
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	size_t size = dtype_info[dtype_accumulator(epilogue_from(plan))].size;

	if (!w->reduction->weighted)
		return "it is for Conv";
	if (!w->ic)
		return "there are no input channels";
	if (!plan->weights->constant &&
		!fits_stack(w, target->vector_bytes / (int64_t)size, epilogue_from(plan)))
		return "so many weights cannot be packed at run time";
	return NULL;
}

const struct kernel kernel_direct_oc = {
	.name = "direct-oc",
	.kind = PLAN_WINDOW,
	.vectors = true,
	.summary = "vectors of output channels by output positions, taps written out",
	.obstacle = obstacle,
	.plan = plan_channels,
	.lower = tile_plan_lower,
};
