#ifndef OPGEN_OPS_RESHAPE_H
#define OPGEN_OPS_RESHAPE_H

#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;
struct dims;
struct source;

/* Completes the plan of an operation whose output has the source's elements, in order, in
   another shape. In a network it needs no code. */
bool plan_copy(struct plan *plan, const struct operation *operation,
	const struct dims *dims, struct source *source, struct arena *arena);

#endif
