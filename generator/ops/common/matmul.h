#ifndef OPGEN_OPS_MATMUL_H
#define OPGEN_OPS_MATMUL_H

#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;
struct source;

/* Makes the plan of products of stacks of matrices, inputs 0 and 1, either of which may
   be transposed. */
bool plan_matrices(const struct operation *operation, bool trans_a, bool trans_b,
	struct plan *plan, struct source *source, struct arena *arena);

#endif
