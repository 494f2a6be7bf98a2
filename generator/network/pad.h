#ifndef OPGEN_NETWORK_PAD_H
#define OPGEN_NETWORK_PAD_H

#include "network/network.h"

struct arena;

/* A Conv that can read what a Pad pads, and pad it itself: its plan is given, its weights
   are finite constants, so that what it leaves out would have added zeros. Makes *node
   that Conv, of a copy of the step's node; false: there is no such Pad before it. */
bool network_pad(const struct network *network, const struct network_step *step,
	struct node *node, struct arena *arena);

#endif
