#ifndef OPGEN_KERNELS_COMMON_CHAIN_CODE_H
#define OPGEN_KERNELS_COMMON_CHAIN_CODE_H

#include "code/build.h"
#include "plan/chain.h"

/* Pointwise steps as statements, for every design: behind loads, or behind a window's
   sums. */

struct chain_code {
	struct code_builder *code;
	const struct pointwise_chain *chain;
	bool fused;
	int lanes;
	int nname;          /* values of the function at hand that have got a name */
	const char *prefix; /* of those names; NULL: "v" */
};

/* The statements of all steps but the last, for values of the operands, of the types that
   they are computed in. Returns the last one's value, to be stored. A load that several
   steps read has to be a variable. */
const struct value *chain_lower(struct chain_code *c, const struct value *const *operand);

/* A variable for a value: "v7". */
const struct value *chain_name(struct chain_code *c, const struct value *value);

/* Values that are alive at once beside the operands, at most: for who counts registers.
 */
int chain_alive(const struct pointwise_chain *chain);

#endif
