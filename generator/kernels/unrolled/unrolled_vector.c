#include "kernels/direct_oc/direct_oc.h"
#include "kernels/direct_ow/direct_ow.h"

#include "base/arena.h"
#include "plan/epilogue.h"

#include <math.h>

/* The functions of kernel_direct_oc or kernel_direct_ow without loops: input channels and
   calls are written out. */

enum {
	/* The most that a function may have if straight-line code is asked for: larger
	   ones take compilers long. */
	MOST_OPERATIONS = 9216,
	/* Bytes of code with loops that may be planned whatever the limit, so that there
	   is something to estimate. */
	PLANNED = 1 << 20
};

/* The size of what is written out, in vector operations, roughly. */
struct written {
	uint64_t hottest, operations; /* of one function, and of all */
	uint64_t calls;
};

/* Those of a function and an input channel, of direct-oc or direct-ow. */
static uint64_t
operations_of(const struct micro_kernel *kernel, bool oc)
{
	const struct channel_kernel *terms = kernel->own;
	const struct ow_kernel *own = kernel->own;
	uint64_t masked = 0;

	if (oc)
		return terms->nterm * (uint64_t)terms->vectors;
	for (size_t i = 0; i < own->nterm; i++)
		masked += own->term[i].lanes != ALL_LANES;
	return own->nload + own->npermute +
	       (uint64_t)kernel->channels * (own->nterm + masked);
}

/* The number of an oc_block's calls in a plane. */
static uint64_t
calls_of(const struct oc_block *block)
{
	uint64_t all = 0;

	for (size_t i = 0; i < block->nnest; i++) {
		uint64_t calls = 1;

		for (int k = 0; k < block->nest[i].nloop; k++)
			calls = count_mul(calls, (uint64_t)block->nest[i].loop[k].count);
		all = count_add(all, calls);
	}
	return all;
}

/* Counts what is written out, or says why it is not: loops over taps, weights that must
   be packed first, and code that takes compilers long. */
static const char *
count_written(struct written *n, const struct tile_plan *p, bool oc)
{
	uint64_t images = (uint64_t)(p->window.batch * p->window.group);
	uint64_t ic = (uint64_t)p->window.ic, operations;

	for (size_t b = 0; b < p->noc_block; b++) {
		const struct oc_block *block = &p->oc_block[b];

		for (size_t i = 0; i < block->nkernel; i++) {
			if (block->kernel[i]->loops)
				return "the kernel has too many taps to be written out";
			operations = count_mul(operations_of(block->kernel[i], oc), ic);
			n->operations = count_add(n->operations, operations);
			n->hottest = operations > n->hottest ? operations : n->hottest;
		}
		n->calls = count_add(n->calls, calls_of(block));
		n->calls = count_add(n->calls, count_mul(images, (uint64_t)block->count));
	}
	if (p->packs)
		return "weights that are packed at run time are not written out";
	return n->hottest > MOST_OPERATIONS
		       ? "a function of all input channels would be too long"
		       : NULL;
}

/* Whether the plan of a design with loops can be unrolled, and is short enough. */
static bool
unroll(struct schedule *schedule, bool oc, bool asked, uint64_t max_output,
	struct arena *arena)
{
	const struct tuning *limit = &schedule->target->processor->tuning;
	struct tile_plan *p = arena_new(arena, struct tile_plan);
	struct written n = {0};
	const char *obstacle;

	*p = *(const struct tile_plan *)schedule->own;
	tile_plan_unroll(p);
	schedule->estimate = 0;
	obstacle = count_written(&n, p, oc);
	if (obstacle) {
		schedule->why = obstacle;
		return false;
	}
	tile_plan_end(p, schedule, arena);
	return schedule_may_fit(schedule, count_add(n.operations, n.calls), max_output) &&
	       (asked || (n.operations <= limit->straight_operations &&
				 n.calls <= limit->straight_calls));
}

/* Plans a design's code with loops. Returns its time; HUGE_VAL: the design does not take
   the plan. */
static double
plan_design(struct schedule *schedule, const struct kernel *design, uint64_t max_output,
	struct arena *arena)
{
	return design->obstacle(schedule->plan, schedule->target) ||
			       !design->plan(schedule, max_output, arena)
		       ? HUGE_VAL
		       : schedule_time(schedule);
}

/* Whether `auto` could choose it, from a quick bound: the most terms of a vector
   operation. Planning the designs takes far longer. */
static bool
may_be_short(const struct schedule *schedule)
{
	const struct plan *plan = schedule->plan;
	size_t size = dtype_info[plan->sum].size;

	return terms_of_output(&plan->u.window) * (double)plan->dst.nelement <=
	       (double)schedule->target->processor->tuning.straight_operations *
		       schedule->target->vector_bytes / (double)size;
}

/* Plans the faster design, unrolled; if straight-line code is asked for and that one
   cannot be unrolled, the other. If both would be too large, the estimate is the lower
   one. */
static bool
plan_unrolled_vector(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct kernel *design[] = {&kernel_direct_oc, &kernel_direct_ow};
	struct schedule planned[] = {*schedule, *schedule};
	bool asked =
		schedule->settings.kernel || schedule->settings.unroll == UNROLL_FULL;
	uint64_t most = max_output > PLANNED ? max_output : PLANNED, least = 0;
	double time[2];
	int first;

	if (!asked && !may_be_short(schedule))
		return false;
	for (int i = 0; i < 2; i++)
		time[i] = plan_design(&planned[i], design[i], most, arena);
	first = time[1] < time[0];
	for (int i = 0; i < (asked ? 2 : 1); i++) {
		int d = first ^ i;

		if (time[d] == HUGE_VAL)
			break;
		*schedule = planned[d];
		if (unroll(schedule, d == 0, asked, max_output, arena))
			return true;
		if (schedule->estimate > max_output &&
			(!least || schedule->estimate < least))
			least = schedule->estimate;
	}
	schedule->estimate = least;
	return false;
}

static const char *
vector_obstacle(const struct plan *plan, const struct target *target)
{
	const char *channels = kernel_direct_oc.obstacle(plan, target);

	return channels ? kernel_direct_ow.obstacle(plan, target) : NULL;
}

const struct kernel kernel_unrolled_vector = {
	.name = "unrolled-vector",
	.kind = PLAN_WINDOW,
	.straight = true,
	.vectors = true,
	.summary = "straight-line code of vectors, every index a literal",
	.obstacle = vector_obstacle,
	.plan = plan_unrolled_vector,
	.lower = tile_plan_lower,
};
