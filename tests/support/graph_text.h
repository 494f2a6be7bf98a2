#ifndef OPGEN_TESTS_GRAPH_TEXT_H
#define OPGEN_TESTS_GRAPH_TEXT_H

#include "support/graph.h"

/* The constants of these models lie in memory. */
struct encoded {
	const void *elements;
};

/* A text that is being read, and what it has come to. */
struct reading {
	const char *at;
	struct arena *arena;
	struct model_node *node;
	size_t nnode;
	struct value *value;
	size_t nvalue;
};

void skip_blank(struct reading *reading);

/* Whether the next character is this one; it is read then. */
bool take(struct reading *reading, char c);

/* Letters, digits and '_', perhaps none. */
struct bytes take_word(struct reading *reading);

/* A type, a shape, elements: each may be missing. */
void take_tensor(struct reading *reading, struct value *value);

#endif
