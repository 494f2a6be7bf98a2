#include "kernels/direct_ow/direct_ow.h"
#include "kernels/common/tile_code.h"
#include "kernels/common/tiles.h"

#include "arena.h"
#include "checked.h"

#include <math.h>

/* Vectors of output positions: each weight is one number that all lanes multiply; pools
   have none. Rows narrower than a vector share one, whole planes where they are small. */

enum {
	MOST_CHANNELS = 8, /* output channels of a tile, with 32 registers */
	FEW_CHANNELS = 4   /* and with 16 */
};

static bool
plan_columns(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	enum dtype dtype = schedule->plan->dst.dtype;
	const struct vector_type *wide = vector_type_of(schedule->target, dtype, arena);
	const struct vector_type *narrow = narrow_type_of(schedule->target, dtype, arena);
	struct tiles *t = tiles_begin(schedule, arena), best;
	int64_t most = schedule->target->registers > 16 ? MOST_CHANNELS : FEW_CHANNELS;
	double time = HUGE_VAL;
	uint64_t limit = max_output / REGION_BYTES;

	schedule->u.tiles = t;
	tiles_add_classes(t, most, 1);
	if (!cut_columns(t, schedule->target, wide, &time, limit, arena)) {
		schedule->estimate = count_mul(limit + 1, REGION_BYTES);
		return false;
	}
	best = *t;
	if (narrow && may_be_narrow(&t->window, wide->lanes, narrow->lanes) &&
		!cut_columns(t, schedule->target, narrow, &time, limit, arena))
		*t = best;
	tiles_order(t);
	return true;
}

/* Whether any window is a whole plane, which is summed in partial sums. */
static bool
has_whole_plane(const struct window_plan *w)
{
	int64_t plane = 1;

	if (!w->reduction->by_plane)
		return false;
	for (int i = 0; i < w->naxis; i++) {
		bool whole = false;

		for (size_t k = 0; k < w->axis[i].nspan; k++)
			whole |= w->axis[i].span[k].ntap == w->axis[i].in;
		if (!whole)
			return false;
		plane *= w->axis[i].in;
	}
	return plane >= PLANE_LANES;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;

	(void)target;
	if (!w->ic)
		return "there are no input channels";
	if (has_whole_plane(w))
		return "a window is a whole plane, which is summed in partial sums";
	return reduction_obstacle(plan);
}

const struct kernel kernel_direct_ow = {
	.name = "direct-ow",
	.kind = PLAN_WINDOW,
	.loops = true,
	.vectors = true,
	.summary = "vectors of output positions, taps written out",
	.obstacle = obstacle,
	.plan = plan_columns,
	.lower = tiles_lower,
};
