#ifndef OPGEN_NETWORK_TURN_H
#define OPGEN_NETWORK_TURN_H

#include "plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tensors with their channels last in memory, and plans that read or write them so. A
   tensor has the same elements, number and shape then, and their order is another one. */

struct arena;

/* A tensor as images of channels of positions. */
struct turn_form {
	int64_t image, channel, position;
};

/* Of a shape of at least three extents, [N, C, D1, ...]; others are one image of one
   channel. */
struct turn_form turn_form_of(const int64_t *shape, int rank);

/* Whether both orders of the elements are the same. */
bool turn_changes_nothing(const struct turn_form *form);

/* What decides the order in which a plan reads an operand. */
enum turn_side {
	TURN_NEITHER, /* it is that of the shape */
	TURN_SRC,     /* that in which it reads src */
	TURN_DST      /* that in which it writes its output */
};
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
