#include "network/states.h"

#include "base/arena.h"
#include "diag/choices.h"
#include "network/network.h"

const size_t *
states_steps(const struct network *network, struct arena *arena)
{
	size_t *step = arena_array(arena, size_t, network->nnode);

	for (size_t i = 0; i < network->nstep; i++)
		if (!step[network->step[i].number])
			step[network->step[i].number] = i + 1;
	return step;
}

/* The state of a node whose steps are these. */
static struct node_state
state_of_steps(const struct network *network, const struct choices *numbers,
	struct node_state state, struct arena *arena)
{
	if (!state.step)
		return (struct node_state){.word = "ready", .words = "ready"};
	if (numbers->nword > 1)
		state.words = arena_format(
			arena, "steps %s", choices_list(numbers, "and", arena));
	else
		state.words = arena_format(arena, "%sstep %zu, %s",
			*state.word == 'f' ? "fused into " : "", state.step,
			network->step[state.step - 1].name);
	return state;
}

/* The state of a node that became steps, or is in others'. */
static struct node_state
steps_state(const struct network *network, const size_t *step, size_t node,
	struct arena *arena)
{
	struct choices numbers = {.nword = 0};
	struct node_state state = {.word = "fused"};
	size_t last = 0;

	for (size_t i = network->first[node]; i < network->first[node + 1]; i++) {
		size_t into = i;

		while (network->into[into] != into)
			into = network->into[into];
		if (network->fate[i] != FATE_STEP || !step[into] || step[into] == last)
			continue;
		last = step[into];
		if (!state.step)
			state.step = last;
		if (network->step[last - 1].origin == node)
			state.word = "step";
		choices_add(&numbers, arena_format(arena, "%zu", last));
	}
	return state_of_steps(network, &numbers, state, arena);
}

/* What becomes of a node: a step, if any part of it does. */
static enum fate
fate_of(const struct network *network, size_t node)
{
	enum fate fate = FATE_REFUSED;

	for (size_t i = network->first[node]; i < network->first[node + 1]; i++)
		if (fate != FATE_STEP)
			fate = network->fate[i];
	return fate;
}

struct node_state
states_of(const struct network *network, size_t node, const size_t *step,
	struct arena *arena)
{
	static const struct node_state state[] = {
		[FATE_REFUSED] = {"ready", "after a node that stops the graph", 0, false},
		[FATE_STEP] = {"ready", "ready", 0, false},
		[FATE_FOLDED] = {"folded", "folded", 0, false},
		[FATE_NO_CODE] = {"no code", "no code", 0, false},
	};
	enum fate fate = fate_of(network, node);

	return step && fate == FATE_STEP ? steps_state(network, step, node, arena)
					 : state[fate];
}
