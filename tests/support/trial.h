#ifndef OPGEN_TESTS_TRIAL_H
#define OPGEN_TESTS_TRIAL_H

#include <stdbool.h>
#include <stddef.h>

#include "support/emitted.h"
#include "support/work.h"
#include "target/settings.h"

/* The data that a case is run on. */
enum data {
	DATA_OF_CASE,
	DATA_FINITE,
	DATA_ANY,
	NDATA
};

/* One set of data for a case, and what has to come of it. */
struct trial {
	const struct work *work;
	const char *name;
	const void *input[MAX_OPERAND]; /* by the plan's operands */
	/* The case's own results, or NULL: of each output, or NULL. */
	const void *const *expected;
	/* The outputs stand where emitted_place() says. */
	/* The reference interpreter's in each numerics that was asked for, or NULL. */
	void *reference[NNUMERICS];
	/* Where only some elements of it were computed, 1 for each that was. */
	unsigned char *known[NNUMERICS];
	void *result; /* room for that of the function on trial */
};

/* Whether the case has such data, and computing with it ends soon: limit is the number
   of operations beyond which made-up data is left out, or left to OPGEN_ALL. */
bool trial_is_wanted(const struct work *work, enum data data, uint64_t limit);

/* Runs the reference interpreter; the outputs come to where emitted_place() says. */
void reference_outputs(const struct plan *plan, enum numerics numerics,
	const void *const *input, void *outputs);

/* Fills in everything but the reference. On failure prints why and returns false. */
bool trial_make(struct trial *trial, const struct work *work, enum data data);

/* Compares a result in the given numerics bit by bit with the reference, and with the
   case's own within its tolerance. The first difference as a message, or NULL; or it is
   printed, and false returned. */
const char *trial_difference(
	struct trial *trial, enum numerics numerics, const void *result);
bool trial_check(struct trial *trial, enum numerics numerics, const void *result);

struct run_range;

/* Compares what was stored, in part, with the reference, which is computed there alone
   where that is possible. The first output is argument number `first` of the ranges. */
const char *trial_part_difference(struct trial *trial, enum numerics numerics,
	const void *result, const struct run_range *range, size_t nrange, size_t first);

/* The first difference, in bits, between what the reference computes and another
   result. */
const char *result_difference(const struct plan *plan, const void *reference,
	const void *result, struct arena *arena);

#endif
