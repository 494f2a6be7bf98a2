#include "network/in_place.h"

#include "base/arena.h"
#include "plan/epilogue.h"

/* Whether a tensor is all of a place that steps make. */
static bool
is_whole(const struct network *network, size_t tensor)
{
	const struct network_tensor *place = network_place_of(network, tensor);

	return place->made && network->tensor[tensor].bytes == place->bytes;
}

/* Whether an operand is read for the output's element of the same number alone. */
static bool
is_read_in_time(const struct plan *plan, size_t operand)
{
	const struct epilogue *epilogue = plan->epilogue;

	if (plan->kind == PLAN_POINTWISE)
		return plan_is_by_element(plan, operand);
	for (size_t i = 1; epilogue && i < epilogue->noperand; i++) {
		const struct epilogue_operand *o = &epilogue->operand[i];

		if (o->kind == EPILOGUE_TENSOR && o->operand == operand)
			return o->repetition.every == 1 && !o->repetition.period;
	}
	return false;
}

bool
network_may_be_over(const struct plan *plan, size_t operand)
{
	const struct operand *o = &plan->operand[operand];

	return !o->constant && o->dtype == plan->dst.dtype &&
	       o->nelement == plan->dst.nelement && is_read_in_time(plan, operand);
}

/* Whether a step reads a place as one operand alone. */
static bool
reads_once(const struct network *network, const struct network_step *step, size_t operand)
{
	size_t place = network->tensor[step->input[operand]].place;

	for (size_t i = 0; i < step->plan->noperand; i++)
		if (i != operand && !step->plan->operand[i].constant &&
			network->tensor[step->input[i]].place == place)
			return false;
	return true;
}

/* Whether step i can write its result over an operand. */
static bool
fits(const struct network *network, size_t i, size_t operand)
{
	const struct network_step *step = &network->step[i];
	size_t from = step->input[operand], to = step->result[0];

	return network_may_be_over(step->plan, operand) && is_whole(network, from) &&
	       network_place_of(network, from)->home == HOME_WORKSPACE &&
	       network_place_of(network, from)->last == i &&
	       network->tensor[from].bytes == network->tensor[to].bytes &&
	       reads_once(network, step, operand);
}

/* Sets the operand over which a step writes its result; NULL: none. The plan of a
   schedule stays as it is. */
static void
set_over(struct network_step *step, const size_t *operand, struct arena *arena)
{
	if (!step->own || step->schedule)
		step->own = plan_duplicate(step->plan, arena);
	step->own->over = operand ? &step->own->operand[*operand] : NULL;
	step->plan = step->own;
}

void
network_in_place(struct network *network, struct arena *arena)
{
	for (size_t i = 0; i < network->nstep; i++) {
		struct network_step *step = &network->step[i];
		size_t k = 0;

		if (step->plan->over || step->apart || step->nresult > 1 ||
			!step->plan->dst.nelement || !is_whole(network, step->result[0]))
			continue;
		while (k < step->plan->noperand && !fits(network, i, k))
			k++;
		if (k < step->plan->noperand)
			set_over(step, &k, arena);
	}
}

void
network_set_apart(struct network_step *step, struct arena *arena)
{
	set_over(step, NULL, arena);
	step->schedule = NULL;
	step->apart = true;
}
