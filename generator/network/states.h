#ifndef OPGEN_NETWORK_STATES_H
#define OPGEN_NETWORK_STATES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct network;

/* What becomes of a node of a graph. */
struct node_state {
	const char *word;  /* for programs: "step", "fused", "folded", "no code",
			      "refused"; "ready" if others stop the graph */
	const char *words; /* "step 2, conv1", "fused into step 2, conv1", "folded", "no
			      code"; or why it, or all of the graph, is refused */
	size_t step;       /* the number of that step, from 1; 0: none */
	bool refused;
};

/* The place of each step from 1, or of its first band, by its own number; 0: it is none
   any more. */
const size_t *states_steps(const struct network *network, struct arena *arena);

/* The state of a node that is not refused itself. step: as of states_steps(), if the
   graph is whole; else NULL. */
struct node_state states_of(const struct network *network, size_t node,
	const size_t *step, struct arena *arena);

#endif
