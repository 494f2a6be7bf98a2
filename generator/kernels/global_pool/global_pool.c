#include "kernels/global_pool/global_pool.h"

#include "arena.h"

/* Pools whose windows are whole planes: a plane is summed in PLANE_LANES partial sums,
   and the trees of as many planes as a vector has lanes are one. */

/* Narrow vectors where what is left of a plane behind wide ones fits a narrow one, which
   takes half the time. */
static const struct vector_type *
choose_vector(
	const struct global_pool *p, const struct schedule *schedule, struct arena *arena)
{
	enum dtype dtype = schedule->plan->dst.dtype;
	const struct vector_type *wide = vector_type_of(schedule->target, dtype, arena);
	const struct vector_type *narrow = narrow_type_of(schedule->target, dtype, arena);
	int64_t left = p->elements % wide->lanes;

	return narrow && left && left <= narrow->lanes ? narrow : wide;
}

static bool
plan_planes(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct window_plan *w = &schedule->plan->u.window;
	struct global_pool *p = arena_new(arena, struct global_pool);

	(void)max_output;
	p->planes = w->batch * w->group;
	p->elements = p->divisor = 1;
	for (int i = 0; i < w->naxis; i++) {
		p->elements *= w->axis[i].in;
		p->divisor *= w->axis[i].span[0].divisor;
	}
	p->vector = choose_vector(p, schedule, arena);
	schedule->u.global_pool = p;
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	double elements = 1;

	(void)target;
	if (w->reduction->weighted)
		return "it is for pools";
	if (!w->reduction->by_plane)
		return "its outputs are not made of partial results";
	if (reduction_obstacle(plan))
		return reduction_obstacle(plan);
	for (int i = 0; i < w->naxis; i++) {
		if (w->axis[i].out != 1 || w->axis[i].span[0].ntap != w->axis[i].in)
			return "it needs one window for each plane, of all its elements";
		elements *= (double)w->axis[i].in;
	}
	return elements < PLANE_LANES ? "it needs planes of 16 elements or more" : NULL;
}

const struct kernel kernel_global_pool = {
	.name = "global-pool",
	.kind = PLAN_WINDOW,
	.loops = true,
	.vectors = true,
	.summary = "whole planes in partial sums, as many planes at a time as a vector "
		   "has lanes",
	.obstacle = obstacle,
	.plan = plan_planes,
	.lower = global_pool_lower,
};
