#ifndef OPGEN_KERNELS_WINOGRAD_H
#define OPGEN_KERNELS_WINOGRAD_H

#include "kernels/common/tiles.h"
#include "kernels/common/vector.h"

/* The plan of kernel_winograd. A tile is outputs by outputs of them; it is computed from
   points by points sums of products, points being outputs + 2. */

/* Vectors of neighbouring tiles: `count` of them, from tile `first` of a stretch on;
   where they are several, none of them reads padding. */
struct winograd_vectors {
	int64_t first, count;
};

/* Tiles along an axis that one block has: `count` times `tiles` of them, from `first` on,
   and each time the same of their inputs are padding. Along the second axis the tiles are
   transformed in vectors, the last of which may begin among those of the one before. */
struct winograd_cut {
	int64_t first, tiles, count;
	struct winograd_vectors *vectors;
	size_t nvectors;
};

/* What a stretch of tiles reads along an axis: `n` inputs from `at` on, `before` places
   behind the stretch's beginning. */
struct winograd_reach {
	int64_t before, at, n;
};

/* A vector of inputs of a row: `before` zeros, then `n` inputs from `at` on, counted from
   where the stretch's row begins to be in the plane, then zeros. */
struct winograd_piece {
	int64_t before, at, n;
};

/* What blocks ask for of the inputs that the row of blocks below begins to read: each
   block `block` inputs of each channel, side by side; with each point of a tile of output
   channels those of `channels`, which `sums` sums of products share for each of them;
   each sum `step` of them with each input channel. All 0: nothing is asked for. */
struct winograd_below {
	int64_t block, channels, sums, step;
};

enum {
	MOST_PIECES = 5,             /* that a vector of tiles reads of a row */
	WINOGRAD_SCRATCH = 704 << 10 /* bytes on the stack, at most */
};

struct winograd {
	int64_t outputs, points, kernels; /* kernels: points * points */
	struct winograd_cut *cut[2];      /* of rows, of columns */
	size_t ncut[2];
	int64_t zeros;        /* numbers of a row of padding; 0: no tile reads one */
	int64_t part;         /* tiles of a row whose products are there at a time: all of
				 them, or fewer, in blocks of one row */
	int64_t input_step;   /* from one point to the next in the transformed inputs */
	int64_t product_step; /* and in the products */
	int64_t ahead;        /* weights between one and that asked for; 0: none is */
	int64_t line;         /* weights of a line of a cache */
	struct winograd_below below;
	int64_t positions; /* tiles whose products are kept in registers at a time */
	/* Transformed, [group][class][tile of output channels][point][input
	   channel][lane]; the shape is that of the weights that were given. */
	struct operand weights;
	int64_t products_size, inputs_size, rows_size; /* elements of the scratch */
};

struct winograd_reach winograd_reach_of(const struct winograd *winograd,
	const struct axis *axis, int64_t tile, int64_t tiles);

/* The pieces, as many as returned, that a vector of tiles reads of a row, the first of
   them being `tile` of the stretch that reaches so. Each piece is `lanes` wide. */
size_t winograd_pieces(const struct winograd *winograd,
	const struct winograd_reach *reach, int64_t tile, int64_t lanes,
	struct winograd_piece piece[MOST_PIECES]);

/* Outputs that tiles of an axis have, those beyond its end left out. */
int64_t winograd_outputs(const struct winograd *winograd, const struct axis *axis,
	int64_t tile, int64_t tiles);

/* Tiles of a block's `tiles` from `at` on whose products are summed at a time. */
int64_t winograd_positions(const struct winograd *winograd, int64_t tiles, int64_t at);

/* winograd_blocks.c, as the above: cuts the plane, and sizes the scratch. */
void winograd_cut_plane(
	struct winograd *winograd, const struct tiles *tiles, struct arena *arena);

/* winograd_below.c: what the blocks of a cut plane ask for. */
struct winograd_below winograd_below_of(
	const struct winograd *winograd, const struct tiles *tiles);

/* transform.c: how many transformed weights there are; those of `given`; the bound of the
   error, relative to the largest |x| times the sum of |w|. */
int64_t winograd_weights(const struct winograd *winograd, const struct tiles *tiles);
void winograd_transform(struct winograd *winograd, const struct tiles *tiles,
	const struct operand *given, struct arena *arena);
double winograd_bound(const struct winograd *winograd, const struct tiles *tiles);

#endif
