#ifndef OPGEN_RESOLVE_H
#define OPGEN_RESOLVE_H

#include "batch.h"

#include <stdbool.h>

struct arena;
struct options;

/* Takes every node of a file from the spec to its schedule. Reports what is wrong with
   them and returns false. */
bool resolve_nodes(struct file *file, const struct options *options, struct arena *arena);

#endif
