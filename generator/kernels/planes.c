#include "kernels/vector.h"

#include "arena.h"

/* Pools whose windows are whole planes: a plane is summed in PLANE_LANES partial sums,
   and the trees of as many planes as a vector has lanes are one. */

static bool
plan_planes(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct window_plan *w = &schedule->plan->u.window;
	struct planes *p = arena_new(arena, struct planes);
	struct window_sum sum = {.outputs = 1, .divisor = 1, .plane = true};

	(void)max_output;
	p->spelling = spelling_of(schedule->plan, schedule->settings.numerics);
	p->vector = vector_type_of(schedule->target, schedule->plan->dst.dtype, arena);
	p->planes = w->batch * w->group;
	p->elements = 1;
	for (int i = 0; i < w->naxis; i++) {
		p->elements *= w->axis[i].in;
		sum.divisor *= w->axis[i].span[0].divisor;
	}
	p->divisor = sum.divisor;
	sum.taps = (uint64_t)p->elements;
	schedule->u.planes = p;
	sum.outputs = (uint64_t)p->planes;
	schedule->cost = cost_of_windows(w, schedule->settings.numerics, &sum);
	schedule->cost.reads = count_mul(sum.taps, sum.outputs);
	return true;
}

static double
estimate_planes(const struct plan *plan, const struct target *target)
{
	const struct window_plan *w = &plan->u.window;
	double elements = 1;

	(void)target;
	if (w->reduction == REDUCE_CONV || (w->reduction == REDUCE_LP && !w->p))
		return -1;
	for (int i = 0; i < w->naxis; i++) {
		if (w->axis[i].out != 1 || w->axis[i].span[0].ntap != w->axis[i].in)
			return -1;
		elements *= (double)w->axis[i].in;
	}
	return elements >= PLANE_LANES ? elements / PLANE_LANES : -1;
}

const struct kernel kernel_planes = {
	.name = "planes",
	.kind = PLAN_WINDOW,
	.loops = true,
	.vectors = true,
	.summary = "whole planes in partial sums, as many planes at a time as a vector "
		   "has lanes",
	.estimate = estimate_planes,
	.plan = plan_planes,
};
