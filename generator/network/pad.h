#ifndef OPGEN_NETWORK_PAD_H
#define OPGEN_NETWORK_PAD_H

#include "network/network.h"

struct arena;

/* A Conv or a pool that can read what a Pad pads, and pad it itself: what it leaves out
   would have added zeros. So a Conv's weights are finite constants, and an average counts
   its pads. Makes *node that node, of a copy of the step's node; false: there is no such
   Pad before it. */
bool network_pad(const struct network *network, const struct network_step *step,
	struct node *node, struct arena *arena);

#endif
