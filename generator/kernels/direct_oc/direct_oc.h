#ifndef OPGEN_KERNELS_DIRECT_OC_DIRECT_OC_H
#define OPGEN_KERNELS_DIRECT_OC_DIRECT_OC_H

#include "kernels/common/micro_kernel.h"
#include "kernels/common/output_block.h"

/* Shared by the files of kernel_direct_oc. */

/* The rest of the plan. */
struct direct_oc {
	int64_t sums, single_sums; /* the most sums of a micro-kernel of several vectors;
				      of one */
	int64_t prefetch;          /* prefetch distance, in weights; 0: no prefetch */
};

/* Whether the channels of an output are neighbours, so that vectors of sums are stored as
   they are. */
static inline bool
direct_oc_stores_vectors(const struct tile_plan *plan)
{
	return plan->window.dst_layout == WINDOW_NHWC;
}

/* Positions of a tile, from one on, that are contiguous in dst and fit a vector. */
int64_t direct_oc_run(
	const struct tile_plan *plan, const struct micro_kernel *kernel, int64_t first);

extern const struct tile_design direct_oc_design;

#endif
