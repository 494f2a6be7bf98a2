#ifndef OPGEN_KERNELS_COMMON_OUTPUT_BLOCK_H
#define OPGEN_KERNELS_COMMON_OUTPUT_BLOCK_H

#include "kernels/common/tile_plan.h"

/* Cuts a plane of outputs into blocks that are computed alike. */

/* How an axis is cut. */
struct tiling {
	int64_t size;  /* the most outputs at a time */
	int64_t whole; /* 0: tiles are as even as possible; else each has `size` outputs,
			  and the last one, which overlaps the one before it, the least
			  sufficient multiple of `whole` */
	bool looped; /* the axis' taps are a loop: positions with other taps are separate
		      */
};

/* One tile of each axis. */
struct output_block {
	struct tile_plan *plan;
	const struct axis_tile *tile[MAX_AXIS];
	bool looped[MAX_AXIS];
	size_t positions; /* row-major */
	int64_t *src;     /* [tap][position]: offset of the input from base, or
			     NO_INPUT; straight taps only */
	size_t ninput;    /* those that are not NO_INPUT */
	int64_t *tap;     /* the number of each straight tap */
	size_t ntap;
	int64_t base; /* offset in the plane of the smallest input of the first call */
	int64_t low, high;   /* every call can safely read base + low..high-1 */
	struct arena *arena; /* for data that lives as long as the block */
};

#define NO_INPUT INT64_MIN

/* A position's coordinates in its block; its offset in dst from the block's first
   position; AveragePool's divisor, without looped axes. */
void block_coordinates(const struct output_block *block, size_t position, int64_t *at);
int64_t block_dst(const struct output_block *block, size_t position);
int64_t block_divisor(const struct output_block *block, size_t position);

/* Adds to an oc_block the nest that calls a micro-kernel for a block: `wanted`, with the
   block's role and looped axes, or an equal one. */
void block_call(const struct output_block *block, struct oc_block *to,
	struct micro_kernel *wanted, same_kernel *same, struct arena *arena);

/* Whether blocks of axes cut like this have few enough inputs to be written out. */
bool blocks_are_small(const struct tile_plan *plan, const struct tiling *how);

/* Cuts the two inner axes into tiles of at most so many positions: of a row, or of
   several rows if they are so short; other axes into single positions. Returns the
   positions of the largest tile. */
int64_t tile_rows(const struct window_plan *window, int64_t most, struct tiling *how);

/* Calls make() for every combination of the axes' tiles, and returns their number; calls
   nothing if that is above limit, and stops once make() returns false. A block lives
   until make() returns. */
uint64_t for_each_block(struct tile_plan *plan, const struct tiling *how, uint64_t limit,
	bool (*make)(struct output_block *block, void *context), void *context,
	struct arena *arena);

/* A term of a sum: the input that a position takes, and the number of the tap. */
struct tap_term {
	int64_t src, tap;
	size_t position;
};

/* The design's part of a micro-kernel whose lanes are output channels. */
struct channel_kernel {
	int vectors; /* of channels at a time */
	/* Tap by tap; or row by row of taps, and in a row by input: terms with the same
	   input follow each other. */
	const struct tap_term *term;
	size_t nterm, ntap;     /* terms, and taps that have any */
	const int64_t *dst;     /* of each position */
	const int64_t *divisor; /* likewise, of averages; 0: its window has no input */
};

/* The search for such micro-kernels. The taps of as many axes as is not too long are
   written out; those of the outer axes become loops first. */
struct tap_search {
	struct tile_plan *plan;
	struct code_room room; /* for all oc_blocks */
	bool by_input;         /* the terms of a row of taps are sorted by input */
	/* The code of stores, in multiply-adds: of a function, and of a vector. */
	uint64_t function_stores, vector_stores;
	/* Cuts the axes into tiles, once it is known which are looped, and sets how many
	   vectors of the oc_block's channels a tile has; `together` is as in struct
	   micro_kernel. */
	void (*find_tiling)(struct tap_search *search, struct tiling *how);
	int vectors;
	int64_t together;
	struct arena *arena;

	/* The search's own: multiply-adds written out, in all and in one function. */
	struct oc_block *block;
	uint64_t code, hottest;
	bool last; /* the plan is taken whatever its size: no further axis can be looped
		    */
};

/* Finds the micro-kernels and nests of all oc_blocks, and the estimate of the text's
   size; false: it is too large. */
bool tap_search_run(
	struct tap_search *search, struct schedule *schedule, uint64_t max_output);

#endif
