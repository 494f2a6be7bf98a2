#ifndef OPGEN_OPS_CAST_H
#define OPGEN_OPS_CAST_H

#include "base/dtype.h"
#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;
struct source;

/* Makes the plan of a conversion to a type; to the same one, of a copy. */
bool plan_cast_to(const struct operation *operation, enum dtype to, struct plan *plan,
	struct source *source, struct arena *arena);

#endif
