#include "overheard.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"

void
overheard_begin(struct overheard *overheard)
{
	*overheard = (struct overheard){.nsaid = 0};
	overheard->stream = open_memstream(&overheard->said, &overheard->nsaid);
	if (!overheard->stream) {
		fputs("opgen: error: out of memory\n", stderr);
		exit(3);
	}
}

struct source *
overheard_next(struct overheard *overheard)
{
	rewind(overheard->stream);
	overheard->source =
		(struct source){.path = "", .text = "", .messages = overheard->stream};
	return &overheard->source;
}

const char *
overheard_first(struct overheard *overheard, struct arena *arena)
{
	/* The place is that of an empty text. */
	static const char error[] = ":1:1: error: ";
	const char *begin;

	fflush(overheard->stream);
	begin = strstr(overheard->said, error);
	begin = begin ? begin + strlen(error) : overheard->said;
	return arena_copy_text(arena, begin, strcspn(begin, "\n"));
}

void
overheard_end(struct overheard *overheard)
{
	fclose(overheard->stream);
	free(overheard->said);
}
