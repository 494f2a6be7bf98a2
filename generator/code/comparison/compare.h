#ifndef OPGEN_CODE_COMPARE_H
#define OPGEN_CODE_COMPARE_H

#include "code/statements/code.h"
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
	/* How ntransformed constant weights are transformed: each is compared by its
	   place, not by its number, which may be that of others; NULL: they are not. */
	const struct transformed *transformed;
	int64_t ntransformed;
};

/* The work that opgen spends on comparing a node's functions, in values of expressions,
   each of which takes some 75 instructions. Small nodes are compared as a whole,
   samples of larger ones. Except for fast designs, it follows what opgen does for the
   node beside the proof, so that the proof takes about half of that: some 850000
   instructions whatever the node is, 9500 for each statement that is timed to choose
   among designs, and 8300 for each of the code that is emitted. COMPARE_OUTPUTS is
   measured: where a product sums 96 terms, less work found 11 of 13 mutants instead
   of 12. */
enum {
	COMPARE_LEAST_WORK = 5500,
	COMPARE_TIMED_WORK = 60, /* for each statement that was timed, in addition, */
	COMPARE_OUTPUTS = 320,   /* or what as many outputs take, where sums are long; */
	COMPARE_WORK = 30000,    /* at most */
	COMPARE_STATEMENT_WORK = 30, /* for each statement that is kept, in addition */
	/* For a node whose weights are transformed, and for each of those: printing one
	   takes 1000 instructions. */
	COMPARE_TRANSFORMED_WORK = 30000,
	COMPARE_WEIGHT_WORK = 4,
	COMPARE_WEIGHTS_WORK = 200000 /* at most, for all of them */
};

/* How outputs have to be computed. */
enum sums {
	SUMS_STRICT, /* in their order, each operation rounded */
	SUMS_FUSED,  /* in their order, by fused multiply-adds */
	SUMS_ANYHOW  /* as the real numbers they are, if nothing were rounded */
};

/* Returns NULL, or a sentence that says which output is another expression. What cannot
   be followed, or not within `work`, is not compared. With INT64_MAX for `work` all is
   compared, and it is wrong if something cannot be followed. */
const char *compare_expressions(const struct plan *plan, enum sums sums,
	const struct entries *entries, int64_t work, struct arena *arena);

#endif
