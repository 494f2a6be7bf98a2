#ifndef OPGEN_NETWORK_REFERENCE_H
#define OPGEN_NETWORK_REFERENCE_H

#include "kernels/design.h"

struct progress;

/* The work of computing a network's results once: elements that its steps read and
   write. */
uint64_t network_reference_work(const struct schedule *schedule);

/* The most bytes of tensors that this holds at once, tensors that the code has no room
   for among them; UINT64_MAX: 2^64 and more. */
uint64_t network_reference_bytes(const struct schedule *schedule);

/* Computes a network's outputs by the reference interpreter, node by node as in the
   graph: nothing is joined, and the function's code is not used. input: the elements of
   each of the graph's inputs; output: memory for each of its outputs, in their order.
   Tells progress, or NULL, of the work. */
void network_reference(const struct schedule *schedule, const void *const *input,
	void *const *output, struct progress *progress);

#endif
