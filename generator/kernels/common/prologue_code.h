#ifndef OPGEN_KERNELS_COMMON_PROLOGUE_CODE_H
#define OPGEN_KERNELS_COMMON_PROLOGUE_CODE_H

#include "kernels/common/lowering.h"

/* A plan's prologue as statements, for every design that loads src with it. */

/* What elements of a channel of an image share: the steps' operands that are the same for
   all of them, loaded once. It is known as long as the block of statements is open. */
struct prologue_shared {
	const struct value *operand[MAX_OPERAND]; /* by the numbers of the chain's; NULL:
						     it has elements of its own */
};

/* Loads these for vectors of the type; `at`: any address in the channel. */
struct prologue_shared prologue_begin(
	const struct lowering *l, struct code_type type, struct address at);

/* Elements of src as the window reads them: n of a vector's lanes, the others being
   zeros; or a number, if the type has one lane. shared: what they share, or NULL. The
   value is to be stored, or named. */
const struct value *prologue_load_n(const struct lowering *l,
	const struct prologue_shared *shared, struct code_type type, struct address at,
	int64_t n);

/* The same as terms of sums: a product has a name, so that compilers do not contract it
   with an addition. */
const struct value *prologue_term_n(const struct lowering *l,
	const struct prologue_shared *shared, struct code_type type, struct address at,
	int64_t n);
const struct value *prologue_term(
	const struct lowering *l, struct code_type type, struct address at);

#endif
