#ifndef OPGEN_OPS_ATTRIBUTE_H
#define OPGEN_OPS_ATTRIBUTE_H

#include "ops/op.h"
#include "ops/operation.h"
#include "spec/spec.h"

struct arena;
struct source;

/* Puts a node's attributes in their rules' places. Reports those that the operation's
   version has not or lacks, and whatever in their types and values is not what the rules
   want. title is the op with its version, "LpPool-18", as a message names it. */
void attributes_check(const struct node *node, struct operation *operation,
	const char *title, struct source *source, struct arena *arena);

#endif
