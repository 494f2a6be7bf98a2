#include "network/cancel.h"

#include "network/compose.h"
#include "network/join.h"
#include "network/node.h"

enum {
	MOST_PASSED = 24 /* movements that one reads past */
};

/* The part of a movement that makes an output, if one part makes all of it; or NULL. */
static const struct move_plan *
part_of(const struct network_step *step, size_t tensor)
{
	const struct plan *plan = step->plan;

	if (plan->u.move.npart != plan_noutput(plan))
		return NULL;
	for (size_t i = 0; i < plan->u.move.npart; i++) {
		const struct move_plan *part = &plan->u.move.part[i];

		if (step->result[plan_output_number(plan, part->dst)] == tensor &&
			!part->src->constant)
			return part;
	}
	return NULL;
}

/* Lets a movement read past the one that makes what it reads; false: there is none. */
static bool
pass(struct planning *p, struct network_step *step)
{
	const struct plan *plan = step->plan;
	size_t made = step->input[plan->u.move.part->src - plan->operand], maker;
	struct network_step from;
	const struct move_plan *first;

	if (made == NO_TENSOR)
		return false;
	maker = p->maker[made];
	if (maker == NO_STEP || p->network->node[maker].kind != PLAN_MOVE)
		return false;
	from = (struct network_step){.plan = network_plan(p->network, maker, p->plans),
		.input = p->network->node[maker].input,
		.result = p->network->node[maker].result};
	first = part_of(&from, made);
	if (!first || !network_compose(step, &from, first, made, p->plans))
		return false;
	p->passed_by[maker] = step->number;
	return true;
}

bool
network_cancel(struct planning *p, struct network_step *step)
{
	struct network_step both = *step;
	const struct movement *movement = &step->plan->u.move;

	if (step->plan->kind != PLAN_MOVE || movement->npart != 1 ||
		plan_noutput(step->plan) != 1)
		return false;
	for (int i = 0; i < MOST_PASSED && pass(p, &both); i++) {
		if (!move_is_block(both.plan->u.move.part))
			continue;
		*step = both;
		return network_join(p->network, step, &step->why);
	}
	return false;
}

/* Whether a remaining step, or the caller, reads a place. */
static bool
is_wanted(const struct planning *p, size_t place)
{
	const struct network *network = p->network;

	for (size_t i = 0; i < network->graph->noutput; i++)
		if (network->tensor[network->graph->output[i]].place == place)
			return true;
	for (size_t i = 0; i < network->nnode; i++) {
		const struct network_step *step = &network->step[i];

		for (size_t k = 0; k < network_ninput(network, step); k++) {
			size_t tensor = network_input(network, step, k);

			if (tensor != NO_TENSOR && network->tensor[tensor].place == place)
				return true;
		}
	}
	return false;
}

static bool
makes_wanted(const struct planning *p, const struct network_step *step)
{
	for (size_t i = 0; i < step->nresult; i++)
		if (is_wanted(p, p->network->tensor[step->result[i]].place))
			return true;
	return false;
}

void
network_drop_passed(struct planning *p)
{
	struct network *network = p->network;

	for (size_t i = network->nnode; i-- > 0;) {
		struct network_step *step = &network->step[i];
		size_t by = p->passed_by[i];

		if (!step->plan || by == i || makes_wanted(p, step))
			continue;
		step->plan = NULL;
		if (network->fate[by] == FATE_STEP)
			network->into[i] = by;
		else
			network->fate[i] = FATE_NO_CODE;
	}
}
