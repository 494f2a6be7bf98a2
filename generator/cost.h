#ifndef OPGEN_COST_H
#define OPGEN_COST_H

#include "plan.h"
#include "settings.h"

#include <stdbool.h>
#include <stdint.h>

/* What the emitted code does when it runs once, exact; and what it holds. An operation on
   a vector counts once for each of its lanes, those included that are masked or not
   stored. A count that does not fit is UINT64_MAX. Conversions of half types, absolute
   values and what a root or pow does inside are not counted. */
struct cost {
	uint64_t multiplies, adds, fmas, divisions;
	uint64_t powers; /* calls of pow: LpPool-1's fractional p */
	uint64_t roots;  /* LpPool: p-th roots, square roots included */
	uint64_t reads;  /* elements of inputs, and of constants that are arrays */
	uint64_t writes; /* elements of the output */
	uint64_t constant_bytes, stack_bytes;
};

/* a + b and a * b of counts; what does not fit becomes UINT64_MAX and stays so. */
uint64_t count_add(uint64_t a, uint64_t b);
uint64_t count_mul(uint64_t a, uint64_t b);

/* Adds `times` times the operations, reads and writes of one cost to another. */
void cost_add(struct cost *cost, const struct cost *part, uint64_t times);

/* Whether a division by n is emitted as a multiplication by its exact reciprocal. */
bool is_power_of_two(int64_t n);

#endif
