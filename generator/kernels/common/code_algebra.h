#ifndef OPGEN_KERNELS_COMMON_CODE_ALGEBRA_H
#define OPGEN_KERNELS_COMMON_CODE_ALGEBRA_H

#include "code/statements/build.h"
#include "plan/reduction.h"

#include <stdbool.h>

/* The context of the algebra whose quantities are values of statements. */
struct code_algebra {
	struct code_builder *code;
	bool fused;
	int lanes; /* lanes of the numbers of chains */
};
union quantity code_compute(
	const struct algebra *algebra, const struct computation *computation);

static inline union quantity
quantity_of(const struct value *value)
{
	return (union quantity){.value = value};
}

#endif
