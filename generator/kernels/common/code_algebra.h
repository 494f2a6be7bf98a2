#ifndef OPGEN_KERNELS_COMMON_CODE_ALGEBRA_H
#define OPGEN_KERNELS_COMMON_CODE_ALGEBRA_H

#include "code/build.h"
#include "plan/reduction.h"

#include <stdbool.h>

/* An algebra's operations as values of statements; the context is this. */
struct code_algebra {
	struct code_builder *code;
	bool fused;
	bool named; /* a quantity has got a name */
	int lanes;  /* of numbers, in chains */
};
union quantity code_compute(
	const struct algebra *algebra, const struct computation *computation);

#endif
