#ifndef OPGEN_KERNELS_SPARSE_SPARSE_H
#define OPGEN_KERNELS_SPARSE_SPARSE_H

#include "kernels/common/micro_kernel.h"

/* The plan of kernel_sparse: each output channel has a list of its nonzero weights, and
   of their inputs' offsets from the input of the first tap. Lanes are output
   positions. */

/* A function's outputs in the plane: `rows` rows of `vectors` vectors. The last vector of
   a row begins at `last` and may overlap the one before it. */
struct sparse_tile {
	int64_t rows, vectors, last;
};

/* A tile's calls: `count` calls, each `rows` rows below the one before. */
struct sparse_calls {
	size_t tile;
	int64_t row, column, count;
};

struct sparse {
	const struct tile_plan *plan;
	struct operand weights; /* the nonzero weights, by output channel */
	const int64_t *offset;  /* the offset of each weight's input */
	const int64_t *first;   /* each output channel's first weight, and the end */
	int64_t most;           /* the most weights of an output */
	/* The inputs of a group as the lists index them, padding included. */
	bool copies; /* they are copied to the stack */
	int64_t height, width, before_rows, before;
	int64_t lanes; /* lanes stored of each vector */
	struct sparse_tile *tile;
	size_t ntile;
	struct sparse_calls *calls;
	size_t ncalls;
};

/* lower.c */
void sparse_lower(const struct schedule *schedule, struct code_builder *code);

#endif
