#ifndef OPGEN_CODE_COMPARE_H
#define OPGEN_CODE_COMPARE_H

#include "code/code.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;

/* Compares the expression that each output is, as functions build it (express.h), with
   the one that the plan asks for (expect.h). */

/* Weights as `packed` reads them: n elements of `size` bytes each. Element k is element
   source(packing, k) of the operand; if that is negative, it may be anything. source
   NULL: element k. */
struct packed_weights {
	const struct operand *operand;
	int64_t n, size;
	int64_t (*source)(const void *packing, int64_t k);
	const void *packing;
};

/* The functions of an operation that users call; NULL: there is none. `whole` takes the
   weights as they are; `pack` packs them for `packed`. */
struct entries {
	const struct function *whole, *pack, *packed;
	struct packed_weights weights;
};

/* The work that opgen spends on comparing a node's functions, in values of expressions,
   each of which takes some 75 instructions. Small nodes are compared as a whole,
   samples of larger ones. */
enum {
	COMPARE_WORK = 30000,
	COMPARE_STATEMENT_WORK = 30 /* for each statement, in addition */
};

/* Returns NULL, or a sentence that says which output is another expression. What cannot
   be followed, or not within `work`, is not compared. With INT64_MAX for `work` all is
   compared, and it is wrong if something cannot be followed. */
const char *compare_expressions(const struct plan *plan, bool fused,
	const struct entries *entries, int64_t work, struct arena *arena);

#endif
