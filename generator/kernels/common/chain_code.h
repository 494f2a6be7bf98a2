#ifndef OPGEN_KERNELS_COMMON_CHAIN_CODE_H
#define OPGEN_KERNELS_COMMON_CHAIN_CODE_H

#include "code/statements/build.h"
#include "plan/chain.h"

/* Pointwise steps as statements, for every design: after loads, or after a window's
   sums. */

struct chain_code {
	struct code_builder *code;
	const struct pointwise_chain *chain;
	bool fused;
	int lanes;
	int nname;          /* values of the current function that have a name */
	const char *prefix; /* the names' prefix; NULL: "v" */
};

/* Emits all steps but the last, given the operands' values in the types that they are
   computed in; those that are read again get a name. Returns the last step's value, to be
   stored. */
const struct value *chain_lower(struct chain_code *c, const struct value *const *operand);

/* Puts a value into a variable: "v7". */
const struct value *chain_name(struct chain_code *c, const struct value *value);

/* Why vectors cannot compute a chain; NULL: they can. Where types meet, all conversions
   must be from or to floats, and of types that the runtime converts in vectors. */
const char *chain_obstacle(const struct pointwise_chain *chain);

/* Whether a chain calls functions of many operations, which keep the units busy by
   themselves, and whose code is long. */
bool chain_is_long(const struct pointwise_chain *chain, struct arena *arena);

/* The most values that are live at once beside the operands, for estimates of
   registers. */
int chain_alive(const struct pointwise_chain *chain);

#endif
