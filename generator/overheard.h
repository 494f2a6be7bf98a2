#ifndef OPGEN_OVERHEARD_H
#define OPGEN_OVERHEARD_H

#include "source.h"

#include <stddef.h>
#include <stdio.h>

struct arena;

/* What is said of one node after the other, kept instead of printed, so that it can be
   told in another way. */
struct overheard {
	struct source source; /* of the node that is being listened to */
	FILE *stream;
	char *said;
	size_t nsaid;
};

void overheard_begin(struct overheard *overheard);

/* Listens to the next node; what was said before is forgotten. */
struct source *overheard_next(struct overheard *overheard);

/* The first error of the node, without the place in front. */
const char *overheard_first(struct overheard *overheard, struct arena *arena);

void overheard_end(struct overheard *overheard);

#endif
