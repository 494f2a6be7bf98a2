#ifndef OPGEN_NETWORK_TURNING_H
#define OPGEN_NETWORK_TURNING_H

#include "plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What turning plans of any kind needs. */

struct arena;

/* A tensor as images of channels of positions. */
struct turn_form {
	int64_t image, channel, position;
};

/* Of a shape of at least three extents, [N, C, D1, ...]; others are one image of one
   channel. */
struct turn_form turn_form_of(const int64_t *shape, int rank);
struct turn_form turn_form_of_operand(const struct operand *operand);

/* Whether both orders of the elements are the same. */
bool turn_changes_nothing(const struct turn_form *form);

/* What decides the order in which a plan reads an operand. */
enum turn_side {
	TURN_NEITHER, /* it is that of the shape */
	TURN_SRC,     /* that in which it reads src */
	TURN_DST      /* that in which it writes its output */
};

/* What there is to know of a kind of plan that can be turned. */
struct turning {
	bool (*takes)(const struct plan *plan);
	enum turn_side (*side)(const struct plan *plan, size_t operand);
	bool (*turn)(
		struct plan *plan, bool src_last, bool dst_last, struct arena *arena);
};

/* The side where no operand but src has two orders. */
enum turn_side turning_src_alone(const struct plan *plan, size_t operand);

#endif
