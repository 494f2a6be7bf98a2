#ifndef OPGEN_NETWORK_TURN_REDUCE_H
#define OPGEN_NETWORK_TURN_REDUCE_H

#include "network/turning.h"

/* Reductions with their channels last. */
extern const struct turning turning_reduce;

#endif
