#ifndef OPGEN_TESTS_OPS_BLOCKS_H
#define OPGEN_TESTS_OPS_BLOCKS_H

#include "spec/spec.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;

/* The numbers of a random SpaceToBatch, which are those of its inverse too: the blocks
   divide the space with its margins, number 0 is the batch, and from dimension nblock + 1
   on there are neither blocks nor margins. */
struct blocks {
	int rank, nblock;
	int64_t space[MAX_RANK], block[MAX_RANK], before[MAX_RANK], behind[MAX_RANK];
	int64_t grid[MAX_RANK]; /* the other tensor's extents */
};

struct blocks blocks_draw(uint32_t *seed);

/* The operation as a spec of int64: OpenVINO's, or TensorFlow's with pairs. */
const char *blocks_spec(
	const struct blocks *blocks, bool to_space, bool pairs, struct arena *arena);

/* Where an element of the output comes from by the operation's document; -1: padding. */
int64_t blocks_to_batch_origin(const struct blocks *blocks, int64_t index);
/* The same of the inverse. */
int64_t blocks_to_space_origin(const struct blocks *blocks, int64_t index);

#endif
