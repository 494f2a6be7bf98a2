#ifndef OPGEN_CODE_EXPECT_STEPS_H
#define OPGEN_CODE_EXPECT_STEPS_H

#include "plan/plan.h"
#include "plan/reduction.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;

/* Parts of expect_output(): all return digests. */

/* Element k of an operand. */
uint64_t expect_element(
	const struct plan *plan, const struct operand *operand, int64_t k);

/* The operations of an algebra on digests, whose context is a bool: whether
   multiply-adds are fused. */
union quantity expect_compute(
	const struct algebra *algebra, const struct computation *computation);

/* Element k of the output of pointwise steps. */
uint64_t expect_pointwise(
	const struct plan *plan, bool fused, int64_t k, struct arena *arena);

#endif
