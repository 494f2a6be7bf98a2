#ifndef OPGEN_DECLARED_H
#define OPGEN_DECLARED_H

#include <stdbool.h>

struct arena;
struct node;
struct plan;
struct source;

/* Whether a plan's output has the shape that the node's file declares, where it declares
   one; reports both when it has not. */
bool declared_holds(const struct plan *plan, const struct node *node,
	struct source *source, struct arena *arena);

#endif
