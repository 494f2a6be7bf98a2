#ifndef OPGEN_DELIVER_STRAYS_H
#define OPGEN_DELIVER_STRAYS_H

#include "base/status.h"

#include <stddef.h>

struct arena;

/* The files that --all-nodes keeps in a directory: NAME and the suffix for each name. */
struct kept {
	const char *directory, *suffix;
	const char *prefix;      /* of the functions in them */
	const char *const *name; /* in no particular order */
	size_t nname;
};

/* Reports the others that it has made there before, for nodes that are gone: what opgen
   has generated, for a function that the file is named after. STATUS_REFUSED when there
   are such files; what other programs or people put there is their own. */
enum status strays_report(const struct kept *kept, struct arena *arena);

#endif
