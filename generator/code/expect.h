#ifndef OPGEN_CODE_EXPECT_H
#define OPGEN_CODE_EXPECT_H

#include "code/code.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;

/* What each output of a plan is made of, as runtime/README.md, "Numerics", fixes it, out
   of the axes' numbers alone: digests of the expressions, output by output. fused: sums
   are kept by fused multiply-adds. Outputs that a movement crops are DIGEST_NONE. */
uint64_t *expect_outputs(const struct plan *plan, bool fused, struct arena *arena);

/* The functions of an operation that others call; NULL: there is none. */
struct entries {
	const struct function *whole, *pack, *packed;
	int64_t packed_bytes;
};

/* Whether they make every output as it has to be made: NULL, or what is wrong, in words.
   All of them are run, with expressions for numbers. */
const char *expect_wrong(const struct plan *plan, bool fused,
	const struct entries *entries, struct arena *arena);

#endif
