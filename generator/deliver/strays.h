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

/* Reports other files there that opgen generated earlier, for nodes that no longer exist;
   it recognises them by a function named like the file. Returns STATUS_REFUSED if there
   are any. Files of other programs are ignored. */
enum status strays_report(const struct kept *kept, struct arena *arena);

#endif
