#ifndef OPGEN_NETWORK_FUSE_H
#define OPGEN_NETWORK_FUSE_H

#include "network/network.h"

struct arena;

/* Fuses steps whose results are read by the next one only: chains of pointwise steps,
   pointwise steps after a window or a product, and successive movements. No bit of a
   result changes. */
void network_fuse(struct network *network, struct arena *arena);

#endif
