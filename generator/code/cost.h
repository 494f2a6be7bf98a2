#ifndef OPGEN_CODE_COST_H
#define OPGEN_CODE_COST_H

#include <stdbool.h>
#include <stdint.h>

/* Operations, then elements: reads are those of inputs and of constants that are arrays,
   writes those of outputs. Powers are calls of opgen_pow; roots are square roots, too. */
enum counter {
#define COUNTER(name, one, several, always) COUNT_##name,
#include "code/counters.def"
#undef COUNTER
	NCOUNTER,
	NOPERATION = COUNT_READS
};

struct counter_name {
	const char *one, *several;
	bool always; /* zero is worth saying */
};
extern const struct counter_name counter_name[NCOUNTER];

/* What the emitted code does when it runs once, exact; and what it holds. An operation on
   a vector counts once for each of its lanes, those included that are masked or not
   stored. A count that does not fit is UINT64_MAX. Conversions of half types, absolute
   values and what a root or pow does inside are not counted. */
struct cost {
	uint64_t count[NCOUNTER];
	uint64_t constant_bytes, stack_bytes;
};

/* a + b and a * b of counts; what does not fit becomes UINT64_MAX and stays so. */
uint64_t count_add(uint64_t a, uint64_t b);
uint64_t count_mul(uint64_t a, uint64_t b);

/* Adds `times` times the counts of one cost to another. */
void cost_add(struct cost *cost, const struct cost *part, uint64_t times);

#endif
