#ifndef OPGEN_OPS_SUBNORMAL_H
#define OPGEN_OPS_SUBNORMAL_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct node;
struct plan;
struct source;

/* The constants whose subnormal weights have been reported, of all nodes of a file. */
struct subnormal_told {
	const void **constant;
	size_t n;
};

/* Finds the subnormal weights of a node: of constants that its plan multiplies by.
   Processors take up to hundreds of times as long for them. With `flush` they become
   zeros, which the plan says; without, they are reported, once for each
   constant. */
void subnormal_weights(struct plan *plan, const struct node *node, bool flush,
	struct subnormal_told *told, struct source *source, struct arena *arena);

#endif
