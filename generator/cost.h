#ifndef OPGEN_COST_H
#define OPGEN_COST_H

#include <stdint.h>

/* What the emitted code does when it runs once, exact; and what it holds. A count that
   does not fit is UINT64_MAX. */
struct cost {
	uint64_t multiplies, adds, fmas, divisions;
	uint64_t powers; /* calls of pow, LpPool-1's fractional p */
	uint64_t roots;  /* LpPool: p-th roots */
	uint64_t reads;  /* elements of inputs, constants that are arrays included */
	uint64_t writes; /* elements of the output */
	uint64_t constant_bytes, stack_bytes;
};

#endif
