#ifndef OPGEN_NETWORK_STEP_TIME_H
#define OPGEN_NETWORK_STEP_TIME_H

#include "base/hash_table.h"
#include "network/network.h"

#include <stdint.h>

/* Estimated times of plans before they are steps. Equal plans are estimated once. */

struct arena;
struct kernel;

struct step_timer {
	struct hash_table hash;
	struct timed_plan *plan;
	size_t n;
	uint64_t max_output;
	struct arena *arena;
};

/* What a plan takes, in cycles, and by which design; -1: it cannot be done. */
struct step_time {
	int64_t cycles;
	const struct kernel *kernel;
};

/* The time of a plan in place of a step's own, for the first target. kernel: the design;
   NULL: the fastest. */
struct step_time step_time(struct step_timer *timer, const struct plan *plan,
	const struct network_step *step, const struct kernel *kernel);

#endif
