#ifndef OPGEN_KERNELS_COLUMNS_H
#define OPGEN_KERNELS_COLUMNS_H

#include "kernels/vector.h"

/* A function of kernel_columns on its way. */
struct column_plan {
	int lanes;
	struct load *load;
	size_t nload;
	struct gather *gather;
	size_t ngather;
	struct arena *arena;
};

/* A vector whose lanes are the inputs at those offsets from the patch's base, NO_INPUT
   where none is wanted: returns its number. Loads stay where every call may read. */
size_t find_gather(
	struct column_plan *plan, const struct patch *patch, const int64_t *src);

#endif
