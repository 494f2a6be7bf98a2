#ifndef OPGEN_BASE_TEMPORARY_H
#define OPGEN_BASE_TEMPORARY_H

#include <stdbool.h>

struct arena;

/* A file that is written beside its target and renamed onto it when it is complete. While
   it is there it is pending, and may not move; there can be any number of them. A signal
   that ends the program removes those that are still pending. */
struct temporary {
	const char *path;       /* NULL: there is none */
	long number;            /* in its name */
	struct temporary *next; /* of those that are pending */
};

/* Creates an empty file in the directory of target, open for writing. Its path lives in
   the arena. Returns -1 with errno set on failure. */
int temporary_create(
	struct temporary *temporary, const char *target, struct arena *arena);

/* Puts a temporary file in the place of target; false, with errno set, on failure. */
bool temporary_rename(struct temporary *temporary, const char *target);

void temporary_remove(struct temporary *temporary);

/* For the end of the program: removes those that are still there. */
void temporary_remove_all(void);

/* For the end of the program: removes those that are still there. */
void temporary_remove_all(void);

#endif
