#ifndef OPGEN_OPS_CHECK_H
#define OPGEN_OPS_CHECK_H

#include "ops/op.h"
#include "ops/operation.h"
#include "spec/spec.h"

#include <stdbool.h>

struct arena;
struct source;

/* Applies the schema of the node's op: version, element type, inputs, attributes, their
   types and ranges. Reports every mistake, and returns false if there was one. A partial
   node also gives false, and nothing is reported as missing from it. */
bool check_node(const struct spec *spec, const struct node *node,
	struct operation *operation, struct source *source, struct arena *arena);

#endif
