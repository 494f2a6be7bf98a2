#include "kernels/direct_oc/direct_oc.h"

#include "base/arena.h"
#include "base/checked.h"
#include "kernels/common/register_tile.h"
#include "plan/epilogue.h"

/* Dense convolutions: the lanes of a vector are output channels, and each input is
   broadcast to all of them. */

/* Whether the plan is to become one without loops. */
static bool
wants_no_loops(const struct schedule *schedule)
{
	return schedule->settings.unroll == UNROLL_FULL ||
	       schedule->settings.kernel == &kernel_unrolled_vector;
}

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
		       (double)p->target->processor->tuning.crowded_terms;
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

static void
find_copy(const struct schedule *schedule, struct tile_plan *p, int64_t positions)
{
	const struct window_plan *w = &p->window;
	int64_t distance = w->group * w->ic + CACHE_LINE_BYTES / p->element;
	double bytes = (double)p->plane_in * (double)distance * (double)p->element;

	/* Weights that come at run time are packed outside of the loop over images. */
	if (w->src_layout != WINDOW_NHWC || p->taps == 1 ||
		(!p->packed && w->batch > 1) || wants_no_loops(schedule))
		return;
	if (bytes <= COPY_BYTES && bytes <= (double)p->stack &&
		p->taps * w->oc / p->vector->lanes >= WORTH_COPYING &&
		positions_read(w, positions) > lines_at(p, w->group * w->ic))
		tile_plan_copy(p, distance);
}

enum {
	STORE_CODE = 70 /* the code of a function's stores, in multiply-adds */
};

/* Positions of a tile along each axis, for as many sums as there are registers. */
static void
find_tiling(struct tap_search *s, struct tiling *how)
{
	const struct direct_oc *d = s->plan->own;

	s->vectors = (int)ceil_div(s->block->lanes, s->plan->vector->lanes);
	tile_rows(&s->plan->window,
		s->vectors == 1 ? d->single_sums : d->sums / s->vectors, how);
}

enum {
	AHEAD = 4 /* registers into which far weights are loaded ahead */
};

/* Bytes of the packed weights of one vector of output channels. */
static double
panel_bytes(const struct tile_plan *p)
{
	return terms_of_output(&p->window) * p->target->vector_bytes;
}

/* Sums of a tile of one vector. Where a vector fills a cache line, the maximum is not the
   fastest: with few, whole lines of outputs are stored; with more, far weights are loaded
   less often. */
static int64_t
find_single_sums(const struct tile_plan *p)
{
	const struct tuning *limit = &p->target->processor->tuning;
	struct tile_room far = tile_room_of_channels(p->target, AHEAD);

	return panel_bytes(p) > 1.5 * (double)limit->near_bytes
		       ? far.registers - far.spare
		       : limit->oc.few_sums;
}

/* Vectors of output channels of a tile. Fewer than are best for multiply-adds, if weights
   packed at run time would fill the cache, or the planes of so many channels crowd it. */
static int64_t
find_vectors(const struct tile_plan *p)
{
	struct tile_room room = tile_room_of_channels(p->target, 0);
	int64_t lanes = sums_in(p, p->target->vector_bytes);
	int64_t vectors = tile_shape_of(&room).vectors;

	while (vectors > 1 &&
		(planes_crowd(p, vectors * lanes) ||
			(p->packs && !tile_plan_fits_stack(p, 2 * vectors * lanes))))
		vectors /= 2;
	return vectors;
}

/* Sums of a tile of several vectors. Where a vector fills a cache line, the maximum is
   the fastest only if it makes one row two; and no more than stay in the cache. */
static int64_t
find_sums(const struct tile_plan *p, int64_t vectors)
{
	const struct window_plan *w = &p->window;
	struct tile_room room = tile_room_of_channels(p->target, 0);
	struct tile_room far = tile_room_of_channels(p->target, AHEAD);
	int64_t row = w->axis[w->naxis - 1].out,
		most = tile_rows_that_fit(&room, vectors);
	int64_t few = tile_rows_that_fit(&far, vectors);

	if (p->target->vector_bytes != CACHE_LINE_BYTES)
		return vectors * most;
	if (w->naxis == 1 || most / 2 < row || few / 2 >= row)
		most = few;
	return vectors * min_of(most, most_positions(p));
}

/* Cuts the channels into tiles of so many vectors, and one or two of the rest. Where half
   a vector holds what is left of whole ones, it is of half the width, if a plane has the
   sums to keep it busy: on units of 256 bits it takes half of a whole one's time.
   Measured on a Zen 4: 24 channels 1.3 times as fast, 40 1.16; on units of 512 bits the
   estimate is up to 1.18 times as long for 24, as long for 40. */
static void
add_blocks(struct tile_plan *p, int64_t vectors, struct arena *arena)
{
	const struct tuning *limit = &p->target->processor->tuning;
	const struct vector_type *narrow = narrow_type_of(p->target, p->sum, arena);
	bool busy = (double)p->plane_out >= limit->ow.add;
	int64_t lanes = p->vector->lanes;
	int64_t first = tile_plan_add_block(p, 0, vectors * lanes, lanes);
	int64_t left = (p->window.oc - first) % lanes;

	if (narrow && !p->vector->narrow && busy && left <= narrow->lanes) {
		first = tile_plan_add_block(p, first, p->window.oc - first - left, lanes);
		lanes = narrow->lanes;
	}
	tile_plan_add_block(p, first, p->window.oc - first, lanes);
}

static void
find_inputs(const struct micro_kernel *kernel, struct inputs_read *inputs)
{
	const struct channel_kernel *own = kernel->own;

	for (size_t i = 0; i < own->nterm; i++)
		inputs_add(inputs, own->term[i].src);
	inputs->terms = own->nterm * (size_t)own->vectors;
}

/* Blocks of input channels outermost: the weights of a block stay in the nearest cache
   for a whole plane, whose sums are in memory meanwhile. */

/* It pays if the inputs of a block stay in the nearest cache for all tiles of positions,
   while all weights of a tile of output channels would fill half of it. Measured: no gain
   for windows of several taps, or with many registers. */
static bool
is_ic_outer(const struct schedule *schedule, const struct tile_plan *p)
{
	int64_t near = sums_in(p, p->target->processor->tuning.near_bytes);
	int64_t part = channels_of_part(p);

	if (direct_oc_stores_vectors(p) || p->target->registers > 16 || p->taps > 1 ||
		p->nblock == 1 || p->last_block != p->block ||
		p->plane_in > near / p->block ||
		p->window.ic <= near / 2 / p->oc_block[0].lanes ||
		wants_no_loops(schedule))
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

/* Deferred stores: when vectors of channels are transposed to rows of dst. All shuffles
   of a tile in a row would keep the multipliers idle, because they exceed the processor's
   lookahead. Between the multiply-adds of the next call they cost nothing. */

/* Whether there are registers for a deferred store, or spilling costs less than it gains;
   measured, that is where sums are short and input channels are many. */
static bool
may_defer(const struct tile_plan *p, const struct micro_kernel *kernel)
{
	const struct tuning *limit = &p->target->processor->tuning;
	const struct channel_kernel *own = kernel->own;
	int64_t sums = kernel->positions * own->vectors;

	return own->nterm && kernel->channels % channels_of_part(p) == 0 &&
	       (p->target->registers - sums >= limit->oc.deferred_registers ||
		       ((p->taps > 1 || p->nblock == 1) &&
			       terms_of_output(&p->window) <=
				       (double)limit->oc.deferred_terms));
}

/* Whether the same function can store what either defers. */
static bool
stores_alike(const struct tile_plan *p, const struct micro_kernel *a,
	const struct micro_kernel *b)
{
	return a->positions == b->positions && direct_oc_run(p, a, 0) == a->positions &&
	       direct_oc_run(p, b, 0) == b->positions;
}

/* Whether each nest of the same rows may defer its last outputs to the next nest. */
static bool
may_leave(const struct tile_plan *p, const struct loop_nest *first)
{
	for (size_t i = 0; i < first->nrows; i++)
		if (!may_defer(p, first[i].kernel) ||
			!stores_alike(p, first->kernel, first[i].kernel))
			return false;
	return first->nrows > 1;
}

/* Decides it for the nests of the same rows. Each call must be followed by one that can
   store what it defers: the nest's next call, in the same row if it shares rows with
   others, or a call of those. */
static void
defer_rows(const struct tile_plan *p, struct loop_nest *first, bool inside)
{
	bool leaves = may_leave(p, first);

	for (size_t i = 0; i < first->nrows; i++) {
		struct loop_nest *nest = &first[i];
		bool followed = inside || leaves || nest->nloop > (first->nrows > 1);

		nest->leaves = leaves;
		if (followed && may_defer(p, nest->kernel))
			nest->kernel->deferred = true;
		nest->kernel->prefetches_dst &= inside;
	}
}

static void
find_deferred(struct tile_plan *p)
{
	for (size_t b = 0; b < p->noc_block; b++) {
		struct oc_block *block = &p->oc_block[b];

		for (size_t i = 0; i < block->nnest; i += block->nest[i].nrows)
			defer_rows(p, &block->nest[i], block->inside);
	}
}

static bool
plan_channels(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct tuning *limit = &schedule->target->processor->tuning;
	struct tile_plan *p = tile_plan_begin(schedule, arena);
	struct direct_oc *d = arena_new(arena, struct direct_oc);
	struct tap_search search = {.plan = p,
		.room = limit->oc.code,
		.function_stores = STORE_CODE,
		.find_tiling = find_tiling,
		.arena = arena};
	int64_t vectors;

	p->design = &direct_oc_design;
	p->own = d;
	p->vector = vector_type_of_channels(p, arena);
	find_copy(schedule, p, find_single_sums(p));
	if (!p->packed)
		p->packs = p->packed = true;
	vectors = find_vectors(p);
	d->sums = find_sums(p, vectors);
	d->single_sums = p->target->vector_bytes == CACHE_LINE_BYTES ? find_single_sums(p)
								     : d->sums;
	/* Weights are read in sequence, each once, and leave the cache. */
	if (p->taps == 1 && 2 * panel_bytes(p) > (double)limit->near_bytes)
		d->prefetch = sums_in(p, limit->prefetch);
	add_blocks(p, vectors, arena);
	if (!tap_search_run(&search, schedule, max_output))
		return false;
	tile_plan_order(p);
	p->ic_outer = is_ic_outer(schedule, p);
	if (!p->ic_outer) {
		tile_plan_prefetch(p, find_inputs);
		if (!direct_oc_stores_vectors(p))
			find_deferred(p);
	}
	tile_plan_end(p, schedule, arena);
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	size_t size = dtype_info[plan->sum].size;

	if (!w->reduction->weighted)
		return "it is for Conv";
	if (!w->ic)
		return "there are no input channels";
	if (!plan->weights->constant &&
		!fits_stack(w, target->vector_bytes / (int64_t)size, plan->sum))
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
