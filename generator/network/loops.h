#ifndef OPGEN_NETWORK_LOOPS_H
#define OPGEN_NETWORK_LOOPS_H

#include "kernels/design.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct network;

/* Finds the steps of a network that repeat, once it is known which functions they share.
   Recurrent layers are planned step by step, and nothing in a network says that it was a
   loop: what is found are calls that a loop can make, whatever they come from. */
void network_find_loops(struct network_part *part, struct arena *arena);

/* The loop that has a step, or NULL. */
const struct network_loop *network_loop_of(const struct schedule *schedule, size_t step);

/* Whether a step is one of a later pass, which its loop's first pass stands for. */
bool network_is_repeated(const struct schedule *schedule, size_t step);

/* Whether it is one for all targets: schedule is the first one's. */
bool network_is_unlisted(const struct schedule *schedule, size_t step);

/* The loop whose first pass ends with a step, or NULL. */
const struct network_loop *network_loop_after(
	const struct schedule *schedule, size_t step);

/* By how many bytes a tensor of the first pass moves from pass to pass, if `next` is that
   of the second one. */
int64_t network_inc(const struct network *network, size_t tensor, size_t next);

#endif
