#ifndef OPGEN_DIAG_PLACE_H
#define OPGEN_DIAG_PLACE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* The way from the whole text to a value in it, last step first: a member of an object
   or an entry of a list. NULL stands for the whole text. */
struct place {
	const struct place *parent;
	const char *key; /* the member's name, or NULL for a list's entry */
	size_t index;    /* which entry; meaningless with a key */
	bool at_key;     /* the key itself is meant, not its value */
	bool typed; /* it is on the command line, and the message says which option */
};

/* A place one step further: a member's value, a list's entry. */
const struct place *place_member(
	const struct place *parent, const char *key, struct arena *arena);
const struct place *place_entry(
	const struct place *parent, size_t index, struct arena *arena);

extern const struct place place_command_line;

/* The key of the member whose value is at a place; the place itself if it is no
   member. */
const struct place *place_key(const struct place *where, struct arena *arena);

#endif
