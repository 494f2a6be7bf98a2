#ifndef OPGEN_KERNELS_GLOBAL_POOL_H
#define OPGEN_KERNELS_GLOBAL_POOL_H

#include "kernels/common/vector.h"
#include "schedule.h"

/* One output for every plane: a plane is summed in PLANE_LANES partial sums. */
struct global_pool {
	const struct vector_type *vector;
	int64_t planes, elements; /* how many, and of how many elements each */
	int64_t divisor;          /* AveragePool: taps counted */
};

struct code_builder;

/* lower.c */
void global_pool_lower(const struct schedule *schedule, struct code_builder *code);

#endif
