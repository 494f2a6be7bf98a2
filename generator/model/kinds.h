#ifndef OPGEN_MODEL_KINDS_H
#define OPGEN_MODEL_KINDS_H

#include "model/model.h"

#include <stddef.h>

struct arena;

/* How many of a model's nodes are of one kind. */
struct kind {
	struct bytes op;
	const char *domain; /* as a node's; all foreign domains count as one */
	size_t n;
};

/* The kinds of a model's nodes: the most frequent first, then by name. */
const struct kind *kinds_of(
	const struct model *model, size_t *nkind, struct arena *arena);

#endif
