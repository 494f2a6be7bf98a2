#ifndef OPGEN_NETWORK_REPETITION_H
#define OPGEN_NETWORK_REPETITION_H

#include "plan/epilogue.h"
#include "plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How an operand of a pointwise step is read beside the outputs of the window or product
   in front of it: the same element for several of them. */

struct arena;

/* Finds which element of an operand of a pointwise plan belongs to each of its output.
   False: that is no repetition. */
bool read_repetition(
	const struct plan *plan, size_t operand, struct repetition *repetition);

/* Finds which element of an operand of `to` belongs to each output of `from`. The
   elements of a constant may be put into another order for that. False: not every design
   that computes `from` can read them. */
bool find_repetition(const struct plan *from, const struct plan *to, size_t operand,
	struct repetition *repetition);

/* The first `count` elements of a constant, in the order in which the output reads
   them. */
const void *repeated_elements(const struct plan *to, size_t operand,
	const struct repetition *repetition, int64_t count, struct arena *arena);

#endif
