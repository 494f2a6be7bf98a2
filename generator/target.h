#ifndef OPGEN_TARGET_H
#define OPGEN_TARGET_H

#include <stdbool.h>
#include <stddef.h>

/* What code is emitted for. */
struct target {
	const char *name;
	bool has_fma;        /* in hardware: fma is then the default numerics */
	const char *summary; /* one line for --help */
};

extern const struct target target_table[];
extern const size_t ntarget;

/* The target of that name, or NULL. */
const struct target *target_find(const char *name);

#endif
