#ifndef OPGEN_NETWORK_LAYOUT_H
#define OPGEN_NETWORK_LAYOUT_H

#include "network/network.h"

#include <stddef.h>
#include <stdint.h>

struct arena;

/* Gives n tensors their offsets in a workspace, so that no two that live at the same
   time share bytes. nstep: the network's steps; least: a lower bound of the bytes that
   are needed. Returns the bytes of the workspace. The tensors' bytes, and their sum,
   each rounded up to WORKSPACE_ALIGNMENT, fit an int64_t. */
int64_t layout_place(struct network_tensor **tensor, size_t n, size_t nstep,
	int64_t least, struct arena *arena);

#endif
