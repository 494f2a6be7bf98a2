#ifndef OPGEN_SCHEDULE_SCHEDULE_H
#define OPGEN_SCHEDULE_SCHEDULE_H

#include "kernels/design.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct place;
struct progress;
struct source;

/* Chooses a kernel and its tiles for each of the settings' targets. Refuses, at the place
   given, what cannot be emitted within max_output bytes of code; returns false then. */
bool schedule_make(struct schedule *schedule, const struct plan *plan, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena);

/* What names of inner functions begin with. */
const char *schedule_stem(const struct schedule *schedule, struct arena *arena);

/* Reads off the code of a schedule, and of those for the next targets, what it costs,
   proves of it what is in prove.h, and compares what it computes with the plan as far as
   compare.h says; but for what the functions of a network's steps compute. It tells
   progress, or NULL, of the work that it is. Returns what cannot be proven, which is a
   bug of opgen's, or NULL. */
const char *schedule_prove(
	struct schedule *schedule, struct progress *progress, struct arena *arena);

/* The comparison alone, of the code for one target: NULL, or what is wrong. */
const char *schedule_compare(const struct schedule *schedule, struct arena *arena);

/* Reads off the code of a schedule, and of those for the next targets, what it costs. */
void schedule_count(struct schedule *schedule);

/* The work that going through the code once is: its bytes, roughly. */
uint64_t schedule_work(const struct schedule *schedule);

#endif
