#ifndef OPGEN_KERNEL_CHOICE_H
#define OPGEN_KERNEL_CHOICE_H

#include "schedule.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Every design, in the order of --help. */
extern const struct kernel *const kernel_table[];
extern const size_t nkernel;

/* Sets the schedule's kernel and says why it is the one: the design that was asked for,
   or the one that is expected to be the fastest. Returns NULL, or why the one that was
   asked for cannot be used. */
const char *kernel_choose(struct schedule *schedule, struct arena *arena);

/* Whether a design can be used for the plan on the target, and why it cannot. */
bool kernel_takes(const struct kernel *kernel, const struct schedule *schedule);
const char *kernel_refusal(const struct kernel *kernel, const struct schedule *schedule,
	struct arena *arena);

#endif
