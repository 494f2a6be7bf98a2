#ifndef OPGEN_NETWORK_IN_PLACE_H
#define OPGEN_NETWORK_IN_PLACE_H

#include "network/network.h"

struct arena;
struct plan;

/* Lets steps write their results over operands that nothing reads afterwards, where each
   element of the result depends on the operand's element of the same number alone: sets
   plan.over, and leaves out steps that are apart. The tensors' lives are known. */
void network_in_place(struct network *network, struct arena *arena);

/* Whether a plan's result may be written over an operand that nothing reads afterwards:
   it has the same elements, each of which is read for the result's of the same number
   alone. Elements of another type would be other objects to a compiler, even if they have
   the same size: a load through a pointer to one type may be moved behind a store through
   a pointer to another one (C11, 6.5). */
bool network_may_be_over(const struct plan *plan, size_t operand);

/* Gives a step's result bytes of its own for good. */
void network_set_apart(struct network_step *step, struct arena *arena);

#endif
