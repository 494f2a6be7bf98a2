#ifndef OPGEN_OPS_PLAN_NODE_H
#define OPGEN_OPS_PLAN_NODE_H

#include <stdbool.h>

struct arena;
struct node;
struct plan;
struct source;
struct spec;

/* Plans a node: checks it against its operation's rules, resolves its geometry, and
   compares the output's shape with the one that the file declares, if any. Reports what
   is wrong and returns false. */
bool plan_node(const struct spec *spec, const struct node *node, struct plan *plan,
	struct source *source, struct arena *arena);

#endif
