#ifndef OPGEN_KERNELS_DIRECT_OC_DIRECT_OC_H
#define OPGEN_KERNELS_DIRECT_OC_DIRECT_OC_H

#include "kernels/common/micro_kernel.h"

/* Shared by the files of kernel_direct_oc. */

/* A tap adds one number of the input to each position's sum. */
struct tap_use {
	int64_t src; /* the input's offset */
	size_t position;
};
struct tap {
	int64_t tap; /* the tap's number */
	const struct tap_use *use;
	size_t nuse;
};

/* Positions of a tile that are contiguous in dst. */
struct run {
	size_t first, count; /* positions; count is at most the lanes of a vector */
	int64_t dst;
};

/* The design's part of a micro-kernel. */
struct oc_kernel {
	int vectors; /* of output channels */
	const struct tap *tap;
	size_t ntap;
	const struct run *run;
	size_t nrun;
};

/* The rest of the plan. */
struct direct_oc {
	int64_t sums, single_sums; /* the most sums of a micro-kernel of several vectors;
				      of one */
	int64_t prefetch;          /* prefetch distance, in weights; 0: no prefetch */
	bool ic_outer; /* the loop over blocks of input channels is outermost, with the
			  sums of a plane in memory */
	struct stores stores;
};

/* Whether the channels of an output are neighbours, so that vectors of sums are stored as
   they are. */
static inline bool
direct_oc_stores_vectors(const struct tile_plan *plan)
{
	return plan->window.dst_layout == WINDOW_NHWC;
}

/* deferred.c: finds which micro-kernels defer their stores: when the order of loops is
   known. What such a micro-kernel stores of what the call before has left, after `done`
   of the `of` steps of an input channel; all outputs of a tile, from an array of sums to
   a place in dst; whether that takes a loop over k->part. */
void direct_oc_find_deferred(struct tile_plan *plan);
void direct_oc_store_share(struct kernel_code *k, size_t done, size_t of);
void direct_oc_store_all(struct kernel_code *k, struct address from, struct address to);
bool direct_oc_has_part_loop(const struct kernel_code *k);

/* lower.c: whether the loop over blocks of input channels is outermost; the stores of
   a plane's sums; the calls for a plane. */
bool direct_oc_is_ic_outer(const struct schedule *schedule, const struct tile_plan *plan);
void direct_oc_add_plane_stores(
	const struct tile_plan *plan, struct stores *stores, struct arena *arena);
void direct_oc_lower_plane(struct plane_code *n);
/* The function of a micro-kernel. */
void direct_oc_lower_kernel(struct kernel_code *k);

#endif
