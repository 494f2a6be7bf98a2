#ifndef OPGEN_SCHEDULE_H
#define OPGEN_SCHEDULE_H

#include "cost.h"
#include "plan.h"
#include "settings.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct moves;
struct place;
struct progress;
struct code_builder;
struct global_pool;
struct schedule;
struct source;
struct unrolled;
struct tiles;

/* A kernel design: a way to compute a plan. */
struct kernel {
	const char *name;
	enum plan_kind kind;
	bool loops;          /* false: straight-line code */
	bool vectors;        /* needs a target that has them */
	bool fast;           /* only numerics fast allows it */
	const char *summary; /* one line for --explain */
	/* Why it cannot take a plan of its kind that has outputs, on a target with
	   vectors: "it needs stride 1"; NULL: it can. NULL for a design that takes every
	   plan; plain C has one for each. */
	const char *(*obstacle)(const struct plan *plan, const struct target *target);
	/* Fills in the design's own plan and the estimate. Returns false when
	   the code would be far over max_output bytes; the estimate says how far then;
	   or, with why set to it, for an obstacle that is only found here. */
	bool (*plan)(struct schedule *schedule, uint64_t max_output, struct arena *arena);
	/* Lowers that plan to functions, the one that others call last. */
	void (*lower)(const struct schedule *schedule, struct code_builder *code);
};

/* How a plan is to be emitted for one target. */
struct schedule {
	const struct plan *plan;
	const char *name; /* the external name, prefix included */
	const char *stem; /* what the names of inner functions and arrays begin with */
	const struct target *target;
	/* numerics is strict or fma, whatever was asked for: what sums are computed in.
	 */
	struct settings settings;
	enum numerics asked; /* the numerics asked for */
	int64_t tile; /* outputs of a transformed tile along an axis; 0: none allowed */
	/* Of a transformed node: how far off an output is, before its last roundings,
	   relative to the largest |x| times its sum of |w|. */
	double bound;
	struct schedule *next; /* the same plan for the next target, or NULL */
	const struct kernel *kernel;
	const char *why;   /* why it was chosen, for --explain; an obstacle */
	struct cost cost;  /* schedule_prove() counts it */
	bool proven;       /* what is in prove.h */
	uint64_t estimate; /* bytes of code, roughly */
	union {
		const struct tiles *tiles;
		const struct global_pool *global_pool;
		const struct unrolled *unrolled;
		const struct moves *moves;
	} u; /* the kernel's own plan */
};

/* Chooses a kernel and its tiles for each of the settings' targets. Refuses, at the place
   given, what cannot be emitted within max_output bytes of code; returns false then. */
bool schedule_make(struct schedule *schedule, const struct plan *plan, const char *prefix,
	const struct settings *settings, uint64_t max_output, struct source *source,
	const struct place *where, struct arena *arena);

/* What the code of a schedule takes when it runs once, in cycles, roughly. */
double schedule_time(const struct schedule *schedule);

/* Reads off the code of a schedule, and of those for the next targets, what it costs, and
   proves of it what is in prove.h; tells progress, or NULL, of the work that it is.
   Returns what cannot be proven, which is a bug of opgen's, or NULL. */
const char *schedule_prove(
	struct schedule *schedule, struct progress *progress, struct arena *arena);

/* The work that going through the code once is: its bytes, roughly. */
uint64_t schedule_work(const struct schedule *schedule);

#endif
