#ifndef OPGEN_TESTS_IN_MEMORY_H
#define OPGEN_TESTS_IN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "support/trial.h"
#include "support/work.h"

/* Runs a planned case's statements, without a compiler, in every design that takes it, at
   every level, in both exact numerics and on every target, and compares the bits with the
   reference's. */
struct in_memory {
	size_t nrun; /* functions that were run */
	uint64_t statements;
};

/* Returns false, after printing the difference, if one is wrong. */
bool in_memory_run(struct in_memory *counts, struct trial *trial);

#endif
