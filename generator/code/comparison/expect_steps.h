#ifndef OPGEN_CODE_EXPECT_STEPS_H
#define OPGEN_CODE_EXPECT_STEPS_H

#include "code/statements/digest.h"
#include "plan/define.h"
#include "plan/plan.h"
#include "plan/reduction.h"

#include <stdbool.h>
#include <stdint.h>

/* Parts of expect_output(): all return digests of an arithmetic. */
struct ingredients {
	const struct plan *plan;
	const struct arithmetic *arithmetic; /* of the digests */
	const struct operand *transformed;   /* constant, and compared by its places */
	bool fused;                          /* sums are kept by fused multiply-adds */
};

/* Element k of an operand. */
uint64_t expect_element(
	const struct ingredients *ingredients, const struct operand *operand, int64_t k);

/* The operations of an algebra on digests, whose context is a struct ingredients. */
union quantity expect_compute(
	const struct algebra *algebra, const struct computation *computation);

/* Element k of the output of pointwise steps, whose axes these are; `step` has room for
   what each of the steps gives. */
uint64_t expect_pointwise(const struct ingredients *ingredients,
	const struct algebra *algebra, int64_t k, const struct index_axes *axes,
	union quantity *step);

#endif
