#ifndef OPGEN_KERNELS_COMMON_EPILOGUE_CODE_H
#define OPGEN_KERNELS_COMMON_EPILOGUE_CODE_H

#include "kernels/common/lowering.h"

/* A plan's epilogue as statements, for every design that lowers such plans. */

/* Where outputs go: n of them, inc elements from one to the next. */
struct output_place {
	struct address at;
	int64_t n, inc;
};

/* What an output that is finished becomes by the pointwise steps behind it, if there are
   any, before it is rounded to its type in memory: a scalar, or a vector whose first n
   lanes go to that place. */
const struct value *epilogue_lower(
	const struct lowering *l, const struct value *output, struct output_place place);

/* Whether a vector can be of outputs that are so far from each other: what their steps
   read lies side by side, or is the same. */
bool epilogue_takes_vectors(const struct lowering *l, int64_t inc);

#endif
