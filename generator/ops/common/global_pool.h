#ifndef OPGEN_OPS_GLOBAL_POOL_H
#define OPGEN_OPS_GLOBAL_POOL_H

#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;
struct source;

/* The rest of the plan of a pool whose one window is the whole plane; its reduction, and
   what that depends on, are set. */
bool plan_global_pool(struct plan *plan, const struct operation *operation,
	struct source *source, struct arena *arena);

#endif
