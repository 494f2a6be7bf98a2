#ifndef OPGEN_NETWORK_PAD_H
#define OPGEN_NETWORK_PAD_H

#include "network/network.h"

struct arena;
struct node;

/* Merges a Pad, of whatever framework, into the Conv or pool after it, which then pads by
   itself. The terms that it leaves out must have added zeros: a Conv's weights are finite
   constants, and an average counts its pads. Changes *node, a copy of the step's node;
   false: there is no such Pad. */
bool network_pad(const struct network *network, const struct network_step *step,
	struct node *node, struct arena *arena);

#endif
