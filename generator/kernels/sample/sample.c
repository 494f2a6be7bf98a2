#include "kernels/sample/sample.h"

#include "base/arena.h"
#include "kernels/common/lowering.h"
#include "kernels/common/tile_plan.h"
#include "kernels/kernel.h"

/* Tensors resampled axis by axis: the result of one axis is in an array on the stack
   until the next one has been sampled. */

enum {
	STACK_LIMIT = 1024 * 1024, /* bytes of all arrays */
	PASS_BYTES = 2000,         /* approximate bytes of code */
	TABLE_BYTES = 14           /* bytes of a number in a table */
};

static bool
plan_rows(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct sample_plan *p = &schedule->plan->u.sample;
	struct sample_rows *rows = arena_new(arena, struct sample_rows);
	size_t size = dtype_info[p->sum].size;
	uint64_t stack = 0;

	(void)max_output;
	rows->lanes = lanes_of_design(schedule, p->sum, arena);
	schedule->own = rows;
	schedule->estimate = size_around(schedule);
	for (int i = 0; i < p->naxis; i++)
		if (p->axis[i].sampled)
			rows->last = i;
	for (int i = 0; i <= rows->last; i++) {
		const struct sample_axis *a = &p->axis[i];

		if (!a->sampled)
			continue;
		schedule->estimate +=
			PASS_BYTES + (uint64_t)(2 * a->ntap * a->out) * TABLE_BYTES;
		if (rows->lanes > 1 && i == rows->last && sample_src(p, i) == 1)
			stack = count_add(stack,
				count_mul((uint64_t)(a->ntap * a->out), (uint64_t)size));
		if (i < rows->last)
			stack = count_add(stack,
				count_mul((uint64_t)sample_src(p, i), (uint64_t)size));
	}
	if (stack <= STACK_LIMIT)
		return true;
	schedule->why = "what lies between two axes would not fit the stack";
	return false;
}

static const char *
obstacle(const struct plan *plan, const struct target *target)
{
	enum dtype sum = plan->u.sample.sum, dtype = plan->src->dtype;

	(void)target;
	if (dtype_accumulator(dtype) == sum)
		return NULL;
	return sum == DTYPE_FLOAT32 && vectors_convert(dtype)
		       ? NULL
		       : "there are no vectors that convert its types";
}

const struct kernel kernel_sample = {
	.name = "sample",
	.kind = PLAN_SAMPLE,
	.summary = "axis by axis, by tables of places and weights",
	.plan = plan_rows,
	.lower = sample_lower,
};

const struct kernel kernel_sample_vector = {
	.name = "sample-vector",
	.kind = PLAN_SAMPLE,
	.vectors = true,
	.summary =
		"axis by axis, in vectors along the axes inside of it, or of its outputs",
	.obstacle = obstacle,
	.plan = plan_rows,
	.lower = sample_lower,
};
