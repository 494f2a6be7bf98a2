#ifndef OPGEN_NETWORK_TURN_H
#define OPGEN_NETWORK_TURN_H

#include "network/turning.h"

/* Tensors with their channels last in memory, and plans that read or write them so. A
   tensor has the same elements, number and shape then, and their order is another one. */

/* What decides the order in which a plan reads an operand. */
enum turn_side turn_side_of(const struct plan *plan, size_t operand);

/* Whether a plan may be turned at all. */
bool turn_takes(const struct plan *plan);

/* A plan of the same sums whose src and dst have their channels last, or as they were.
   NULL: there is none. */
struct plan *turn_plan(
	const struct plan *plan, bool src_last, bool dst_last, struct arena *arena);

/* A plan that brings a tensor of a type and shape into the order with its channels last,
   or out of that. */
struct plan *turn_movement(const struct operand *tensor, bool last, struct arena *arena);

#endif
