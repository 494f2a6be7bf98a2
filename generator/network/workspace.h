#ifndef OPGEN_NETWORK_WORKSPACE_H
#define OPGEN_NETWORK_WORKSPACE_H

#include "network/network.h"

struct arena;

/* Sets the tensors' types, shapes and homes, and the steps that make them first and read
   them last. tensor: the table of the spec, complete. */
void network_settle(struct network *network, const struct tensor *tensor);

/* Gives each tensor between the steps a place in the workspace. False: their bytes are
   2^63 or more. */
bool network_place(struct network *network);

/* Stores the types of the tensors in the workspace, each once; returns how many there
 * are. */
size_t network_workspace_types(const struct network *network, enum dtype *type);

/* Proves that every tensor is made before it is read, and that its bytes are not
   overwritten before its last read, but by the reading step itself where that writes its
   result over an operand (plan.over). Returns NULL, or what cannot be proven. */
const char *network_failure(const struct network *network, struct arena *arena);

#endif
