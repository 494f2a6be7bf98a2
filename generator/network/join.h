#ifndef OPGEN_NETWORK_JOIN_H
#define OPGEN_NETWORK_JOIN_H

#include "network/network.h"

/* Movements that need no code: the maker of a part writes it where the whole tensor will
   be, and the reader of a part reads it from there. */

/* Places the outputs of a movement within its inputs, or its inputs within its output, so
   that it needs no step. Returns false, with *why set, if a copy is needed. The tensors'
   sizes must be known. */
bool network_join(
	struct network *network, const struct network_step *step, const char **why);

#endif
