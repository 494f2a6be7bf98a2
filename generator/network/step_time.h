#ifndef OPGEN_NETWORK_STEP_TIME_H
#define OPGEN_NETWORK_STEP_TIME_H

#include "base/hash_table.h"
#include "network/network.h"

#include <stdint.h>

/* Estimated times of plans before they are steps. Equal plans are estimated once. */

struct arena;

struct step_timer {
	struct hash_table hash;
	struct timed_plan *plan;
	size_t n;
	uint64_t max_output;
	struct arena *arena;
};

/* The cycles of a plan in place of a step's own, for the first target; -1: no design can
   do it. */
int64_t step_time(struct step_timer *timer, const struct plan *plan,
	const struct network_step *step);

#endif
