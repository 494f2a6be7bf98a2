#ifndef OPGEN_SAID_H
#define OPGEN_SAID_H

#include <stdbool.h>

struct arena;
struct nodes;
struct said;

/* Reports what the command line says of tensors and dimensions that are not there or are
   otherwise; false when there is such a thing. */
bool said_check(const struct nodes *nodes, const struct said *said, struct arena *arena);

#endif
