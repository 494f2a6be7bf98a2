#include "support/sample.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "support/emitted.h"
#include "support/random.h"
#include "support/variant.h"

uint32_t
sample_seed(const char *again)
{
	const char *said = getenv("OPGEN_SEED");
	uint32_t seed = said ? (uint32_t)strtoul(said, NULL, 10) : (uint32_t)time(NULL);

	printf("OPGEN_SEED=%" PRIu32 " %s again\n", seed, again);
	return seed;
}

struct sample
sample_begin(const char *again)
{
	/* The generator's state must not be 0. */
	return (struct sample){2 * (uint64_t)sample_seed(again) + 1};
}

bool
sample_takes(struct sample *sample, unsigned of)
{
	bool drawn = (next_random(&sample->state) >> 33) % of == 0;

	return drawn || is_exhaustive();
}

bool
sample_takes_sanitized(struct sample *sample, unsigned of)
{
	return !is_sanitized() || sample_takes(sample, of);
}
