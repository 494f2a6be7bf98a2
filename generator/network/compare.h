#ifndef OPGEN_NETWORK_COMPARE_H
#define OPGEN_NETWORK_COMPARE_H

struct arena;
struct schedule;

/* Compares what each step computes with its plan, by the functions that
   the network calls for it, for all targets: NULL, or what is wrong. */
const char *network_compare(const struct schedule *schedule, struct arena *arena);

#endif
