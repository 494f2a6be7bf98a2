#ifndef OPGEN_SCHEDULE_KERNEL_CHOICE_H
#define OPGEN_SCHEDULE_KERNEL_CHOICE_H

#include "kernels/design.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Every design, in the order of --help. */
extern const struct kernel *const kernel_table[];
extern const size_t nkernel;

/* Sets the schedule's kernel, its plan and the reason: the design that was asked for,
   or the one whose code is estimated to be fastest. Returns NULL, or why no design can
   do it within max_output bytes of code. */
const char *kernel_choose(
	struct schedule *schedule, uint64_t max_output, struct arena *arena);

/* Why a design cannot be used for the plan on the target: "it needs stride 1"; NULL: it
   can. */
const char *kernel_obstacle(const struct kernel *kernel, const struct schedule *schedule,
	struct arena *arena);

/* The message that refuses a design for an obstacle. */
const char *kernel_refusal(const struct kernel *kernel, const struct schedule *schedule,
	const char *obstacle, struct arena *arena);

#endif
