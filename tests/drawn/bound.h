#ifndef OPGEN_DRAWN_BOUND_H
#define OPGEN_DRAWN_BOUND_H

#include "schedule/schedule.h"

struct arena;

/* How far results of a design that only numerics fast allows are off: NULL, or where that
   is further than the bound that the emitted file states. input: by the plan's operands,
   finite numbers. */
const char *bound_exceeded(const struct schedule *schedule, const void *const *input,
	const void *result, struct arena *arena);

#endif
