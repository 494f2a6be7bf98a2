#ifndef OPGEN_CODE_EXPECT_H
#define OPGEN_CODE_EXPECT_H

#include "plan.h"

#include <stdbool.h>

struct arena;

/* What each output of a plan is made of, as the README's "Numerics" fixes it, out of the
   axes' numbers alone: digests of the expressions, plan->dst.nelement of them. fused:
   sums are kept by fused multiply-adds. Outputs that a movement crops are DIGEST_NONE. */
uint64_t *expect_outputs(const struct plan *plan, bool fused, struct arena *arena);

#endif
