#ifndef OPGEN_OPS_RESHAPE_H
#define OPGEN_OPS_RESHAPE_H

#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;
struct source;

/* The rest of the plan of an operation that is no code between others: the output has the
   source's elements, in their order, in another shape. */
bool plan_copy(struct plan *plan, const struct operation *operation, const int64_t *shape,
	int rank, struct source *source, struct arena *arena);

#endif
