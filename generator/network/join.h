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

/* The same of a step that is a copy, when the tensors of all steps have their places:
   what is a part of its output stays one. Or the input becomes what the output is: a part
   of another tensor. */
bool network_join_copy(
	struct network *network, const struct network_step *step, const char **why);

#endif
