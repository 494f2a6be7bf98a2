#ifndef OPGEN_NETWORK_COMMON_AXES_H
#define OPGEN_NETWORK_COMMON_AXES_H

#include "plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The axes that two pointwise plans of one output's shape have in common. */

enum {
	MOST_BOUNDARIES = 4 * MAX_RANK /* of the axes of two plans */
};

/* The boundaries of both plans' axes, ascending, without duplicates. False: they do not
   divide each other. */
bool axes_find_boundaries(const struct pointwise_plan *a, const struct pointwise_plan *b,
	int64_t *boundary, int *n);

/* The operands of a fused plan: their numbers in `from` and in `to`, or -1. */
struct origins {
	int from[MAX_OPERAND], to[MAX_OPERAND];
};

/* Sets the axes of a plan of both to those between the boundaries, merged where they are
   contiguous in all operands. */
void axes_set(struct pointwise_plan *p, const struct pointwise_plan *from,
	const struct pointwise_plan *to, const struct origins *origins, size_t noperand,
	const int64_t *boundary, int nboundary);

#endif
