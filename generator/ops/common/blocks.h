#ifndef OPGEN_OPS_BLOCKS_H
#define OPGEN_OPS_BLOCKS_H

#include "ops/op.h"
#include "ops/operation.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct source;

/* What SpaceToBatch and BatchToSpace have in common, in OpenVINO and in TensorFlow: the
   positions in a block of one tensor's space are entries of the other's batch. */

/* The inputs' numbers; with margins in pairs there is no BLOCKS_BEHIND. */
enum {
	BLOCKS_DATA,
	BLOCKS_SHAPE,
	BLOCKS_BEFORE,
	BLOCKS_BEHIND
};

/* An operation's numbers, one for each dimension of the input. Dimension 0 is the batch;
   it, and dimensions that block_shape does not cover, have blocks of 1 and no margins. */
struct blocks {
	const struct operation *operation;
	bool to_space; /* BatchToSpace: margins are cropped; else they are padded */
	int rank;
	int64_t in[MAX_RANK], out[MAX_RANK];
	int64_t block[MAX_RANK];
	int64_t before[MAX_RANK], behind[MAX_RANK]; /* margins */
};

/* Begins a plan and reads the operation's inputs: everything but `out`. OpenVINO has
   block_shape and two lists of margins, with an element for each dimension. TensorFlow
   has block_shape and pairs of margins, for as many dimensions after the batch as
   block_shape has elements. */
bool blocks_read(struct blocks *blocks, const struct operation *operation,
	struct plan *plan, struct source *source, struct arena *arena);
bool blocks_read_pairs(struct blocks *blocks, const struct operation *operation,
	struct plan *plan, struct source *source, struct arena *arena);

/* For messages: the name of the input with the end margins, and the places of a
   dimension's block and end margin. */
const char *blocks_behind_name(const struct blocks *blocks);
const struct place *blocks_where(const struct blocks *blocks, int dimension,
	const struct source *source, struct arena *arena);
const struct place *blocks_behind_where(const struct blocks *blocks, int dimension,
	const struct source *source, struct arena *arena);

/* The element types of OpenVINO's operations and of TensorFlow's. */
extern const struct dtype_rule blocks_openvino_dtypes[];
extern const struct dtype_rule blocks_tensorflow_dtypes[];

#endif
