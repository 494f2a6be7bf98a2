#ifndef OPGEN_NETWORK_FUSE_EPILOGUE_H
#define OPGEN_NETWORK_FUSE_EPILOGUE_H

#include <stdbool.h>

struct fusion;

/* Appends a pointwise step to a window or a product, which may have an epilogue already.
   False: no design could read its operands, or compute its steps. */
bool fuse_epilogue(struct fusion *fusion);

#endif
