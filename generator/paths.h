#ifndef OPGEN_PATHS_H
#define OPGEN_PATHS_H

#include <stdbool.h>

struct arena;

/* Whether a path given by the user means standard input or output: NULL or "-". */
bool path_is_standard(const char *path);

/* What path means once symbolic links at its end are followed; it need not exist. NULL,
   with errno set, when there are too many of them. */
const char *path_follow(const char *path, struct arena *arena);

/* Whether two paths mean one regular file, or would if it existed. */
bool path_same(const char *a, const char *b, struct arena *arena);

/* A new path: name in the directory that path lies in. */
char *path_beside(const char *path, const char *name, struct arena *arena);

#endif
