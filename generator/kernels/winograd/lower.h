#ifndef OPGEN_KERNELS_WINOGRAD_LOWER_H
#define OPGEN_KERNELS_WINOGRAD_LOWER_H

#include "kernels/common/tile_code.h"
#include "kernels/winograd/winograd.h"

/* What the files that lower Winograd's algorithm share. */

enum {
	MOST_POINTS = 6,    /* along an axis */
	MOST_POSITIONS = 64 /* tiles whose products are summed at a time */
};

/* The functions that are there, and the variables of the one at hand. */
struct winograd_code {
	struct tile_code t;
	const struct winograd *g;

	const struct function *point, *along, *across, *output;
	const struct function *behind[CODE_LANES]; /* by the zeros in front */
	const struct function **inputs;            /* by columns of blocks */
	const struct function *product[MAX_CLASS][MOST_POSITIONS + 1];
	const struct function *tiles[MAX_CLASS];
	const struct variable *padding; /* a row of zeros, or NULL */

	const struct variable *points, *products, *rows, *below;
	const struct variable *b, *c, *k, *i, *j;
};

/* Blocks that are alike: cuts of both axes. */
struct block {
	const struct winograd_code *w;
	size_t row, column;
	const struct winograd_cut *rows, *columns;
};

/* Tiles of every row of a block whose products are there at a time. */
struct part {
	int64_t first, tiles;
};

const struct axis *winograd_axis(const struct winograd_code *w, int number);
struct block winograd_block(const struct winograd_code *w, size_t row, size_t column);
struct variable *winograd_pointer(
	struct code_builder *code, struct code_type type, const char *name, bool reads);

/* The part behind another one, or the first behind nothing; false: there is none. */
bool winograd_next_part(const struct block *b, struct part *part);

/* lower_inputs.c: the functions that transform vectors of inputs, and those that fetch
   and transform a row's; the calls for a block's, channel by channel. */
void winograd_lower_points(struct winograd_code *w);
void winograd_lower_inputs(struct winograd_code *w);
void winograd_add_inputs(const struct block *b);

/* lower_products.c: the functions that sum products of a class of output channels, for
   every number of tiles that comes up; the calls for a part's. */
void winograd_lower_products(struct winograd_code *w, size_t class);
void winograd_add_products(const struct block *b, const struct part *part, size_t class);

/* lower_outputs.c: the functions that transform sums to outputs, and those that store
   them, which l gets; the calls for a part's. */
void winograd_lower_outputs(struct winograd_code *w, struct lowering *l);
void winograd_add_outputs(const struct block *b, const struct part *part, size_t class);

/* lower.c */
void winograd_lower(const struct schedule *schedule, struct code_builder *code);

#endif
