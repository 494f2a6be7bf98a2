#ifndef OPGEN_SETTINGS_H
#define OPGEN_SETTINGS_H

#include "target.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct kernel;

enum numerics {
	NUMERICS_DEFAULT,
	NUMERICS_STRICT,
	NUMERICS_FMA,
	NUMERICS_FAST, /* transformed tiles of 2 by 2 outputs; NUMERICS_FAST4: of 4 by 4
			*/
	NUMERICS_FAST4
};
enum unroll {
	UNROLL_AUTO,
	UNROLL_FULL,
	UNROLL_WINDOW
};

/* What the command line or a spec's options say about how to emit a node. A zeroed
   struct says nothing. */
struct settings {
	struct target_list targets; /* none: not said, generic */
	enum numerics numerics;
	enum unroll unroll;
	bool has_unroll;             /* whether unroll was said */
	const struct kernel *kernel; /* the design that is asked for; NULL: the fastest */
};

/* Whether there is a setting of that name: "target", "numerics", "unroll", "kernel". */
bool settings_has(const char *name);

/* Sets one of them from its value in words. Returns NULL, or the message that refuses the
   value, or the name, and lists what there is: "unroll: expected auto, full or window,
   got 'fulll'; did you mean 'full'?". */
const char *settings_set(struct settings *settings, const char *name, const char *value,
	struct arena *arena);

/* The names of all settings. */
extern const char *const settings_name[];
extern const size_t nsettings_name;

/* Whatever `over` says wins, else `under`, else the defaults; the result is complete:
   numerics is said, and of several targets the last one is generic. */
struct settings settings_resolve(
	const struct settings *over, const struct settings *under);

const char *numerics_name(enum numerics numerics);
/* Outputs along an axis of the tiles that may be transformed, 0 where none may; and
   whether sums are fused, NUMERICS_FMA, or not, NUMERICS_STRICT, on a target. */
int64_t numerics_tile(enum numerics numerics);
enum numerics numerics_of_sums(enum numerics numerics, const struct target *target);

const char *unroll_name(enum unroll unroll);

#endif
