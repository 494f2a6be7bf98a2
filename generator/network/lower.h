#ifndef OPGEN_NETWORK_LOWER_H
#define OPGEN_NETWORK_LOWER_H

#include "network/network.h"

struct arena;

/* The network of a schedule, and a step's schedule for the same target. */
const struct network *schedule_network(const struct schedule *schedule);
const struct schedule *step_schedule(const struct schedule *schedule, size_t step);

/* Whether a step's design computes other bits than numerics strict or fma would. */
bool network_is_fast(const struct schedule *schedule);

/* Compares what each step's function computes with its plan (schedule_compare), for all
   targets: NULL, or what is wrong. */
const char *network_compare(const struct schedule *schedule, struct arena *arena);

/* The design of networks: the functions of the steps, and the one that calls them. */
extern const struct kernel kernel_network;

#endif
