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
	WORKSPACE_DEFAULT, /* nothing is said: argument */
	WORKSPACE_ARGUMENT,
	WORKSPACE_STATIC, /* an array of the file's own */
	WORKSPACE_STACK   /* an array of the function */
};

/* What the command line or a spec's options say about how to emit a node. A zeroed
   struct says nothing. */
struct settings {
	struct target_list targets; /* none: not given, generic */
	enum numerics numerics;
	enum unroll unroll;
	bool has_unroll;             /* whether unroll was said */
	const struct kernel *kernel; /* the design that is asked for; NULL: the fastest */
	enum workspace workspace;    /* of a network; nodes have none */
	size_t parts;                /* that functions are cut into; 0: no parts */
};

enum {
	MOST_PARTS = 256
};

/* Whether there is a setting of that name: "target", "numerics", "unroll", "kernel",
   "workspace", "parts". */
bool settings_has(const char *name);

/* Sets one of them from its value in words, but for the kernel, whose table comes later
   (schedule/setting.h). Returns NULL, or the message that refuses the
   value, or the name, and lists what there is: "unroll: expected auto, full or window,
   got 'fulll'; did you mean 'full'?". */
const char *settings_set(struct settings *settings, const char *name, const char *value,
	struct arena *arena);

/* The names of all settings. */
extern const char *const settings_name[];
extern const size_t nsettings_name;

/* Whatever `over` says wins, else `under`, else the defaults; the result is complete:
   numerics and workspace are said, and of several targets the last one is generic. */
struct settings settings_resolve(
	const struct settings *over, const struct settings *under);

/* Whether sums are fused, NUMERICS_FMA, or not, NUMERICS_STRICT, on a target. */
enum numerics numerics_of_sums(enum numerics numerics, const struct target *target);

const char *unroll_name(enum unroll unroll);
const char *workspace_name(enum workspace workspace);

#endif
