#include "kernels/direct_ow/direct_ow.h"

#include "base/checked.h"
#include "code/walk/cost.h"
#include "plan/epilogue.h"

#include <math.h>

/* Vectors of output positions: each weight is broadcast; pools have none. Rows narrower
   than a vector share one, and so do small planes. */

/* Inputs that do not stay in the nearest cache, or whose channels compete for the same
   sets of it, or that a prologue computes, are first copied to the stack, for all tiles
   of output channels. */

/* The number of inputs of a micro-kernel with one tap, if they are contiguous; else 0. */
static int64_t
inputs_in_a_row(const struct ow_kernel *own)
{
	int64_t n = 0;

	for (size_t i = 0; i < own->npermute; i++)
		if (own->permute[i].nstep != 1 || !own->permute[i].step[0].whole)
			return 0;
	for (size_t i = 0; i < own->nload; i++)
		n = max_of(n, own->load[i].src + own->load[i].lanes);
	return n;
}

/* Once the order of loops is known, finds the micro-kernels that read a copy. */
static void
stage_inputs(struct tile_plan *p)
{
	const struct tuning *limit = &p->target->processor->tuning;
	int64_t ic = p->window.ic, image = ic * p->plane_in * p->element;
	/* The copy stays in the next cache, beside weights and outputs. */
	int64_t most = sums_in(p, min_of(limit->far_bytes / 4, p->stack));

	if (p->taps > 1 || ic == 1 || (!p->computes && image <= limit->near_bytes))
		return;
	for (size_t b = 0; b < p->noc_block; b++) {
		const struct oc_block *block = &p->oc_block[b];
		/* Each tile asks for what the next positions read. */
		bool ahead =
			image > limit->far_bytes && block->count >= 2 * limit->staged_for;

		if (!block->inside || (!p->computes && block->count < limit->staged_for))
			continue;
		for (size_t i = 0; i < block->nkernel; i++) {
			int64_t n = inputs_in_a_row(block->kernel[i]->own);
			int64_t lines = n * p->element / CACHE_LINE_BYTES + 1;
			/* Neighbours in each channel's plane. */
			int64_t held = min_of(lines_at(p, p->plane_in) * lines,
				limit->near_bytes / CACHE_LINE_BYTES);

			if ((p->computes || ic * lines * (ahead ? 2 : 1) > held) &&
				ic * n <= most)
				block->kernel[i]->staged = n;
		}
	}
}

enum {
	MOST_CHANNELS = 8, /* output channels of a tile, with 32 registers */
	FEW_CHANNELS = 4,  /* the same with 16 */
	MOST_VECTORS = 4,  /* along a row */
	FEWER_VECTORS = 2  /* of few channels, with registers left beside the sums */
};

static void
find_inputs(const struct micro_kernel *kernel, struct inputs_read *inputs)
{
	const struct ow_kernel *own = kernel->own;

	for (size_t k = 0; k < own->nload; k++)
		for (int64_t i = 0; i < own->load[k].lanes; i++)
			inputs_add(inputs, own->load[k].src + i);
	inputs->terms = own->nterm * (size_t)kernel->channels;
}

static const struct tile_design design = {.lower_kernel = direct_ow_lower_kernel};

/* Plans with vectors of a type, so many along a row; NULL: no plan has so few output
   blocks. */
static struct tile_plan *
plan_with(const struct vector_type *type, int64_t vectors, struct schedule *schedule,
	uint64_t limit, struct arena *arena)
{
	struct tile_plan *p = tile_plan_begin(schedule, arena);

	p->design = &design;
	p->vector = type;
	tile_plan_add_blocks(
		p, p->target->registers > 16 ? MOST_CHANNELS : FEW_CHANNELS, 1);
	if (!direct_ow_tile(p, vectors, limit, arena))
		return NULL;
	tile_plan_order(p);
	stage_inputs(p);
	tile_plan_prefetch(p, find_inputs);
	tile_plan_end(p, schedule, arena);
	return p;
}

/* Whether narrow vectors may be faster: rows do not fill wide ones, or need shuffles,
   which are cheaper in narrow ones. */
static bool
may_be_narrow(const struct tile_plan *p)
{
	const struct axis *row = &p->window.axis[p->window.naxis - 1];

	return row->out % p->vector->lanes || row->stride > 1;
}

/* Whether all vectors wait for lines of the next cache: whole narrow vectors hold the
   rows, inputs are used once, and outputs are fetched and written back. */
static bool
waits_for_lines(const struct tile_plan *p, const struct vector_type *narrow)
{
	const struct window_plan *w = &p->window;
	int64_t inputs = p->plane_in * p->element, outputs = p->plane_out * p->stored;

	return w->ic == 1 && p->taps > 1 && windows_are_apart(w) &&
	       w->axis[w->naxis - 1].in % narrow->lanes == 0 &&
	       w->batch * w->group * (inputs + 2 * outputs) <=
		       p->target->processor->tuning.far_bytes;
}

/* The part of the time that narrow vectors have to save. Measured on a Zen 5: where all
   wait for lines, or shift short rows (13x13, 14x14), wide ones take up to a sixth
   longer, though the estimate says less; pools whose rows are more than a narrow one are
   up to 1.4 times as fast with wide ones where it says that narrow ones save less than a
   fifth: a tenth in the mean with a Zen 4, for which it is right. */
static double
narrow_saves(const struct tile_plan *p, const struct vector_type *narrow)
{
	const struct tuning *price = &p->target->processor->tuning;
	const struct axis *row = &p->window.axis[p->window.naxis - 1];

	if (waits_for_lines(p, narrow))
		return -price->ow.lines;
	if (!loads_matter(p))
		return 0;
	/* Depthwise Convs' wide vectors hold a short row in part, shifted from tap to
	   tap: most of their loads lie on two lines. */
	if (p->window.reduction->weighted)
		return row->kernel > 1 && row->out < p->vector->lanes ? -price->ow.shifted
								      : 0;
	return row->out > narrow->lanes ? price->ow.wide : 0;
}

/* Whether shuffles of a row's stride may stay within the blocks of such vectors, and save
   more than the one that puts outputs in order costs: half a shuffle for each tap. Where
   the estimate of code lets them take a little longer, a Zen 5 mostly does not. They
   are tried in place of narrow vectors that have won, not against wide ones, whose
   shuffles take less on a Zen 5 than the table says. */
static bool
may_be_near(const struct tile_plan *p, const struct vector_type *near)
{
	const struct axis *row = &p->window.axis[p->window.naxis - 1];
	int order[MAX_LANES];

	return p->taps > 2 && find_order(near, row->stride, order);
}

/* Whether fewer vectors along a row may be faster: what shuffles and blends make of
   inputs finds no register beside all sums of a tile. */
static bool
may_be_short(const struct tile_plan *p)
{
	if (p->taps == 1 || p->target->registers > 16)
		return false;
	for (size_t b = 0; b < p->noc_block; b++)
		for (size_t i = 0; i < p->oc_block[b].nkernel; i++) {
			const struct ow_kernel *own = p->oc_block[b].kernel[i]->own;

			if (own->ncolumn > FEWER_VECTORS &&
				p->oc_block[b].channels == FEW_CHANNELS)
				return true;
		}
	return false;
}

/* The fastest plan so far, and its estimated time. */
struct choice {
	const struct schedule *unplanned;
	uint64_t limit; /* of output blocks */
	struct arena *arena;
	struct schedule best;
	double time;
};

/* Plans in another way, and keeps it if it saves such a part of the time; below zero: if
   it takes no longer than by that. */
static bool
try_with(struct choice *choice, const struct vector_type *type, int64_t vectors,
	double saved)
{
	struct schedule other = *choice->unplanned;
	double time;

	if (!plan_with(type, vectors, &other, choice->limit, choice->arena))
		return false;
	time = schedule_time(&other);
	if (time > choice->time * (1 - saved))
		return false;
	choice->best = other;
	choice->time = time;
	return true;
}

/* Plans with narrow vectors, and keeps that if it saves enough. Where they have won, they
   may be shuffled near. */
static void
try_narrow(struct choice *choice, const struct tile_plan *wide,
	const struct vector_type *narrow)
{
	const struct target *target = wide->target;
	const struct vector_type *near = near_type_of(target, wide->sum, choice->arena);
	double saved = narrow_saves(wide, narrow), least;
	struct choice less = *choice;

	if (!try_with(&less, narrow, MOST_VECTORS, fmin(saved, 0)))
		return;
	least = less.time;
	if (near && may_be_near(wide, near))
		try_with(&less, near, MOST_VECTORS,
			saved < 0 ? saved : -target->processor->tuning.ow.near);
	if (fmin(least, less.time) <= choice->time * (1 - saved))
		*choice = less;
}

static bool
plan_columns(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	enum dtype dtype = schedule->plan->sum;
	const struct vector_type *wide = vector_type_of(schedule->target, dtype, arena);
	const struct vector_type *narrow = narrow_type_of(schedule->target, dtype, arena);
	struct choice choice = {schedule, max_output / REGION_BYTES, arena, *schedule, 0};
	const struct tile_plan *plan =
		plan_with(wide, MOST_VECTORS, &choice.best, choice.limit, arena);
	bool shorter, narrower;

	if (!plan) {
		schedule->estimate = count_mul(choice.limit + 1, REGION_BYTES);
		return false;
	}
	narrower = narrow && may_be_narrow(plan);
	shorter = may_be_short(plan);
	if (narrower || shorter)
		choice.time = schedule_time(&choice.best);
	if (narrower)
		try_narrow(&choice, plan, narrow);
	if (shorter)
		try_with(&choice, wide, FEWER_VECTORS, 0);
	*schedule = choice.best;
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;

	(void)target;
	if (!window_is_planar(w))
		return "it needs planes, layout NCHW";
	if (!w->ic)
		return "there are no input channels";
	if (window_has_whole_plane(w))
		return "a window is a whole plane, which is summed in partial sums";
	return reduction_obstacle(plan);
}

const struct kernel kernel_direct_ow = {
	.name = "direct-ow",
	.kind = PLAN_WINDOW,
	.vectors = true,
	.prologues = true,
	.summary = "vectors of output positions, taps written out",
	.obstacle = obstacle,
	.plan = plan_columns,
	.lower = tile_plan_lower,
};
