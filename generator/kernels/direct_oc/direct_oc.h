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

/* Whether the plan is to become one without loops. */
static inline bool
direct_oc_wants_no_loops(const struct schedule *schedule)
{
	return schedule->settings.unroll == UNROLL_FULL ||
	       schedule->settings.kernel == &kernel_unrolled_vector;
}

/* deferred.c: finds which micro-kernels defer their stores: when the order of loops is
   known. Positions of a tile, from one on, that are contiguous in dst and fit a vector.
   What such a micro-kernel stores of what the call before has left, after `done`
   of the `of` steps of an input channel; all outputs of a tile, from an array of sums to
   a place in dst; whether that takes a loop over k->part. */
void direct_oc_find_deferred(struct tile_plan *plan);
int64_t direct_oc_run(
	const struct tile_plan *plan, const struct micro_kernel *kernel, int64_t first);
void direct_oc_store_share(struct kernel_code *k, int64_t done, int64_t of);
void direct_oc_store_all(struct kernel_code *k, struct address from, struct address to);
bool direct_oc_has_part_loop(const struct kernel_code *k);

/* lower.c: whether the loop over blocks of input channels is outermost; the functions
   that store; the calls for a plane. */
bool direct_oc_is_ic_outer(const struct schedule *schedule, const struct tile_plan *plan);
void direct_oc_lower_stores(struct kernel_code *k, struct lowering *l);
void direct_oc_lower_plane(struct plane_code *n);
/* The function of a micro-kernel. */
void direct_oc_lower_kernel(struct kernel_code *k);

#endif
