#ifndef OPGEN_CODE_EXPECT_STEPS_H
#define OPGEN_CODE_EXPECT_STEPS_H

#include "plan/plan.h"
#include "plan/reduction.h"

#include <stdint.h>

/* What expect_output() is made of. */

struct expectation;

/* Element k of an operand. */
uint64_t expect_element(
	const struct expectation *expectation, const struct operand *operand, int64_t k);

/* An algebra's operations on digests; the context is an expectation. */
union quantity expect_compute(
	const struct algebra *algebra, const struct computation *computation);

/* Output k of pointwise steps. */
uint64_t expect_pointwise(const struct expectation *expectation, int64_t k);

#endif
