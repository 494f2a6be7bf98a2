#ifndef OPGEN_KERNELS_PRODUCT_TILE_H
#define OPGEN_KERNELS_PRODUCT_TILE_H

#include "kernels/common/lowering.h"
#include "kernels/product/product.h"

/* A product on its way to statements (lower.c), and the functions of its tiles (tile.c).
 */

enum {
	MOST_LOOPS = 3 * MAX_AXIS + 4
};

/* One tap of a tile, from where its operands begin. */
struct tile_tap {
	int64_t a, b;
};

/* The function of a tile: what tells it from others. */
struct tile_function {
	int64_t columns;
	const struct tile_tap *tap;
	size_t ntap;
	const struct function *function;
};

struct products {
	const struct lowering *l;
	struct code_builder *code;
	const struct product_tiles *t;
	const struct product_plan *p;
	struct code_type vector;
	/* From one step of depth to the next, and from one column to the next, of b as
	   tiles read it. */
	int64_t depth_b, column_b;
	int64_t scatter; /* from one column to the next in dst */
	struct tile_function *tile;
	size_t ntile;

	/* Of the piece at hand: a class of each axis, and its tile. */
	const struct product_class *class[MAX_AXIS];
	struct tile_tap *tap;
	size_t ntap;
	int64_t tap_a, tap_b; /* where its first taps are */
	struct entry_operands o;
	const struct variable *panel; /* of staged columns */
	/* Counters of the loops around tiles, outermost first; how many are open, and at
	   most. Where they are counted, there is no code yet. */
	struct variable *counter[MOST_LOOPS];
	int nopen, most_open;
	bool counting;
};

/* The function of the piece at hand for so many columns: one that is there, or a new one.
 */
const struct function *product_tile(struct products *all, int64_t columns);

#endif
