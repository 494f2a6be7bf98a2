#ifndef OPGEN_TESTS_IN_MEMORY_H
#define OPGEN_TESTS_IN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/trial.h"
#include "support/work.h"

struct subject;

enum {
	PART_STATEMENTS = 200000,
	MAX_KERNEL = 64
};

/* A planned case's statements, which are run without a compiler, in every design that
   takes it, at every level, in both exact numerics and on every target. */
struct in_memory {
	struct subject *subject;
	struct trial trial[NDATA]; /* the data that each function is run on */
	size_t ntrial;
	/* Whether all expressions of outputs are compared, beside opgen's own samples. */
	bool all_expressions;
	/* Whether functions are run in part only: no more of each than PART_STATEMENTS
	   statements, of passes that depend on the turn, and what they store is compared.
	   They are not cut into parts for threads. */
	bool in_part;
	int64_t turn;
	size_t nrun;                  /* functions that were run */
	uint64_t nkernel[MAX_KERNEL]; /* schedules of each design, in the order of --help
				       */
	uint64_t statements;
	const char **ran; /* digests of small code that was run */
	size_t nran;
};

/* Schedules, proves and lowers the plan in each of these ways once, and compares what it
   computes of all data with the reference, to the bit. Returns false, after printing the
   difference, if one is wrong. */
bool in_memory_run(struct in_memory *in_memory);

#endif
