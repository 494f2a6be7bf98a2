#ifndef OPGEN_NETWORK_IN_PLACE_H
#define OPGEN_NETWORK_IN_PLACE_H

#include "network/network.h"

struct arena;

/* Lets steps write their results over operands that nothing reads afterwards, where each
   element of the result depends on the operand's element of the same number alone: sets
   plan.over, and leaves out steps that are apart. The tensors' lives are known. */
void network_in_place(struct network *network, struct arena *arena);

/* Gives a step's result bytes of its own for good. */
void network_set_apart(struct network_step *step, struct arena *arena);

#endif
