#ifndef OPGEN_NETWORK_STEPS_H
#define OPGEN_NETWORK_STEPS_H

#include "network/planning.h"

#include <stdbool.h>
#include <stddef.h>

/* Nodes as steps. Each is planned when the shapes of its inputs are known; it stays a
   step unless its results can be computed at once, or need no code. */

/* Makes a network of nodes that are not planned yet, of `spec` and `arena`. */
void steps_begin(struct planning *planning);

/* Plans a node, and sets the tensors that it makes. Those before it have been tried.
   Reports what is wrong and returns false. */
bool steps_plan(struct planning *planning, size_t node);

/* When all nodes are planned: leaves of the steps those that need code. */
void steps_end(struct planning *planning);

#endif
