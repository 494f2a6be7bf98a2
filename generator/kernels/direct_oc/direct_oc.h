#ifndef OPGEN_KERNELS_DIRECT_OC_H
#define OPGEN_KERNELS_DIRECT_OC_H

#include "kernels/common/tiles.h"
#include "kernels/common/vector.h"

/* What the files of kernel_direct_oc share. */

/* Finds the functions and calls of a class; a function keeps at most so many vectors of
   sums. Returns how many patches there are; beyond the limit it plans none. */
uint64_t direct_oc_plan_class(struct tiles *tiles, struct channel_class *class,
	int64_t sums, uint64_t limit, struct arena *arena);

#endif
