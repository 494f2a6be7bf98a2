#ifndef OPGEN_KERNELS_COMMON_EPILOGUE_CODE_H
#define OPGEN_KERNELS_COMMON_EPILOGUE_CODE_H

#include "kernels/common/lowering.h"
#include "plan/epilogue.h"

/* A plan's epilogue as statements, for every design that lowers such plans. */

/* The destination of n outputs, inc elements apart. */
struct output_place {
	struct address at;
	int64_t n, inc;
};

/* An operand of steps, for so many elements at a place. */
const struct value *epilogue_operand(const struct lowering *l,
	const struct epilogue_operand *operand, int lanes,
	const struct output_place *place);

/* The result of steps on x: an element, or a vector whose first n lanes are those of the
   place. prefix: that of the names of values which need one; known: by the numbers of the
   chain's operands, those that are there already. */
const struct value *epilogue_steps(const struct lowering *l, const struct epilogue *steps,
	const char *prefix, const struct value *x, const struct value *const *known,
	struct output_place place);

/* Applies the plan's epilogue, if any, to a finished output before it is rounded to its
   type in memory: a scalar, or a vector whose first n lanes go to the place. */
const struct value *epilogue_lower(
	const struct lowering *l, const struct value *output, struct output_place place);

/* Stores such an output at its place. */
void epilogue_store(
	const struct lowering *l, const struct value *output, struct output_place place);

/* Prefetches what the epilogue reads beside the output at a place, where each output has
   an element of its own. */
void epilogue_prefetch(const struct lowering *l, struct address at);

/* Whether a vector can hold outputs at such a distance: what their steps read is
   contiguous, or the same for all. */
bool epilogue_takes_vectors(const struct lowering *l, int64_t inc);

#endif
