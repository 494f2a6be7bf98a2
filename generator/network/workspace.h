#ifndef OPGEN_NETWORK_WORKSPACE_H
#define OPGEN_NETWORK_WORKSPACE_H

#include "network/network.h"

struct arena;

/* Gives each tensor between the steps a place in the workspace. False: their bytes are
   2^63 or more. */
bool network_place(struct network *network, struct arena *arena);

/* What cannot be proven of the workspace: that every tensor is made before it is read,
   and that nothing is written to its bytes until it is read last. NULL: it is so. */
const char *network_failure(const struct network *network, struct arena *arena);

#endif
