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
	UNROLL_WINDOW,
	UNROLL_SMALL
};

enum {
	WORKSPACE_ALIGNMENT = 64 /* bytes, of a workspace and of whatever lies in it */
};

/* Where a network keeps the tensors between its steps, and a node its scratch arrays. */
enum workspace {
	WORKSPACE_DEFAULT, /* not given: argument for a network, stack for a node */
	WORKSPACE_ARGUMENT,
	WORKSPACE_STATIC, /* an array of the file's own; networks alone */
	WORKSPACE_STACK   /* an array of the function */
};

/* Where the arrays of constants are. */
enum constants_home {
	HOME_EMBEDDED, /* in the C file */
	HOME_C_FILE,   /* in a C file of their own */
	HOME_BINARY,   /* in a binary that the caller loads and passes */
	HOME_EXTERN    /* in objects that the product defines */
};

/* How the command line or a spec's options want a node emitted. A zeroed struct sets
   nothing. */
struct settings {
	struct target_list targets; /* n 0: not given, which means generic */
	enum numerics numerics;
	enum unroll unroll;
	bool has_unroll;             /* whether unroll was given */
	const struct kernel *kernel; /* the design asked for; NULL: the fastest */
	enum workspace workspace;
	size_t parts; /* that functions are cut into; 0: no parts */
	/* Of networks, steps too that are too short to be worth a barrier: for tests. */
	bool cuts_short;
	/* Of networks, not 0: layouts are drawn from this number, and not chosen by
	   estimates: for tests. */
	uint64_t drawn_layouts;
	enum constants_home constants;
	const char *section; /* of the linker, for constants; NULL: none was named */
	bool limits_stack;
	uint64_t max_stack; /* bytes of arrays, where limits_stack */
	bool limits_workspace;
	uint64_t max_workspace; /* bytes of a network's workspace, where limits_workspace
				 */
	bool limits_code;
	uint64_t code_size; /* estimated bytes of the code for a target at -Os, where
			       limits_code */
	bool limits_constants;
	uint64_t max_constants; /* bytes of constants that a network makes while it is
				   generated, where limits_constants; else 1 GiB */
};

enum {
	MOST_PARTS = 256
};

/* Whether there is a setting of that name: "target", "numerics", "unroll", "kernel",
   "workspace", "parts". */
bool settings_has(const char *name);

/* Sets one of them from words, except for the kernel, which schedule/setting.h sets.
   Returns NULL, or the message that refuses the name or the value: "unroll: expected
   auto, full, window or small, got 'fulll'; did you mean 'full'?". */
const char *settings_set(struct settings *settings, const char *name, const char *value,
	struct arena *arena);

/* The names of all settings. */
extern const char *const settings_name[];
extern const size_t nsettings_name;

/* Word i that numerics or unroll may be; NULL after the last. What a workspace may be
   depends on what it is of. */
const char *settings_word(const char *name, size_t i);

/* Merges settings: `over` wins, then `under`, then the defaults. The result is complete
   but for the workspace, whose default depends on what it is of: numerics are set, and
   the last of several targets is generic. */
struct settings settings_resolve(
	const struct settings *over, const struct settings *under);

/* The numerics of sums on a target: NUMERICS_FMA if they are fused, else
   NUMERICS_STRICT. */
enum numerics numerics_of_sums(enum numerics numerics, const struct target *target);

/* Bytes of an array on the stack that a kernel may have: no more than `most`, which is
   the kernel's own limit. */
uint64_t settings_stack(const struct settings *settings, uint64_t most);

const char *unroll_name(enum unroll unroll);
const char *workspace_name(enum workspace workspace);

#endif
