#ifndef OPGEN_OPS_BATCH_NORMALIZATION_H
#define OPGEN_OPS_BATCH_NORMALIZATION_H

#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;
struct source;

/* Makes the plan of a BatchNormalization (inference) whose channels are an axis of X. */
bool plan_normalization(const struct operation *operation, int axis, struct plan *plan,
	struct source *source, struct arena *arena);

#endif
