#ifndef OPGEN_KERNELS_SPARSE_SPARSE_H
#define OPGEN_KERNELS_SPARSE_SPARSE_H

#include "kernels/common/micro_kernel.h"

/* The plan of kernel_sparse: each output channel has a list of the weights that are not
   zero and of where their inputs lie, seen from the input of the first tap. Lanes are
   output positions. */

/* A function's outputs in the plane: `rows` rows of `vectors` vectors, side by side but
   for the last one, which begins at `last` and may overlap the one before it. */
struct sparse_tile {
	int64_t rows, vectors, last;
};

/* A tile's calls: `count` of them, from a position on, each `rows` rows below the one
   before. */
struct sparse_calls {
	size_t tile;
	int64_t row, column, count;
};

struct sparse {
	const struct tile_plan *plan;
	struct operand weights; /* those that are not zero, by output channel */
	const int64_t *offset;  /* of each one's input */
	const int64_t *first;   /* each output channel's first weight, and the end */
	int64_t most;           /* weights of an output */
	/* The inputs of a group as the lists see them, padding included. */
	bool copies; /* they are brought to an array on the stack */
	int64_t height, width, before_rows, before;
	int64_t lanes; /* stored of each vector */
	struct sparse_tile *tile;
	size_t ntile;
	struct sparse_calls *calls;
	size_t ncalls;
};

/* lower.c */
void sparse_lower(const struct schedule *schedule, struct code_builder *code);

#endif
