#ifndef OPGEN_OPS_BLOCKS_PLAN_H
#define OPGEN_OPS_BLOCKS_PLAN_H

#include "ops/common/blocks.h"

/* Completes a plan, once the blocks' `out` is known. */
bool blocks_plan(const struct blocks *blocks, struct plan *plan, struct source *source,
	struct arena *arena);

#endif
