#ifndef OPGEN_NETWORK_NODE_H
#define OPGEN_NETWORK_NODE_H

#include <stddef.h>

struct arena;
struct network;
struct node;
struct plan;
struct spec;

/* Node i of a graph, as it is planned: with its element type, the names of its outputs,
   and no results but those that it has. */
struct node *network_complete(const struct spec *spec, size_t i, struct arena *arena);

/* The plan of a node that has been planned as one step, made again. */
struct plan *network_plan_again(
	const struct network *network, size_t node, struct arena *arena);

/* The plan of a step that has been planned, by its own number, before it was joined to
   others. */
const struct plan *network_plan(
	const struct network *network, size_t node, struct arena *arena);

#endif
