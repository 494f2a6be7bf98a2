#include "network/layout_cost.h"

#include "base/arena.h"
#include "kernels/kernel.h"
#include "network/turn.h"
#include "plan/epilogue.h"
#include "plan/reduction.h"

/* Percent of its estimate that a step counts for, by the order in which it reads and that
   in which it writes. Measured beside the estimates, of 1x1 Convs of 16 to 960 channels
   at 112 to 7 positions squared, 3x3 ones, and depthwise ones of 3x3 and 5x5 (AMD EPYC,
   Zen 3): Convs that are fastest by output channels take 72 to 104 % in other orders;
   those that are fastest by output positions 82 to 119 %, and up to 150 % where they read
   channels last and write channels second; depthwise ones 53 to 139 % of what is
   estimated. */
static const int64_t by_channels[2][2] = {{100, 100}, {100, 100}};
static const int64_t by_positions[2][2] = {{100, 105}, {140, 105}};
static const int64_t others[2][2] = {{100, 125}, {125, 125}};

/* The same of a window alone that reads and writes channels second, whose rows have more
   than WIDE outputs: 7x7 and 5x5 Convs take 83 to 102 % of the estimate at 20 and 28
   squared, but 129 to 187 % at 10 and 7 squared, where movements pay. */
static const int64_t alone_and_wide = 85;

enum {
	WIDE = 16,
	MANY_CHANNELS = 32 /* of a Conv: they fill several vectors of every target */
};

/* Cycles that a movement must save beside its own, so that tensors of a few hundred
   elements stay as they are: estimates know nothing of calls and of loops that begin. */
static const int64_t CALL = 1000;

/* A cost that is drawn, mostly for another order. */
static int64_t
draw(const struct layout_costs *costs, size_t i, bool src_last, bool dst_last)
{
	uint64_t state = costs->drawn + 4 * i + 2 * src_last + dst_last;

	state = (state ^ state >> 31) * UINT64_C(0x9e3779b97f4a7c15);
	return (int64_t)(state >> 54) + (src_last || dst_last ? 0 : 512);
}

/* A window without its epilogue, which takes as long in every layout, and without what
   that reads. */
static const struct plan *
bare_plan(const struct plan *plan, struct arena *arena)
{
	struct plan *bare;

	if (!plan->epilogue)
		return plan;
	bare = plan_duplicate(plan, arena);
	operand_set_dtype(&bare->dst, epilogue_from(plan));
	bare->epilogue = NULL;
	bare->noperand = 1U + (plan->weights != NULL) + (plan->bias != NULL);
	return bare;
}

/* Whether the designs of a step take about as long in all orders, so that one estimate
   does for all: those of a Conv whose output channels fill several vectors differ by
   5 %. */
static bool
is_even(const struct plan *plan)
{
	const struct window_plan *w = &plan->u.window;

	return plan->kind == PLAN_WINDOW && w->reduction->weighted && w->group == 1 &&
	       w->oc >= MANY_CHANNELS && plan->sum == DTYPE_FLOAT32;
}

bool
layout_may_gain(const struct plan *plan)
{
	return plan->kind != PLAN_POINTWISE && !is_even(plan);
}

/* What a window that is even counts for. */
static int64_t
cost_of_even(struct layout_costs *costs, const struct network_step *step, bool src_last,
	bool dst_last)
{
	const struct step_time time = step_time(
		&costs->timer, bare_plan(step->plan, costs->timer.arena), step, NULL);
	bool channels = time.kernel == &kernel_direct_oc;

	if (time.cycles < 0)
		return LAYOUT_NEVER;
	return time.cycles * (channels ? by_channels : by_positions)[src_last][dst_last];
}

static int64_t
percent_of(const struct layout_costs *costs, const struct plan *plan, bool src_last,
	bool dst_last)
{
	const struct window_plan *w = &plan->u.window;

	if (costs->network->is_operation && !src_last && !dst_last &&
		plan->kind == PLAN_WINDOW && w->axis[w->naxis - 1].out > WIDE)
		return alone_and_wide;
	return others[src_last][dst_last];
}

/* Of windows that are not even, those that read and write differently take several times
   as long, and of designs for channels last none but the one that has them in lanes
   gains: nothing else is tried. */
int64_t
layout_cost(struct layout_costs *costs, size_t i, bool src_last, bool dst_last)
{
	const struct network_step *step = &costs->network->step[i];
	struct plan *plan = turn_plan(step->plan, src_last, dst_last, costs->timer.arena);
	bool window = step->plan->kind == PLAN_WINDOW;
	int64_t cycles;

	if (!plan)
		return LAYOUT_NEVER;
	if (costs->drawn)
		return draw(costs, i, src_last, dst_last);
	if (is_even(step->plan))
		return cost_of_even(costs, step, src_last, dst_last);
	if (src_last != dst_last)
		return LAYOUT_NEVER;
	cycles = step_time(&costs->timer, bare_plan(plan, costs->timer.arena), step,
		src_last && window ? &kernel_direct_c : NULL)
			 .cycles;
	return cycles < 0 ? LAYOUT_NEVER
			  : cycles * percent_of(costs, step->plan, src_last, dst_last);
}

int64_t
layout_cost_of_movement(struct layout_costs *costs, const struct network_step *step,
	const struct operand *tensor)
{
	int64_t cycles;

	if (costs->drawn)
		return 1;
	cycles = step_time(&costs->timer, turn_movement(tensor, true, costs->timer.arena),
		step, NULL)
			 .cycles;
	return cycles < 0 ? LAYOUT_NEVER : (cycles + CALL) * others[1][1];
}
