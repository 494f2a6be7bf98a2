#ifndef OPGEN_NETWORK_FUSE_H
#define OPGEN_NETWORK_FUSE_H

#include "network/network.h"

struct arena;

/* Makes one step of steps whose results nobody but the next of them reads: pointwise ones
   behind one another, and those behind the sums of a window. No bit of a result changes.
   Source: NETWORKS, sections 3 and 5. */
void network_fuse(struct network *network, struct arena *arena);

#endif
