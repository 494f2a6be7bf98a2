#ifndef OPGEN_NETWORK_TURN_SAMPLE_H
#define OPGEN_NETWORK_TURN_SAMPLE_H

#include "network/turning.h"

/* Resampled tensors with their channels last. */
extern const struct turning turning_sample;

#endif
