#ifndef OPGEN_CODE_COMPARE_H
#define OPGEN_CODE_COMPARE_H

#include "code/code.h"
#include "plan/plan.h"

#include <stdbool.h>

struct arena;

/* Compares the expression that each output is, as functions build it (express.h), with
   the one that the plan asks for (expect.h). */

/* Weights as `packed` reads them: n elements of so many bytes, of which element k is
   the operand's element source(packing, k), or, where that is negative, anything; source
   NULL: k itself. */
struct packed_weights {
	const struct operand *operand;
	int64_t n, size;
	int64_t (*source)(const void *packing, int64_t k);
	const void *packing;
};

/* The functions of an operation that others call; NULL: there is none. */
struct entries {
	const struct function *whole, *pack, *packed;
	struct packed_weights weights;
	/* How constant weights are transformed: each is compared by its place, not by its
	   number, which may be that of others; NULL: they are not. */
	const struct transformed *transformed;
};

/* The work that opgen spends on a node's functions, in values of expressions, of some 75
   instructions each: small nodes are compared as a whole; of others samples, as far as it
   goes. */
enum {
	COMPARE_WORK = 30000,
	COMPARE_STATEMENT_WORK = 30, /* for each statement, beside that */
	/* For a node whose weights are transformed, and for each of those: printing one
	   takes 1000 instructions. */
	COMPARE_TRANSFORMED_WORK = 30000,
	COMPARE_WEIGHT_WORK = 3
};

/* How outputs have to be computed. */
enum sums {
	SUMS_STRICT, /* in their order, each operation rounded */
	SUMS_FUSED,  /* in their order, by fused multiply-adds */
	SUMS_ANYHOW  /* as the real numbers they are, if nothing were rounded */
};

/* NULL, or which output is another expression, in words. What cannot be followed, or not
   within `work`, is not compared; with INT64_MAX everything is, and what cannot be
   followed is wrong. */
const char *compare_expressions(const struct plan *plan, enum sums sums,
	const struct entries *entries, int64_t work, struct arena *arena);

#endif
