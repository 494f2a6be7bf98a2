#include "network/operands.h"

#include <stdbool.h>

#include "base/arena.h"
#include "network/network.h"
#include "plan/chain.h"

/* The first operand of a step that is the same tensor as one of its operands. */
static size_t
first_of(const struct network_step *step, size_t operand)
{
	size_t n = 0;

	while (n < operand && (step->plan->operand[n].constant ||
				      step->plan->operand[operand].constant ||
				      step->input[n] != step->input[operand]))
		n++;
	return n;
}

static bool
reads_twice(const struct network_step *step)
{
	for (size_t i = 0; i < step->plan->noperand; i++)
		if (first_of(step, i) < i)
			return true;
	return false;
}

struct plan *
network_share_operands(struct network_step *step, struct arena *arena)
{
	const struct plan *from = step->plan;
	struct plan *plan;
	struct pointwise_plan *pointwise;
	struct pointwise_chain *chain;
	struct chain_value value[MAX_OPERAND];
	size_t *input;

	if (!reads_twice(step))
		return NULL;
	plan = plan_duplicate(from, arena);
	pointwise = &plan->u.pointwise;
	chain = arena_new(arena, struct pointwise_chain);
	input = arena_array(arena, size_t, from->noperand);
	plan->noperand = 0;
	for (size_t i = 0; i < from->noperand; i++) {
		size_t first = first_of(step, i), n = plan->noperand;

		if (first < i) {
			value[i] = value[first];
			continue;
		}
		value[i] = chain_operand(n);
		plan->operand[n] = from->operand[i];
		input[n] = step->input[i];
		/* Tensors of one shape are read in the same order. */
		for (int k = 0; k < pointwise->naxis; k++)
			pointwise->axis[k].inc[n] = from->u.pointwise.axis[k].inc[i];
		plan->noperand++;
	}
	chain_append(chain, from->u.pointwise.chain, value, arena);
	pointwise->chain = chain;
	step->plan = plan;
	step->input = input;
	return plan;
}
