#ifndef OPGEN_NETWORK_TURN_MOVE_H
#define OPGEN_NETWORK_TURN_MOVE_H

#include "network/turning.h"

/* Transposes between the two orders: one is a copy where its other side has its channels
   last. */
extern const struct turning turning_move;

#endif
