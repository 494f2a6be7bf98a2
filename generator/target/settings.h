#ifndef OPGEN_TARGET_SETTINGS_H
#define OPGEN_TARGET_SETTINGS_H

#include "plan/numerics.h"
#include "target/target.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct kernel;

enum unroll {
	UNROLL_AUTO,
	UNROLL_FULL,
	UNROLL_WINDOW
};

/* Where a network keeps the tensors between its steps. */
enum workspace {
	WORKSPACE_DEFAULT, /* not given: argument */
	WORKSPACE_ARGUMENT,
	WORKSPACE_STATIC, /* an array of the file's own */
	WORKSPACE_STACK   /* an array of the function */
};

/* How the command line or a spec's options want a node emitted. A zeroed struct sets
   nothing. */
struct settings {
	struct target_list targets; /* n 0: not given, which means generic */
	enum numerics numerics;
	enum unroll unroll;
	bool has_unroll;             /* whether unroll was given */
	const struct kernel *kernel; /* the design asked for; NULL: the fastest */
	enum workspace workspace;    /* for networks only */
	size_t parts;                /* that functions are cut into; 0: no parts */
};

enum {
	MOST_PARTS = 256
};

/* Whether there is a setting of that name: "target", "numerics", "unroll", "kernel",
   "workspace", "parts". */
bool settings_has(const char *name);

/* Sets one of them from words, except for the kernel, which schedule/setting.h sets.
   Returns NULL, or the message that refuses the name or the value: "unroll: expected
   auto, full or window, got 'fulll'; did you mean 'full'?". */
const char *settings_set(struct settings *settings, const char *name, const char *value,
	struct arena *arena);

/* The names of all settings. */
extern const char *const settings_name[];
extern const size_t nsettings_name;

/* Word i that numerics, unroll or workspace may be; NULL behind the last. */
const char *settings_word(const char *name, size_t i);

/* Merges settings: `over` wins, then `under`, then the defaults. The result is complete:
   numerics and workspace are set, and the last of several targets is generic. */
struct settings settings_resolve(
	const struct settings *over, const struct settings *under);

/* The numerics of sums on a target: NUMERICS_FMA if they are fused, else
   NUMERICS_STRICT. */
enum numerics numerics_of_sums(enum numerics numerics, const struct target *target);

const char *unroll_name(enum unroll unroll);
const char *workspace_name(enum workspace workspace);

#endif
