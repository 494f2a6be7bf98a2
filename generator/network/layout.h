#ifndef OPGEN_NETWORK_LAYOUT_H
#define OPGEN_NETWORK_LAYOUT_H

#include "network/network.h"

#include <stddef.h>
#include <stdint.h>

struct arena;

/* Gives n tensors their offsets in a workspace, so that no two that live at the same time
   share bytes. least: bytes below which none can be. Returns the bytes of the workspace.
   Neither the tensors nor their sum take more than an int64_t holds, rounded up to
   WORKSPACE_ALIGNMENT. */
int64_t layout_place(struct network_tensor **tensor, size_t n, size_t nstep,
	int64_t least, struct arena *arena);

#endif
