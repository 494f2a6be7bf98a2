#ifndef OPGEN_NETWORK_SERIES_H
#define OPGEN_NETWORK_SERIES_H

#include "network/planning.h"
#include "plan/plan.h"

struct place;

/* An operation that is a series as a graph of its own. */

/* A spec of that graph, which has no nodes: its steps are added by steps_add(). */
struct spec series_spec(
	const struct plan *series, const struct place *where, struct arena *arena);

/* Adds the steps. settings: those of the operation. */
bool series_steps(struct planning *planning, const struct plan *series,
	const struct settings *settings);

/* The plan of the step that is left, if it is the only one and reads and makes what the
   operation does, in the same order: as the plan of the operation. NULL: it is not. */
const struct plan *series_single(
	const struct network *network, const struct plan *series, struct arena *arena);

/* A plan that is no series as a series of that one part. */
const struct plan *series_of_one(const struct plan *plan, struct arena *arena);

#endif
