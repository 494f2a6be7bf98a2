#ifndef OPGEN_NETWORK_JOIN_H
#define OPGEN_NETWORK_JOIN_H

#include "network/network.h"

/* Movements that are no code: who makes a part of a tensor writes it where the whole will
   lie, and who reads a part reads it there. */

/* Whether a movement is none of the network's steps, as its outputs or its inputs have
   got places in each other; *why a copy stays else. Tensors' sizes are known. */
bool network_join(
	struct network *network, const struct network_step *step, const char **why);

#endif
