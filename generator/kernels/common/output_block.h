#ifndef OPGEN_KERNELS_COMMON_OUTPUT_BLOCK_H
#define OPGEN_KERNELS_COMMON_OUTPUT_BLOCK_H

#include "kernels/common/tile_plan.h"

/* How a plane of outputs is cut into blocks that are computed alike. */

/* How an axis is cut. */
struct tiling {
	int64_t size;  /* outputs at a time, at most */
	int64_t whole; /* always so many, and in the last tile, which overlaps the one
			  before it, the least multiple of `whole` that will do; 0: as
			  even as can be */
	bool looped; /* the axis' taps are a loop: positions with other taps are apart */
};

/* One tile of each axis. */
struct output_block {
	struct tile_plan *plan;
	const struct axis_tile *tile[MAX_AXIS];
	bool looped[MAX_AXIS];
	size_t positions; /* row-major */
	int64_t *src;     /* [tap][position]: offset of the input from base, or
			     NO_INPUT; straight taps only */
	size_t ninput;    /* of them: those that are not NO_INPUT */
	int64_t *tap;     /* the number of each straight tap */
	size_t ntap;
	int64_t base; /* offset in the plane of the smallest input of the first call */
	int64_t low, high;   /* every call may read base + low..high-1 */
	struct arena *arena; /* for what is needed while the block lives */
};

#define NO_INPUT INT64_MIN

/* A position's coordinates in its block; its offset in dst from the block's first one;
   AveragePool's divisor, without what looped axes count. */
void block_coordinates(const struct output_block *block, size_t position, int64_t *at);
int64_t block_dst(const struct output_block *block, size_t position);
int64_t block_divisor(const struct output_block *block, size_t position);

/* Adds the nest that calls a micro-kernel for a block to an oc_block: `wanted`, the role
   and the looped axes of which are the block's, or one that is the same. */
void block_call(const struct output_block *block, struct oc_block *to,
	struct micro_kernel *wanted, same_kernel *same, struct arena *arena);

/* Whether blocks of axes that are cut like this have so few inputs that writing them out
   can be thought of. */
bool blocks_are_small(const struct tile_plan *plan, const struct tiling *how);

/* Every combination of the axes' tiles, of which there are so many as is returned; none
   where they are more than limit, and no further ones once make returns false. A block
   lives until make returns. */
uint64_t for_each_block(struct tile_plan *plan, const struct tiling *how, uint64_t limit,
	bool (*make)(struct output_block *block, void *context), void *context,
	struct arena *arena);

#endif
