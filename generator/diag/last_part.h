#ifndef OPGEN_DIAG_LAST_PART_H
#define OPGEN_DIAG_LAST_PART_H

#include <stddef.h>

struct arena;

/* Of names that are paths, such as "model/conv1/Conv": for each the last parts that tell
   it from all others, "conv1/Conv". They begin with a letter if any part does; a name
   that is the end of another one is left whole. Equal names get equal ends. */
const char **last_parts(const char *const *name, size_t n, struct arena *arena);

#endif
