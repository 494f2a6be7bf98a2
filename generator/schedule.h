#ifndef OPGEN_SCHEDULE_H
#define OPGEN_SCHEDULE_H

#include "cost.h"
#include "plan.h"
#include "settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct moves;
struct place;
struct schedule;
struct source;
struct straight;
struct tiles;

/* A kernel design: a way to compute a plan. */
struct kernel {
	const char *name;
	enum plan_kind kind;
	bool loops;          /* false: straight-line code */
	const char *summary; /* one line for --explain */
	/* Fills in the design's own plan, the cost and the estimate. Returns false when
	   the code would be far over max_output bytes; the estimate says how far then. */
	bool (*plan)(struct schedule *schedule, uint64_t max_output, struct arena *arena);
};

/* How a plan is to be emitted. */
struct schedule {
	const struct plan *plan;
	const char *name; /* the external name, prefix included */
	struct settings settings;
	const struct kernel *kernel;
	const char *why; /* a sentence for --explain */
	struct cost cost;
	uint64_t estimate; /* bytes of code, roughly */
	union {
		const struct tiles *tiles;
		const struct straight *straight;
		const struct moves *moves;
	} u; /* the kernel's own plan */
};

/* Chooses a kernel and its tiles. Refuses, at the place given, what cannot be emitted
   within max_output bytes of code; returns false then. */
bool schedule_make(struct schedule *schedule, const struct plan *plan, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena);

#endif
