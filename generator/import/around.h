#ifndef OPGEN_IMPORT_AROUND_H
#define OPGEN_IMPORT_AROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is said of a node that stops a graph. */

struct arena;
struct candidates;

/* A graph's ends, and what is read in it. */
struct graph_edges {
	const struct candidates *candidates;
	const bool *begins; /* by value: whether it is an argument */
	const bool *read;   /* by value: whether a wanted node or the caller reads it */
	const int64_t *end; /* the values that the function gives */
	size_t nend;
	struct arena *arena;
};

/* The options that leave a node out, as the end of a message. */
const char *offer_around(const struct graph_edges *edges, size_t node);

/* What opgen lacks that a node would need: its operation; or the type of an output, for
   which it has no operations. */
const char *lack_of(const struct graph_edges *edges, size_t node);

#endif
