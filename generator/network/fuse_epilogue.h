#ifndef OPGEN_NETWORK_FUSE_EPILOGUE_H
#define OPGEN_NETWORK_FUSE_EPILOGUE_H

#include "base/dtype.h"

#include <stdbool.h>

struct fusion;
struct pointwise_chain;

/* Appends a pointwise step to a window or a product, which may have an epilogue already.
   False: no design could read its operands, or compute its steps. */
bool fuse_epilogue(struct fusion *fusion);

/* Whether every design that computes numbers of a floating-point type can compute a
   chain's steps beside them. In vectors, types meet only with float32. */
bool fuse_takes_steps(enum dtype dtype, const struct pointwise_chain *chain);

#endif
