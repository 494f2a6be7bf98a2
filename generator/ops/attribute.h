#ifndef OPGEN_OPS_ATTRIBUTE_H
#define OPGEN_OPS_ATTRIBUTE_H

#include "ops/op.h"
#include "ops/operation.h"
#include "spec/spec.h"

struct arena;
struct source;

/* Sorts a node's attributes by their rules. Reports those that the operation's version
   does not have, required ones that are missing, and types and values that violate the
   rules. title is the op with its version, "LpPool-18", for messages. */
void attributes_check(const struct node *node, struct operation *operation,
	const char *title, struct source *source, struct arena *arena);

#endif
