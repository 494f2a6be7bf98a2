#ifndef OPGEN_SCHEDULE_SCHEDULE_H
#define OPGEN_SCHEDULE_SCHEDULE_H

#include "kernels/design.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct code_sink;
struct place;
struct progress;
struct source;

/* Chooses a kernel and its tiles for each of the settings' targets. If the code would
   exceed max_output bytes, reports that at the given place and returns false. */
bool schedule_make(struct schedule *schedule, const struct plan *plan, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena);

/* The beginning of the names of inner functions. */
const char *schedule_stem(const struct schedule *schedule, struct arena *arena);

/* Counts the code of a schedule and of those for the next targets, proves it (prove.h),
   and compares what it computes with the plan as far as compare.h says, but for the steps
   of a network; reports the work to progress, which may be NULL. Returns NULL, or what
   cannot be proven, which is a bug in opgen. */
const char *schedule_prove(
	struct schedule *schedule, struct progress *progress, struct arena *arena);

/* The same of the code for one target, whose functions the sink `next` takes, too: those
   that it keeps lie in the arena. */
const char *schedule_prove_kept(
	struct schedule *schedule, const struct code_sink *next, struct arena *arena);

/* Whether the code of a schedule, and of those for the next targets, can be proven: of
   most designs it is certain, but one may recompute outputs that it has stored, and so
   cannot compute them in place of an operand; and parts may read there what others
   write. */
bool schedule_is_safe(const struct schedule *schedule);

/* Counts the operations and the bytes of the code of a schedule and of those for the next
   targets. */
void schedule_count(struct schedule *schedule);

/* The work of reading the code once: its bytes, roughly. */
uint64_t schedule_work(const struct schedule *schedule);

#endif
