#ifndef OPGEN_KERNELS_DIRECT_C_DIRECT_C_H
#define OPGEN_KERNELS_DIRECT_C_DIRECT_C_H

#include "kernels/common/micro_kernel.h"

/* Shared by the files of kernel_direct_c. */

enum {
	MOST_VECTORS = 4, /* of channels, in a tile */
	/* Sums that a tile keeps in registers: enough that none waits for the one before
	   it, and few enough that the weights of a row of taps fit beside them. */
	SUMS_OF_16 = 8,
	SUMS_OF_32 = 14
};

/* An input that a position's sum takes, and the number of the tap that takes it. */
struct channel_term {
	int64_t src, tap;
	size_t position;
};

/* The design's part of a micro-kernel. */
struct channel_kernel {
	int vectors; /* of channels at a time */
	/* Row by row of taps, and in a row by input: terms with the same input follow
	   each other. */
	const struct channel_term *term;
	size_t nterm;
	const int64_t *dst, *divisor; /* of each position */
};

static inline const struct channel_kernel *
channel_kernel_of(const struct micro_kernel *kernel)
{
	return kernel->own;
}

/* The rest of the plan. */
struct direct_c {
	/* Positions are so far apart that they share sets of the nearest cache, and evict
	   each other. */
	bool crowded;
	/* So many channels of a plane are first copied together; 0: none are. */
	int64_t staged;
	int64_t inc; /* from one position to the next in src, which the plan's window has
			for the copy */
};

static inline const struct direct_c *
direct_c_of(const struct tile_plan *plan)
{
	return plan->own;
}

/* staged.c: decides that, before there are micro-kernels; the calls for a plane. */
void direct_c_stage(struct tile_plan *plan, struct direct_c *d);
void direct_c_lower_calls(struct plane_code *n);

/* micro_kernels.c: finds the micro-kernels and nests of an oc_block. Returns the number
   of output blocks; above the limit, plans none. */
uint64_t direct_c_plan_block(struct tile_plan *plan, struct oc_block *block,
	uint64_t limit, struct arena *arena);

/* lower.c: the function of a micro-kernel. */
void direct_c_lower_kernel(struct kernel_code *k);

/* plane.c: the same for windows that are whole planes and summed in partial sums. */
void direct_c_plan_plane(struct tile_plan *plan, struct arena *arena);
void direct_c_lower_plane_sums(struct kernel_code *k);

#endif
