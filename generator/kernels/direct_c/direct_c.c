#include "kernels/direct_c/direct_c.h"

#include "base/arena.h"
#include "code/cost.h"
#include "plan/epilogue.h"

/* Depthwise convolutions and pools of tensors whose channels are last: the lanes of a
   vector are channels, and every load and store is contiguous. */

static const struct tile_design design = {
	.lower_kernel = direct_c_lower_kernel,
	.lower_plane = direct_c_lower_calls,
};
static const struct tile_design design_of_planes = {
	.lower_kernel = direct_c_lower_plane_sums,
};

/* Whether the one output of a plane is made of partial sums. */
static bool
sums_plane(const struct window_plan *w)
{
	return w->dst.image == w->group && window_has_whole_plane(w);
}

/* Returns the number of output blocks; above the limit, plans none. */
static uint64_t
plan_blocks(struct tile_plan *p, uint64_t limit, struct arena *arena)
{
	struct direct_c *d = arena_new(arena, struct direct_c);

	p->design = &design;
	p->own = d;
	direct_c_stage(p, d);
	tile_plan_add_block(p, 0, d->staged ? d->staged : p->window.oc, 1);
	return direct_c_plan_block(p, &p->oc_block[0], limit, arena);
}

static bool
plan_channels(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct window_plan *w = &schedule->plan->u.window;
	struct tile_plan *p = tile_plan_begin(schedule, arena);
	uint64_t blocks;

	/* The channels are outputs of one group. */
	p->window.oc = w->group;
	p->window.group = 1;
	p->apart = true;
	p->vector = vector_type_of_channels(p, arena);
	p->packs = w->reduction->weighted && !p->packed;
	p->packed |= p->packs;
	if (sums_plane(w)) {
		p->design = &design_of_planes;
		direct_c_plan_plane(p, arena);
	} else {
		blocks = plan_blocks(p, max_output / REGION_BYTES, arena);
		schedule->estimate = count_mul(blocks, REGION_BYTES);
		if (schedule->estimate > max_output)
			return false;
	}
	tile_plan_order(p);
	tile_plan_end(p, schedule, arena);
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;

	(void)target;
	if (w->ic != 1 || w->oc != 1)
		return "it is for pools and depthwise Conv";
	if (w->src_layout != WINDOW_NHWC || w->dst_layout != WINDOW_NHWC)
		return "it needs channels that are last, layout NHWC";
	if (window_has_whole_plane(w) && !sums_plane(w))
		return "one of several windows is a whole plane, which is summed in "
		       "partial sums";
	if (w->reduction->weighted && !plan->weights->constant &&
		!fits_stack(w, w->group, epilogue_from(plan)))
		return "so many weights cannot be packed at run time";
	return reduction_obstacle(plan);
}

const struct kernel kernel_direct_c = {
	.name = "direct-c",
	.kind = PLAN_WINDOW,
	.vectors = true,
	.summary = "vectors of channels by output positions, taps written out",
	.obstacle = obstacle,
	.plan = plan_channels,
	.lower = tile_plan_lower,
};
