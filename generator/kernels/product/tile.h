#ifndef OPGEN_KERNELS_PRODUCT_TILE_H
#define OPGEN_KERNELS_PRODUCT_TILE_H

#include "kernels/common/register_tile.h"

/* The plan of kernel_product and kernel_product_vector: a tile is some rows by some
   vectors of neighbouring columns, with its sums in registers. */
struct product_tiles {
	int lanes;       /* of a vector; 1: plain C */
	int64_t rows;    /* of a tile */
	int64_t columns; /* of a tile: whole vectors */
	/* b is a constant in panels of a tile's columns: [panel][depth][column]; the last
	   panel ends with the last column. */
	bool panels;
	/* The columns of b are not contiguous: a tile's are first copied to the stack,
	   [depth][column]. */
	bool staged;
	const struct product_plan *product;
};

/* A product being lowered (product.c), and the functions of its tiles (tile.c). */

enum {
	MOST_LOOPS = 3 * MAX_AXIS + 4
};

/* Outputs of one class along each axis: they read the same taps. */
struct product_piece {
	const struct product_class *class[MAX_AXIS];
	/* Its terms, as offsets in b and in a: those of all rows, tap by tap. */
	struct tap_term *term;
	size_t ntap, nterm;
	int64_t columns; /* of its tile */
	const struct function *function;
};

struct products {
	const struct lowering *l;
	struct code_builder *code;
	const struct product_tiles *t;
	const struct product_plan *p;
	struct code_type vector;
	/* Distances in b, as tiles read it: from one step of depth to the next, and from
	   one column to the next. */
	int64_t depth_b, column_b;
	int64_t scatter; /* from one column of a piece to the next in dst */
	struct product_piece *piece;
	size_t npiece, ntile; /* pieces; functions built for their tiles */

	struct entry_operands o;
	const struct variable *panel; /* of staged columns */
	/* Counters of the loops around tiles, outermost first. */
	const struct variable *counter[MOST_LOOPS];
};

/* The function of a piece's tile: that of a piece before it, or a new one. */
const struct function *product_tile(
	struct products *all, const struct product_piece *piece);

#endif
