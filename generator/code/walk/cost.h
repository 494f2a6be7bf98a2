#ifndef OPGEN_CODE_COST_H
#define OPGEN_CODE_COST_H

#include <stdbool.h>
#include <stdint.h>

/* Operations, then elements: reads are of inputs and constant arrays, writes of outputs.
   Powers are calls of opgen_pow; roots include square roots. */
enum counter {
#define COUNTER(name, one, several, always) COUNT_##name,
#include "code/walk/counters.def"
#undef COUNTER
	NCOUNTER,
	NOPERATION = COUNT_READS
};

struct counter_name {
	const char *one, *several;
	bool always; /* printed even if it is zero */
};
extern const struct counter_name counter_name[NCOUNTER];

/* What the emitted code does in one call, exactly, and the bytes that it holds. An
   operation on a vector counts once for each lane, including masked lanes and those not
   stored. A count that does not fit is UINT64_MAX. Conversions of half types, absolute
   values, and the operations inside roots and powers are not counted. */
struct cost {
	uint64_t count[NCOUNTER];
	uint64_t read_bytes, written_bytes; /* of the elements read and written */
	uint64_t constant_bytes, stack_bytes;
};

/* a + b and a * b of counts, saturating at UINT64_MAX. */
uint64_t count_add(uint64_t a, uint64_t b);
uint64_t count_mul(uint64_t a, uint64_t b);

/* Adds `times` times the counts of one cost, and what it reads and writes, to another. */
void cost_add(struct cost *cost, const struct cost *part, uint64_t times);

#endif
