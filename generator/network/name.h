#ifndef OPGEN_NETWORK_NAME_H
#define OPGEN_NETWORK_NAME_H

#include "network/network.h"

/* Names in C for the steps and tensors of a graph, whose own names are any text. */

struct arena;

/* Names each step after its node, or after the first tensor that it makes, by the last
   parts that tell it apart; `tensor` is the spec's table. No two steps get the same
   name. */
void network_name_steps(
	struct network *network, const struct tensor *tensor, struct arena *arena);

/* Names those operands of merged steps after their places whose names another operand
   has: parts that are read from two Gathers are `data` both, and a Pow's exponent is
   called Y, as the output of most steps after it. */
void network_name_operands(struct plan *plan, struct arena *arena);

/* Names the tensors, which become arguments and variables of one function (variables by
   their last parts), beside its argument "workspace" and, if it takes them, "constants";
   sets the titles that comments show, and the bytes. */
void network_name_tensors(struct network *network, const struct tensor *tensor,
	bool takes_constants, struct arena *arena);

#endif
