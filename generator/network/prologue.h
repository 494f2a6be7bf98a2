#ifndef OPGEN_NETWORK_PROLOGUE_H
#define OPGEN_NETWORK_PROLOGUE_H

#include "network/network.h"

#include <stdint.h>

struct arena;

/* Lets windows compute a pointwise step before them where they load its elements, if
   nothing else reads its result and the estimates of time say that it pays. No bit of a
   result changes. max_output: as of schedule_make(). */
void network_prologues(struct network *network, uint64_t max_output, struct arena *arena);

#endif
