#ifndef OPGEN_IMPORT_OVERRIDES_H
#define OPGEN_IMPORT_OVERRIDES_H

#include <stdbool.h>

struct arena;
struct candidates;
struct overrides;

/* Reports overrides on the command line for tensors and dimensions that do not exist or
   contradict the file; false if there are any. */
bool overrides_check(const struct candidates *candidates,
	const struct overrides *overrides, struct arena *arena);

#endif
