#ifndef OPGEN_OPS_EXPANSION_MOVES_H
#define OPGEN_OPS_EXPANSION_MOVES_H

#include "ops/common/expansion.h"

#include <stddef.h>
#include <stdint.h>

/* Parts that move elements, under the name of what they make; and the places of elements.
 */

const struct edge *expansion_reshape(struct expansion *e, const char *name,
	const struct edge *x, const int64_t *shape, int rank);

/* Elements begin to before end of an axis; x itself, if those are all. */
const struct edge *expansion_cut(struct expansion *e, const char *name,
	const struct edge *x, int64_t axis, int64_t begin, int64_t end);

/* The constants 0 to n - 1 along the first of some axes, of which the others have one
   element. */
const struct edge *expansion_places(
	struct expansion *e, const char *name, int64_t n, int rank);

/* Axis i is axis order[i] of x. */
const struct edge *expansion_transpose(struct expansion *e, const char *name,
	const struct edge *x, const int64_t *order, int rank);

/* One or more tensors, one after the other along an axis; the array is used up. One alone
   is itself. */
const struct edge *expansion_join(struct expansion *e, const char *name,
	const struct edge **x, size_t n, int64_t axis);

#endif
