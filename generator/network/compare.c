#include "network/compare.h"

#include "base/arena.h"
#include "code/comparison/compare.h"
#include "code/statements/build.h"
#include "code/statements/share.h"
#include "kernels/common/lowering.h"
#include "network/lower.h"
#include "schedule/kept.h"
#include "schedule/parts.h"

/* A function with the operands of a step, which calls the step's functions as the network
   does. It is none of the network's functions. */
static void
lower_around(const struct schedule *step, const struct share *share,
	const struct code_builder *steps, const struct function **function)
{
	struct code_builder code = *steps;
	const struct plan *plan = step->plan;
	struct lowering l = lowering_begin(step, &code);
	struct address operand[MAX_OPERAND] = {{0}};
	struct address *output =
		arena_array(code.arena, struct address, plan_noutput(plan));
	struct entry_operands o;

	code.nfunction = share_size(share);
	code_function(&code, LINKAGE_STATIC, step->stem, NULL);
	o = lowering_inputs(&l, ENTRY_WHOLE);
	lowering_outputs(&l, &o, false, true);
	for (size_t i = 0; i < plan->noperand; i++)
		if (plan_passes(plan, &plan->operand[i]))
			operand[i] = code_at(o.operand[i], 0);
	for (size_t i = 0; i < plan_noutput(plan); i++)
		output[i] = code_at(o.output[i], 0);
	for (size_t i = 0; i < (step->parts ? step->parts->n : 1); i++)
		part_call(step, i, function[i], operand, output, &code);
	code_end_function(&code);
}

/* Whether other steps share a function of a step. */
static bool
shares(const struct schedule *schedule, size_t step)
{
	size_t first, n = step_functions(schedule, step, &first);

	for (size_t i = first; i < first + n; i++)
		if (share_count(schedule_part(schedule)->shared.share, i) > 1)
			return true;
	return false;
}

static const char *
compare(const struct schedule *schedule, struct arena *arena)
{
	const struct share *share = schedule_part(schedule)->shared.share;
	struct arena lasting = {0}, own = {0}, body = {0};
	struct code_builder code = code_begin(&lasting, &body, NULL, "");
	const char *failure = NULL;

	code.sharing = sharing_begin(share, &lasting);
	for (size_t i = 0; i < schedule_network(schedule)->nstep && !failure; i++) {
		const struct schedule *step = step_schedule(schedule, i);
		const struct function **function;
		struct kept kept;

		/* What is not shared is not needed any more after the step. */
		code.arena = shares(schedule, i) ? &lasting : &own;
		kept_begin(&kept, step, &own);
		code.sink = &kept.sink;
		function = lower_step(schedule, i, &code);
		code.arena = &own;
		lower_around(step, share, &code, function);
		failure = kept_compare(step, &kept, COMPARE_WORK, &own);
		if (failure)
			failure = arena_format(arena, "%s", failure);
		arena_free(&own); /* the blocks that it took of the body, too */
	}
	arena_free(&body);
	arena_free(&own);
	arena_free(&lasting);
	return failure;
}

const char *
network_compare(const struct schedule *schedule, struct arena *arena)
{
	const char *failure = NULL;

	for (; schedule && !failure; schedule = schedule->next)
		failure = compare(schedule, arena);
	return failure;
}
