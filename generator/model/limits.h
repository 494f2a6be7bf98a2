#ifndef OPGEN_MODEL_LIMITS_H
#define OPGEN_MODEL_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

struct source;

/* How many a graph has of something. What a model is made into takes a few hundred bytes
   for each, far more than the file. */
struct graph_limit {
	const char *what; /* in the plural */
	size_t n, most;
};

enum {
	/* What a graph may have at most, its functions included; real ones have a tenth.
	 */
	MOST_NODES = 1 << 17,
	MOST_TENSORS = 1 << 19, /* places that name one */
	MOST_ATTRIBUTES = 1 << 19
};

/* Reports the first row that is beyond its limit, and returns false. */
bool graph_limits_hold(const struct graph_limit *row, size_t nrow, struct source *source);

#endif
