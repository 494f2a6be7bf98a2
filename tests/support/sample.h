#ifndef OPGEN_TESTS_SAMPLE_H
#define OPGEN_TESTS_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

/* What a run of the tests tries of more than it has time for. Each run takes another
   sample, by OPGEN_SEED where that is set; with OPGEN_ALL every one is tried. */
struct sample {
	uint64_t state;
};

/* The number that OPGEN_SEED says, or another one each time. It is printed with what it
   does again: "tries the same cases". */
uint32_t sample_seed(const char *again);

/* The sample of that seed. */
struct sample sample_begin(const char *again);

/* Whether the next one is in the sample: one of so many. */
bool sample_takes(struct sample *sample, unsigned of);

/* Whether a test program with sanitizers tries the next one; without them, all are. */
bool sample_takes_sanitized(struct sample *sample, unsigned of);

#endif
