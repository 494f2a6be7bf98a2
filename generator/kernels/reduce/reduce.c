#include "kernels/reduce/reduce.h"

#include "base/arena.h"
#include "kernels/common/tile_plan.h"
#include "kernels/kernel.h"

/* Reductions along axes: a loop nest over rows, with as many passes over each row as its
   result needs. */

static bool
plan_rows(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	struct reduce_rows *rows = arena_new(arena, struct reduce_rows);

	(void)max_output;
	rows->lanes = lanes_of_design(schedule, schedule->plan->src->dtype, arena);
	rows->columns = schedule->kernel == &kernel_reduce_columns;
	schedule->own = rows;
	return true;
}

static const char *
obstacle_to_columns(const struct plan *plan, const struct target *target)
{
	const struct reduce_plan *reduce = &plan->u.reduce;
	const struct reduce_axis *last =
		reduce->nkept ? &reduce->kept[reduce->nkept - 1] : NULL;
	size_t size = dtype_info[dtype_accumulator(plan->src->dtype)].size;

	if (!dtype_is_real(plan->src->dtype))
		return "it is for real numbers";
	if (reduce->kind == REDUCE_ARG_MAX)
		return "places of elements are found in plain C";
	if (reduce->kind == REDUCE_NORMALIZE)
		return "rows have factors of their own";
	if (!reduce->nkept || last->src != 1 || last->dst != 1 ||
		last->count * (int64_t)size < target->vector_bytes)
		return "it needs rows side by side, as many as a vector has lanes";
	return NULL;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	const struct reduce_plan *reduce = &plan->u.reduce;

	(void)target;
	if (!dtype_is_real(plan->src->dtype))
		return "it is for real numbers";
	if (reduce->kind == REDUCE_ARG_MAX)
		return "places of elements are found in plain C";
	if (reduce->kind == REDUCE_LOCAL)
		return "no element is made of a whole row";
	if (reduce->nrow != 1 || reduce->row[0].src != 1 || !reduce_is_plane(reduce))
		return "it needs rows of 16 elements or more, side by side";
	return NULL;
}

const struct kernel kernel_reduce = {
	.name = "reduce",
	.kind = PLAN_REDUCE,
	.summary = "row by row, long ones in 16 partial results",
	.plan = plan_rows,
	.lower = reduce_lower,
};

const struct kernel kernel_reduce_vector = {
	.name = "reduce-vector",
	.kind = PLAN_REDUCE,
	.vectors = true,
	.summary = "row by row, in vectors of 16 partial results",
	.obstacle = obstacle,
	.plan = plan_rows,
	.lower = reduce_lower,
};

const struct kernel kernel_reduce_columns = {
	.name = "reduce-columns",
	.kind = PLAN_REDUCE,
	.vectors = true,
	.summary = "as many rows at a time as a vector has lanes",
	.obstacle = obstacle_to_columns,
	.plan = plan_rows,
	.lower = reduce_lower,
};
