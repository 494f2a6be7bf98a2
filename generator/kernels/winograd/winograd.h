#ifndef OPGEN_KERNELS_WINOGRAD_WINOGRAD_H
#define OPGEN_KERNELS_WINOGRAD_WINOGRAD_H

#include "kernels/common/micro_kernel.h"

/* Shared by the files of kernel_winograd. A tile has outputs x outputs outputs, computed
   from points x points sums of products; points is outputs + 2. */

enum {
	MOST_POINTS = 4 + 2, /* points of a tile along an axis */
	MOST_POSITIONS = 64, /* the most tiles whose products are summed at a time */
	MOST_SEGMENTS = 5,   /* the most segments of a row that a vector of tiles reads */
	SCRATCH_BYTES = 704 << 10 /* on the stack. The limit is that of stacks, so it is
				     the same for all processors */
};

/* The inputs that a stretch of tiles reads along an axis: `before` places of padding,
   then `n` inputs from `at` on, then padding. Or those that a vector holds of a row; `at`
   is then counted from the first input that the stretch reads. */
struct reach {
	int64_t before, at, n;
};

/* `count` vectors of neighbouring tiles, from tile `first` of a stretch on, and the
   segments of a row that the first one reads. If there are several, none of them reads
   padding. */
struct tile_vectors {
	int64_t first, count;
	struct reach segment[MOST_SEGMENTS];
};

/* Blocks along an axis that are alike: `count` successive stretches of `tiles` tiles
   each, from tile `first` on, with the same padding; `reach` is that of the first. Along
   the second axis, tiles are transformed in vectors, the last of which may overlap the
   one before. */
struct tile_range {
	int64_t first, tiles, count;
	struct reach reach;
	struct tile_vectors *vectors;
	size_t nvectors;
};

/* Prefetch of the next block row's inputs: `block` contiguous inputs of each channel per
   block; those of `channels` channels with each point of a tile of output channels,
   shared by `sums` sums of products, each of which prefetches `step` inputs with each
   input channel. All 0: none. */
struct row_prefetch {
	int64_t block, channels, sums, step;
};

/* The plan. */
struct winograd {
	const struct tile_plan *plan;
	int64_t outputs, points, kernels; /* kernels: points * points */
	int segments;                     /* of a row that a vector of tiles reads */
	struct tile_range *range[2];      /* of rows, of columns */
	size_t nrange[2];
	int64_t zeros; /* length of a row of zeros for rows in the padding; 0: no tile
			  reads one */
	int64_t part;  /* tiles of a block's row whose products are kept at a time: all of
			  them, or fewer in blocks of one row */
	int64_t input_step;   /* from one point to the next in the transformed inputs */
	int64_t product_step; /* the same in the products */
	int64_t prefetch;     /* prefetch distance, in weights; 0: no prefetch */
	struct row_prefetch row_prefetch;
	int64_t positions; /* tiles whose products are kept in registers at a time */
	/* The transformed weights, [group][oc_block][tile of output
	   channels][point][input channel][lane]. The operand's shape is that of the
	   given weights. */
	struct operand weights;
	struct transformed transformed; /* what they are exactly */
	int64_t inputs, products, rows; /* elements of the scratch */
	struct stores stores;
};

/* The number of outputs of some tiles along an axis, without those beyond its end. */
int64_t winograd_outputs(
	const struct winograd *winograd, int axis, int64_t tile, int64_t tiles);

/* How many of a block's tiles, from `at` on, have their products summed at a time. */
int64_t winograd_positions(const struct winograd *winograd, int64_t tiles, int64_t at);

/* blocks.c, like the functions above: divides the plane into blocks, sizes the scratch
   arrays, and finds what the blocks prefetch. */
void winograd_cut_plane(struct winograd *winograd, struct arena *arena);

/* transform.c: the transformed weights of `given`; the bound of the error, relative to
   the largest |x| times the sum of |w|. */
void winograd_transform(
	struct winograd *winograd, const struct operand *given, struct arena *arena);
double winograd_bound(const struct winograd *winograd);

/* The state of lowering: the functions built, and the variables of the current one. */
struct winograd_code {
	struct kernel_code k;
	const struct winograd *g;

	const struct function *point, *along, *across, *output;
	const struct function *behind[CODE_LANES]; /* put zeros in front of a vector; by
						      the number of zeros */
	const struct function **inputs; /* transform a row; by the column of the block */
	const struct function *product[MAX_OC_BLOCK][MOST_POSITIONS + 1];
	const struct function *tiles[MAX_OC_BLOCK];
	const struct variable *padding; /* zeros for rows in the padding, or NULL */

	const struct variable *points, *products, *rows, *below;
	const struct variable *b, *c, *point_number; /* b: NULL if there is one tile */
	const struct variable *outer, *inner; /* counters of the loops around calls: over
						 images and groups, or rows and columns of
						 blocks; NULL: there is one pass */
};

/* What a function computes: blocks that are alike; of the rows of a block, tiles `first`
   to first + tiles - 1, whose products are kept at a time; an oc_block. */
struct block {
	const struct winograd_code *w;
	size_t row, column; /* of ranges */
	const struct tile_range *rows, *columns;
	int64_t first, tiles;
	size_t oc_block;
};

/* lower_transforms.c: the function that transforms along one axis, from inputs to points
   or from points to outputs; a call of one, with vectors x0, x1, … and a destination, or
   with vectors in memory that are so many elements apart. */
const struct function *winograd_lower_transform(
	const struct winograd_code *w, bool outputs);
void winograd_call_transform(const struct winograd_code *w, const struct function *f,
	const struct value *const *x, struct address to);
void winograd_transform_array(const struct winograd_code *w, const struct function *f,
	struct address from, int64_t step, struct address to);

/* lower_inputs.c: the functions that transform vectors of inputs, and those that load and
   transform a row; the calls for a block, channel by channel. */
void winograd_lower_inputs(struct winograd_code *w);
void winograd_add_inputs(const struct block *b);

/* lower_products.c: the functions that sum products of an oc_block, for each number of
   tiles that occurs; their calls. */
void winograd_lower_products(struct winograd_code *w, size_t oc_block);
void winograd_add_products(const struct block *b);

/* The functions that transform sums to outputs, and those that store them, which are
   added to l; their calls. */
void winograd_lower_outputs(struct winograd_code *w, struct lowering *l);
void winograd_add_outputs(const struct block *b);

/* lower.c */
void winograd_lower(const struct schedule *schedule, struct code_builder *code);

#endif
