#ifndef OPGEN_OPS_SHAPE_SUMMED_H
#define OPGEN_OPS_SHAPE_SUMMED_H

#include "ops/shape/dims.h"
#include "ops/shape/misfit.h"

/* Without the axes that are reduced; keep: these have extent 1. */
void shape_reduce(
	const struct dims *src, const bool *reduced, bool keep, struct dims *dst);

/* The products of matrices, the last two axes of a and b; the other axes, of stacks,
   broadcast. A vector is a row on the left and a column on the right; its axis drops out,
   and it is not transposed. Finds operands without axes, and axes along which stacks
   differ. */
struct misfit shape_product(const struct dims *a, const struct dims *b, bool trans_a,
	bool trans_b, struct dims *dst);

#endif
