#ifndef OPGEN_KERNELS_COMMON_CODE_ALGEBRA_H
#define OPGEN_KERNELS_COMMON_CODE_ALGEBRA_H

#include "code/build.h"
#include "plan/reduction.h"

#include <stdbool.h>

/* The algebra of statements' values; this is its context. */
struct code_algebra {
	struct code_builder *code;
	bool fused;
	bool named; /* a quantity was given a name */
	int lanes;  /* lanes of numbers, in chains */
};
union quantity code_compute(
	const struct algebra *algebra, const struct computation *computation);

#endif
