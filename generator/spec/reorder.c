#include "spec/reorder.h"

#include "spec/spec.h"

void
nodes_reorder(struct node *node, size_t *order, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct node first = node[i];
		size_t to = i;

		/* Along the nodes that take each other's places. */
		while (order[to] != i) {
			size_t from = order[to];

			node[to] = node[from];
			order[to] = to;
			to = from;
		}
		node[to] = first;
		order[to] = to;
	}
}
