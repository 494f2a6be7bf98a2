#ifndef OPGEN_IMPORT_OVERRIDES_H
#define OPGEN_IMPORT_OVERRIDES_H

#include <stdbool.h>

struct arena;
struct candidates;
struct overrides;

/* Reports what the command line says of tensors and dimensions that are not there or are
   otherwise; false when there is such a thing. */
bool overrides_check(const struct candidates *candidates,
	const struct overrides *overrides, struct arena *arena);

#endif
