#ifndef OPGEN_KERNELS_WINOGRAD_H
#define OPGEN_KERNELS_WINOGRAD_H

#include "kernels/tiles.h"
#include "kernels/vector.h"

/* The plan of kernel_winograd. A tile is outputs by outputs of them; it is computed from
   points by points sums of products, points being outputs + 2. */

/* Tiles along an axis that one block has: `count` times `tiles` of them, from `first` on,
   and each time the same of their inputs are padding. */
struct winograd_cut {
	int64_t first, tiles, count;
};

/* What a stretch of tiles reads along an axis: `n` inputs from `at` on, `before` places
   behind the stretch's beginning. */
struct winograd_reach {
	int64_t before, at, n;
};

struct winograd {
	int64_t outputs, points, kernels; /* kernels: points * points */
	struct winograd_cut *cut[2];      /* of rows, of columns */
	size_t ncut[2];
	struct winograd_reach *row; /* how tiles' rows reach, each way once */
	size_t nrow;
	int64_t most_tiles; /* of one block, and of a row of one */
	int64_t most_column;
	int64_t input_step;   /* from one point to the next in the transformed inputs */
	int64_t product_step; /* and in the products */
	int64_t line;         /* numbers of a row of inputs */
	int64_t positions;    /* tiles whose products are kept in registers at a time */
	/* Transformed, [group][class][tile of output channels][point][input
	   channel][lane]; the shape is that of the weights that were given. */
	struct operand weights;
	int64_t products_size, inputs_size, rows_size; /* elements of the scratch */
};

struct winograd_reach winograd_reach_of(const struct winograd *winograd,
	const struct axis *axis, int64_t tile, int64_t tiles);

/* The number of the row, among winograd->row, that a tile of the first axis is. */
size_t winograd_row(
	const struct winograd *winograd, const struct axis *axis, int64_t tile);

/* Outputs that tiles of an axis have, those beyond its end left out. */
int64_t winograd_outputs(const struct winograd *winograd, const struct axis *axis,
	int64_t tile, int64_t tiles);

/* Tiles of a block's `tiles` from `at` on whose products are summed at a time. */
int64_t winograd_positions(const struct winograd *winograd, int64_t tiles, int64_t at);

/* transform.c: how many transformed weights there are; those of `given`; the bound of the
   error, relative to the largest |x| times the sum of |w|. */
int64_t winograd_weights(const struct winograd *winograd, const struct tiles *tiles);
void winograd_transform(struct winograd *winograd, const struct tiles *tiles,
	const struct operand *given, struct arena *arena);
double winograd_bound(const struct winograd *winograd, const struct tiles *tiles);

#endif
