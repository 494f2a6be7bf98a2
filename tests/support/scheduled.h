#ifndef OPGEN_TESTS_SCHEDULED_H
#define OPGEN_TESTS_SCHEDULED_H

#include "support/subject.h"
#include "target/settings.h"

#include <stdbool.h>
#include <stdint.h>

/* Specs of one operation. */
#define CONV(x, w, more) \
	"{\"name\": \"f\", \"op\": \"Conv\", \"dtype\": \"float32\", \"inputs\": " \
	"{\"X\": " x ", \"W\": " w "}" more "}"
#define POOL(op, x, more) \
	"{\"name\": \"f\", \"op\": \"" op \
	"\", \"dtype\": \"float32\", \"inputs\": {\"X\": " x "}, \"attributes\": {" more \
	"}}"
#define PADS_1 ", \"attributes\": {\"pads\": [1, 1, 1, 1]}"

/* A spec that has become a schedule, or a refusal. */
struct scheduled {
	struct subject subject;
	struct schedule schedule;
	bool fits; /* else subject.messages holds why not */
};

void schedule_spec(struct scheduled *scheduled, const char *spec,
	const struct settings *settings, uint64_t max_output);

/* The same for the target generic. */
void schedule_plain(struct scheduled *scheduled, const char *spec, enum unroll unroll,
	enum numerics numerics, uint64_t max_output);

#endif
