#ifndef OPGEN_EMIT_UNIT_H
#define OPGEN_EMIT_UNIT_H

#include "schedule/schedule.h"

#include <stddef.h>

struct binary;
struct self_test;

/* One C file: the schedules of all its functions, in the order of the specs. */
struct unit {
	const struct schedule *const *schedule;
	size_t nschedule;
	const struct binary *binary;       /* of constants; NULL: they are not in one */
	const struct self_test *self_test; /* one for each schedule; NULL: none */
};

/* Where the constants of all functions lie. */
enum constants_home unit_constants(const struct unit *unit);

/* What the types in a header need: nothing, integers of fixed width, the runtime's. */
enum needs {
	NEEDS_NOTHING,
	NEEDS_INTEGERS,
	NEEDS_TYPES
};
enum needs unit_needs(const struct unit *unit);

/* The machines of those of a unit's functions that are taken, each once, as a target for
   each. */
struct machines {
	const struct target *target[MAX_TARGET];
	size_t n;
};
struct machines unit_machines(
	const struct unit *unit, bool takes(const struct schedule *schedule));
bool has_vectors(const struct schedule *schedule);
bool has_one_target(const struct schedule *schedule);

/* Whether, in a file for several targets, the functions of a schedule are the first or
   the last ones in a row for its machine. `before`: that of the target before it, or
   NULL. */
bool machine_begins(const struct schedule *before, const struct schedule *schedule);
bool machine_ends(const struct schedule *schedule);

#endif
