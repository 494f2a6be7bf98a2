#ifndef OPGEN_KERNELS_WINOGRAD_WINOGRAD_H
#define OPGEN_KERNELS_WINOGRAD_WINOGRAD_H

#include "kernels/common/micro_kernel.h"

/* What the files of kernel_winograd share. A tile is outputs by outputs of them; it is
   computed from points by points sums of products, points being outputs + 2. */

enum {
	MOST_POINTS = 4 + 2,      /* along an axis */
	MOST_POSITIONS = 64,      /* tiles whose products are summed at a time */
	MOST_SEGMENTS = 5,        /* that a vector of tiles reads of a row */
	SCRATCH_BYTES = 704 << 10 /* on the stack, which programs size and no processor
				     does */
};

/* Vectors of neighbouring tiles: `count` of them, from tile `first` of a stretch on;
   where they are several, none of them reads padding. */
struct tile_vectors {
	int64_t first, count;
};

/* Tiles along an axis that one block has: `count` times `tiles` of them, from `first` on,
   and each time the same of their inputs are padding. Along the second axis the tiles are
   transformed in vectors, the last of which may begin among those of the one before. */
struct tile_range {
	int64_t first, tiles, count;
	struct tile_vectors *vectors;
	size_t nvectors;
};

/* What a stretch of tiles reads along an axis: `n` inputs from `at` on, `before` places
   behind the stretch's beginning. */
struct reach {
	int64_t before, at, n;
};

/* A vector of inputs of a row: `before` zeros, then `n` inputs from `at` on, counted from
   where the stretch's row begins to be in the plane, then zeros. */
struct input_segment {
	int64_t before, at, n;
};

/* Prefetch of the inputs that the row of blocks below begins to read: each block `block`
   inputs of each channel, side by side; with each point of a tile of output channels
   those of `channels`, which `sums` sums of products share for each of them; each sum
   `step` of them with each input channel. All 0: none. */
struct row_prefetch {
	int64_t block, channels, sums, step;
};

/* The plan. */
struct winograd {
	const struct tile_plan *plan;
	int64_t outputs, points, kernels; /* kernels: points * points */
	struct tile_range *range[2];      /* of rows, of columns */
	size_t nrange[2];
	int64_t zeros;        /* numbers of a row of padding; 0: no tile reads one */
	int64_t part;         /* tiles of a row whose products are there at a time: all of
				 them, or fewer, in blocks of one row */
	int64_t input_step;   /* from one point to the next in the transformed inputs */
	int64_t product_step; /* and in the products */
	int64_t prefetch;     /* weights between one and that asked for; 0: none is */
	int64_t line;         /* weights of a line of a cache */
	struct row_prefetch row_prefetch;
	int64_t positions; /* tiles whose products are kept in registers at a time */
	/* Transformed, [group][oc_block][tile of output channels][point][input
	   channel][lane]; the shape is that of the weights that were given. */
	struct operand weights;
	int64_t products_size, inputs_size, rows_size; /* elements of the scratch */
	struct stores stores;
};

struct reach winograd_reach(const struct winograd *winograd, const struct axis *axis,
	int64_t tile, int64_t tiles);

/* The segments, as many as returned, that a vector of tiles reads of a row, the first of
   them being `tile` of the stretch that reaches so. */
size_t winograd_segments(const struct winograd *winograd, const struct reach *reach,
	int64_t tile, struct input_segment segment[MOST_SEGMENTS]);

/* Outputs that tiles of an axis have, those beyond its end left out. */
int64_t winograd_outputs(const struct winograd *winograd, const struct axis *axis,
	int64_t tile, int64_t tiles);

/* Tiles of a block's `tiles` from `at` on whose products are summed at a time. */
int64_t winograd_positions(const struct winograd *winograd, int64_t tiles, int64_t at);

/* blocks.c, as the above: cuts the plane, and sizes the scratch. */
void winograd_cut_plane(struct winograd *winograd, struct arena *arena);

/* prefetch.c: what the blocks of a cut plane ask for. */
struct row_prefetch winograd_row_prefetch(const struct winograd *winograd);

/* transform.c: how many transformed weights there are; those of `given`; the bound of the
   error, relative to the largest |x| times the sum of |w|. */
int64_t winograd_weights(const struct winograd *winograd);
void winograd_transform(
	struct winograd *winograd, const struct operand *given, struct arena *arena);
double winograd_bound(const struct winograd *winograd);

/* Lowering: the functions that are there, and the variables of the one at hand. */
struct winograd_code {
	struct kernel_code k;
	const struct winograd *g;

	const struct function *point, *along, *across, *output;
	const struct function *behind[CODE_LANES]; /* by the zeros in front */
	const struct function **inputs;            /* by columns of blocks */
	const struct function *product[MAX_OC_BLOCK][MOST_POSITIONS + 1];
	const struct function *tiles[MAX_OC_BLOCK];
	const struct variable *padding; /* a row of zeros, or NULL */

	const struct variable *points, *products, *rows, *below;
	const struct variable *b, *c, *point_number, *i, *j;
};

/* Blocks that are alike: a range of both axes. */
struct block {
	const struct winograd_code *w;
	size_t row, column;
	const struct tile_range *rows, *columns;
};

/* Tiles of every row of a block whose products are there at a time. */
struct part {
	int64_t first, tiles;
};

struct block winograd_block(const struct winograd_code *w, size_t row, size_t column);

/* The part behind another one, or the first behind nothing; false: there is none. */
bool winograd_next_part(const struct block *b, struct part *part);

/* lower_transforms.c: the functions that transform along one axis, from inputs to points
   and from points to outputs; a call of one, of vectors x0, x1, … and a place to write
   to.
 */
void winograd_lower_points(struct winograd_code *w);
void winograd_lower_output(struct winograd_code *w);
void winograd_call_transform(const struct winograd_code *w, const struct function *f,
	const struct value *const *x, struct address to);

/* lower_inputs.c: the functions that transform vectors of inputs, and those that fetch
   and transform a row's; the calls for a block's, channel by channel. */
void winograd_lower_inputs(struct winograd_code *w);
void winograd_add_inputs(const struct block *b);

/* lower_products.c: the functions that sum products of an oc_block, for every number of
   tiles that comes up; the calls for a part's. */
void winograd_lower_products(struct winograd_code *w, size_t oc_block);
void winograd_add_products(
	const struct block *b, const struct part *part, size_t oc_block);

/* lower_outputs.c: the functions that transform sums to outputs, and those that store
   them, which l gets; the calls for a part's. */
void winograd_lower_outputs(struct winograd_code *w, struct lowering *l);
void winograd_add_outputs(
	const struct block *b, const struct part *part, size_t oc_block);

/* lower.c */
void winograd_lower(const struct schedule *schedule, struct code_builder *code);

#endif
