#ifndef OPGEN_KERNELS_PRODUCT_PRODUCT_H
#define OPGEN_KERNELS_PRODUCT_PRODUCT_H

#include "kernels/design.h"

#include <stdbool.h>
#include <stdint.h>

struct code_builder;

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

void product_lower(const struct schedule *schedule, struct code_builder *code);

#endif
