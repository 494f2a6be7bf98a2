#ifndef OPGEN_NETWORK_STEPS_H
#define OPGEN_NETWORK_STEPS_H

#include "network/planning.h"

#include <stdbool.h>
#include <stddef.h>

/* Nodes as steps. Each is planned when the shapes of its inputs are known; it stays a
   step unless its results can be computed at once, or need no code. */

/* Makes a network of nodes that are not planned yet, of `spec` and `arena`. */
void steps_begin(struct planning *planning);

/* Plans a node, adds its steps, and sets the tensors that they make. Nodes before it have
   been tried. Reports what is wrong and returns false. */
bool steps_plan(struct planning *planning, size_t node);

/* Adds the steps of a plan: one, or several of a series. made: their node, origin,
   settings and name, and the tensors of the plan's operands and outputs; if the name is
   empty, parts are named after what they make alone. */
bool steps_add(
	struct planning *planning, const struct network_step *made, struct plan *plan);

/* Adds a tensor to the tables of tensors. Returns its number. */
size_t steps_add_tensor(struct planning *planning, const struct tensor *tensor);

/* When all nodes are planned: leaves of the steps those that need code. */
void steps_end(struct planning *planning);

#endif
