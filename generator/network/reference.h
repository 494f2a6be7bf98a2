#ifndef OPGEN_NETWORK_REFERENCE_H
#define OPGEN_NETWORK_REFERENCE_H

#include "kernels/design.h"

struct progress;

/* The work that computing a network's results once is: multiplications, roughly. */
uint64_t network_reference_work(const struct schedule *schedule);

/* Computes what a network gives by the reference interpreter, node by node as the graph
   has them: nothing is joined, and the function's code is not looked at. input: the
   elements of each of the graph's inputs; output: room for those of its outputs, in their
   order. Tells progress, or NULL, of the work. */
void network_reference(const struct schedule *schedule, const void *const *input,
	void *const *output, struct progress *progress);

#endif
