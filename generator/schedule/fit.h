#ifndef OPGEN_SCHEDULE_FIT_H
#define OPGEN_SCHEDULE_FIT_H

#include "kernels/design.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* Designs whose code is no larger than --code-size allows. */

/* Why functions that are cut into parts cannot be limited. */
#define PARTS_REFUSAL "--code-size does not choose the code of parts: leave either out"

/* A design for a plan, planned, with the estimates of its bytes and of its time. */
struct fitting {
	struct schedule schedule;
	uint64_t bytes;
	double cycles;
};

/* Plans a design as if it were asked for by name. before: a schedule that nothing was
   planned for; false: it cannot be. */
bool fit_design(struct fitting *fitting, const struct schedule *before,
	const struct kernel *kernel, uint64_t max_output, struct arena *arena);

/* Stores all designs that a schedule allows which nothing was planned for; none where
   the user has chosen, by a kernel or a level of unrolling. */
size_t fit_designs(const struct schedule *before, uint64_t max_output,
	struct fitting **fitting, struct arena *arena);

/* The estimated bytes of a schedule's code, as --code-size counts them. */
uint64_t fit_bytes(const struct schedule *schedule);

/* If the code of a schedule is larger than is allowed, plans the fastest design whose
   code is not. before: the schedule as it was before its design was chosen. Returns NULL,
   or why there is none. */
const char *schedule_fit(struct schedule *schedule, const struct schedule *before,
	uint64_t max_output, struct arena *arena);

/* The messages that refuse code which takes so many bytes at least; and a target whose
   code's bytes are not estimated, NULL: they are. */
const char *fit_refusal(
	const struct settings *settings, uint64_t least, struct arena *arena);
const char *fit_obstacle(const struct target *target, struct arena *arena);

#endif
