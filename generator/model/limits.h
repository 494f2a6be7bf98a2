#ifndef OPGEN_MODEL_LIMITS_H
#define OPGEN_MODEL_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

struct source;

/* How many of something a graph has. Each takes a few hundred bytes of memory, far more
   than in the file. */
struct graph_limit {
	const char *what; /* in the plural */
	size_t n, most;
};

enum {
	/* The limits of a graph; real ones have a tenth. TensorFlow's functions count
	   too. */
	MOST_NODES = 1 << 17,
	MOST_TENSORS = 1 << 19, /* references to tensors */
	MOST_ATTRIBUTES = 1 << 19
};

/* Reports the first row beyond its limit, and returns false. */
bool graph_limits_hold(const struct graph_limit *row, size_t nrow, struct source *source);

#endif
