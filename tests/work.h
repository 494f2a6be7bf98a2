#ifndef OPGEN_TESTS_WORK_H
#define OPGEN_TESTS_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "case.h"
#include "schedule.h"
#include "settings.h"
#include "subject.h"

/* The functions that a case becomes. */
struct variant {
	const char *prefix, *numerics_option, *unroll_option;
	enum numerics numerics;
	enum unroll unroll;
	const char *target;
	const char *kernel; /* asked for by name, where it takes the case; or NULL */
};

enum {
	NVARIANT = 14
};
extern const struct variant variants[NVARIANT];

/* How many of them are used: the sanitized build, where compilers are slow, and other
   machines do without the last ones. */
size_t nvariant(void);

/* The work that a conformance case is, and what has been made of it so far. Functions
   that return false have printed why. */
struct work {
	size_t index;          /* decides what rotates over the cases */
	const char *directory; /* the case's own */
	struct conformance_case c;
	struct subject subject;
	struct schedule schedule[NVARIANT];
	bool made[NVARIANT]; /* false: refused for its size, or not for the kernel */
	struct arena *arena;
};

/* Whether each case is compiled in every way (OPGEN_ALL), not in one that rotates. */
bool is_exhaustive(void);

/* A path in the work's directory. */
const char *file_in(const struct work *work, const char *name);

/* Compiles the file of all variants in one way, or in every way, and runs each variant on
   the case's data and on harder data: the results have to be those of the case and, bit
   for bit, those of the reference interpreter. plain_file holds those in plain C, which
   every compiler takes. */
bool work_execute(const struct work *work, const char *c_file, const char *plain_file);

/* The same by way of a program for another machine; one way of compiling, and less data.
 */
struct machine;
bool work_execute_elsewhere(
	const struct work *work, const struct machine *machine, const char *c_file);

/* Everything that the case demands. */
bool work_check(struct work *work);

#endif
