#ifndef OPGEN_TESTS_RANDOM_H
#define OPGEN_TESTS_RANDOM_H

#include <stdint.h>

/* The next bits of a generator (xorshift64) that is the same everywhere; its state must
   not be 0. */
static inline uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

#endif
