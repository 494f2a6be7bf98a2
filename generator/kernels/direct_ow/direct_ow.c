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

/* The plan with vectors of a type; NULL: there is none within so many patches. */
static struct tiles *
plan_with(const struct vector_type *type, const struct schedule *schedule, uint64_t limit,
	struct arena *arena)
{
	struct tiles *t = tiles_begin(schedule, arena);
	int64_t most = schedule->target->registers > 16 ? MOST_CHANNELS : FEW_CHANNELS;
	double time = HUGE_VAL;

	tiles_add_classes(t, most, 1);
	if (!cut_columns(t, schedule->target, type, &time, limit, arena))
		return NULL;
	tiles_order(t);
	return t;
}

/* Whether narrow vectors may be faster: rows do not fill wide ones, or take shuffles, of
   which narrow ones are easier. */
static bool
may_be_narrow(const struct tiles *t)
{
	const struct axis *row = &t->window.axis[t->window.naxis - 1];

	return row->out % t->vector->lanes || row->stride > 1;
}

static bool
plan_columns(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	enum dtype dtype = schedule->plan->dst.dtype;
	const struct vector_type *narrow = narrow_type_of(schedule->target, dtype, arena);
	uint64_t limit = max_output / REGION_BYTES;
	struct schedule other = *schedule;

	schedule->u.tiles = plan_with(
		vector_type_of(schedule->target, dtype, arena), schedule, limit, arena);
	if (!schedule->u.tiles) {
		schedule->estimate = count_mul(limit + 1, REGION_BYTES);
		return false;
	}
	if (!narrow || !may_be_narrow(schedule->u.tiles))
		return true;
	other.u.tiles = plan_with(narrow, schedule, limit, arena);
	if (other.u.tiles && schedule_time(&other) < schedule_time(schedule))
		schedule->u.tiles = other.u.tiles;
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
