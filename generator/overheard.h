#ifndef OPGEN_OVERHEARD_H
#define OPGEN_OVERHEARD_H

#include "source.h"

struct arena;

/* The first error of each of some nodes, kept instead of printed, so that it can be told
   in another way. */
struct overheard {
	struct source source; /* of the node that is being listened to */
	char first[SOURCE_MESSAGE_LIMIT];
};

/* Listens to the next node; what was said before is forgotten. */
struct source *overheard_next(struct overheard *overheard);

/* The first error of the node, as a terminal can show it. */
const char *overheard_first(const struct overheard *overheard, struct arena *arena);

#endif
