#ifndef OPGEN_TEMPORARY_H
#define OPGEN_TEMPORARY_H

#include <stdbool.h>

struct arena;

/* Files that are written beside their target and renamed onto it when they are complete.
   A signal that ends the program removes those that are still there. */

/* Creates an empty file in the directory of target, open for writing. *path, which lives
   in the arena, stays pending until it is renamed or removed. Returns -1 with errno set
   on failure. */
int temporary_create(const char *target, char **path, struct arena *arena);

/* Puts a temporary file in the place of target; false, with errno set, on failure. */
bool temporary_rename(const char *path, const char *target);

void temporary_remove(const char *path);

/* For the end of the program: removes those that are still there. */
void temporary_remove_all(void);

#endif
