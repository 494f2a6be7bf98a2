#include "overheard.h"

#include <string.h>

#include "arena.h"

struct source *
overheard_next(struct overheard *overheard)
{
	overheard->first[0] = '\0';
	overheard->source =
		(struct source){.path = "", .text = "", .first = overheard->first};
	return &overheard->source;
}

const char *
overheard_first(const struct overheard *overheard, struct arena *arena)
{
	return arena_copy_text(arena, overheard->first, strlen(overheard->first));
}
