#include "model/onnx/cycle.h"

#include <stdint.h>

#include "base/arena.h"
#include "model/model.h"

/* Which nodes wait for which. */
struct waiting {
	size_t *first; /* of each node: where the list of those that wait for it begins in
			  waiter */
	size_t *waiter;
	size_t *nwaited; /* inputs of a node that are still to be made */
};

/* The node that makes an input, or NO_NODE. */
static int64_t
maker_of(const struct model_node *node, size_t input, const struct value *value)
{
	return node->input[input] == NO_VALUE ? NO_NODE
					      : value[node->input[input]].producer;
}

static struct waiting
find_waiting(const struct model_node *node, size_t nnode, const struct value *value,
	struct arena *arena)
{
	struct waiting waiting = {.first = arena_array(arena, size_t, nnode + 2),
		.nwaited = arena_array(arena, size_t, nnode)};

	for (size_t i = 0; i < nnode; i++)
		for (size_t k = 0; k < node[i].ninput; k++)
			if (maker_of(&node[i], k, value) != NO_NODE) {
				waiting.first[maker_of(&node[i], k, value) + 2]++;
				waiting.nwaited[i]++;
			}
	for (size_t i = 1; i < nnode + 2; i++)
		waiting.first[i] += waiting.first[i - 1];
	waiting.waiter = arena_array(arena, size_t, waiting.first[nnode + 1]);
	/* Here first[i + 1] is where the next node that waits for i belongs. When all
	   are stored, it is where the list of i + 1 begins. */
	for (size_t i = 0; i < nnode; i++)
		for (size_t k = 0; k < node[i].ninput; k++)
			if (maker_of(&node[i], k, value) != NO_NODE)
				waiting.waiter[waiting.first[maker_of(
								     &node[i], k, value) +
							     1]++] = i;
	return waiting;
}

void
onnx_fault_cycles(struct model_node *node, size_t nnode, const struct value *value)
{
	struct arena own = {0};
	struct waiting waiting = find_waiting(node, nnode, value, &own);
	size_t *ready = arena_array(&own, size_t, nnode);
	size_t nready = 0;

	for (size_t i = 0; i < nnode; i++)
		if (waiting.nwaited[i] == 0)
			ready[nready++] = i;
	for (size_t i = 0; i < nready; i++)
		for (size_t k = waiting.first[ready[i]]; k < waiting.first[ready[i] + 1];
			k++)
			if (--waiting.nwaited[waiting.waiter[k]] == 0)
				ready[nready++] = waiting.waiter[k];
	for (size_t i = 0; i < nnode; i++)
		if (waiting.nwaited[i] > 0 && !node[i].fault)
			node[i].fault = "lies on a cycle of the graph, or after one";
	arena_free(&own);
}
