#ifndef OPGEN_TESTS_GRAPH_TEXT_H
#define OPGEN_TESTS_GRAPH_TEXT_H

#include "support/graph.h"

/* Constants of these models are in memory. */
struct encoded {
	const void *elements;
};

/* A text being read, and the model so far. */
struct reading {
	const char *at;
	struct arena *arena;
	struct model_node *node;
	size_t nnode;
	struct value *value;
	size_t nvalue;
};

void skip_blank(struct reading *reading);

/* Reads the next character if it is the given one; returns whether it is. */
bool take(struct reading *reading, char c);

/* Letters, digits and '_', perhaps none. */
struct bytes take_word(struct reading *reading);

/* A type, a shape, elements: each may be missing. */
void take_tensor(struct reading *reading, struct value *value);

#endif
