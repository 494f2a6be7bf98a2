#ifndef OPGEN_OPS_SHAPE_BLOCKED_H
#define OPGEN_OPS_SHAPE_BLOCKED_H

#include "ops/shape/dims.h"
#include "ops/shape/misfit.h"

/* Turns blocks of size x size pixels, of the two axes from `row` on, into channels, or
   channels into such blocks. size is at least 1. Finds an axis that is not divisible. */
struct misfit shape_depth(
	struct dims *dims, size_t channel, size_t row, int64_t size, bool to_depth);

/* Pads an extent and cuts it into blocks (MISFIT_EXTENT: it is not divisible); joins it
   from blocks and crops it (MISFIT_EXTENT: it has less). */
enum misfit_kind shape_cut(int64_t *extent, int64_t block, int64_t before, int64_t after);
enum misfit_kind shape_join(
	int64_t *extent, int64_t block, int64_t before, int64_t after);

/* A batch with blocks moved into it; or out of it (MISFIT_EXTENT: not divisible). */
enum misfit_kind shape_batch(int64_t *batch, int64_t blocks, bool to_space);

#endif
