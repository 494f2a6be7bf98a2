#ifndef OPGEN_DRAWN_BOUND_H
#define OPGEN_DRAWN_BOUND_H

#include "schedule/schedule.h"

struct arena;

/* Checks the error of a design that only numerics fast allows: NULL, or where it exceeds
   the bound that the emitted file states. input: by the plan's operands, finite
   numbers. */
const char *bound_exceeded(const struct schedule *schedule, const void *const *input,
	const void *result, struct arena *arena);

#endif
