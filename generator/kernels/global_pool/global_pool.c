#include "kernels/global_pool/global_pool.h"

#include "arena.h"
#include "checked.h"

/* Pools whose windows are whole planes: a plane is summed in PLANE_LANES partial sums,
   and the trees of as many planes as a vector has lanes are one. */

/* What the vectors of `planes` planes at a time do. */
static struct cost
call_cost(const struct global_pool *p, const struct schedule *schedule, int64_t planes)
{
	const struct window_plan *w = &schedule->plan->u.window;
	int64_t lanes = p->vector->lanes, left = planes, adds;
	struct cost cost = cost_of_terms(w, schedule->settings.numerics,
		(uint64_t)(planes * ceil_div(p->elements, lanes) * lanes));

	adds = planes * (PLANE_LANES / lanes - 1);
	for (int64_t size = lanes; size > 1; size /= 2) {
		left = ceil_div(left, 2);
		adds += left;
	}
	cost.adds += (uint64_t)(adds * lanes);
	cost.reads = (uint64_t)(planes * p->elements);
	cost.writes = (uint64_t)planes;
	if (w->reduction == REDUCE_LP)
		cost.roots = w->p > 1 ? (uint64_t)lanes : 0;
	else if (is_power_of_two(p->divisor))
		cost.multiplies += (uint64_t)lanes;
	else
		cost.divisions += (uint64_t)lanes;
	return cost;
}

static struct cost
planes_cost(const struct global_pool *p, const struct schedule *schedule)
{
	int64_t lanes = p->vector->lanes;
	struct cost cost = {0}, call = call_cost(p, schedule, lanes);

	cost_add(&cost, &call, (uint64_t)(p->planes / lanes));
	if (p->planes % lanes) {
		call = call_cost(p, schedule, p->planes % lanes);
		cost_add(&cost, &call, 1);
	}
	return cost;
}

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
	schedule->cost = planes_cost(p, schedule);
	return true;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	double elements = 1;

	(void)target;
	if (w->reduction == REDUCE_CONV)
		return "it is for pools";
	if (w->reduction == REDUCE_LP && !w->p)
		return "p is no integer";
	for (int i = 0; i < w->naxis; i++) {
		if (w->axis[i].out != 1 || w->axis[i].span[0].ntap != w->axis[i].in)
			return "it needs one window for each plane, of all its elements";
		elements *= (double)w->axis[i].in;
	}
	return elements < PLANE_LANES ? "it needs planes of 16 elements or more" : NULL;
}

static double
estimate_planes(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	double elements = 1;

	(void)target;
	for (int i = 0; i < w->naxis; i++)
		elements *= (double)w->axis[i].in;
	return elements / PLANE_LANES;
}

const struct kernel kernel_global_pool = {
	.name = "global-pool",
	.kind = PLAN_WINDOW,
	.loops = true,
	.vectors = true,
	.summary = "whole planes in partial sums, as many planes at a time as a vector "
		   "has lanes",
	.obstacle = obstacle,
	.estimate = estimate_planes,
	.plan = plan_planes,
	.lower = global_pool_lower,
};
