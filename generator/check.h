#ifndef OPGEN_CHECK_H
#define OPGEN_CHECK_H

#include "op.h"
#include "spec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct source;

enum { MAX_INPUT = 4, MAX_ATTRIBUTE = 16 };

/* A node with its op's schema applied: what is absent is known to be allowed to be. */
struct operation {
	const struct node *node;
	const struct op *op;
	int version;      /* the op's, not the operator set's */
	enum dtype dtype; /* T */
	const struct tensor *input[MAX_INPUT];           /* by the rule's place; NULL: absent */
	const struct place *input_where[MAX_INPUT];
	const struct attribute *attribute[MAX_ATTRIBUTE]; /* by the rule's place; NULL: absent */
};

/* Applies the schema of the node's op: version, element type, inputs, attributes, their
   types and ranges. Reports every mistake it finds, and returns false if there was one. */
bool check_node(const struct spec *spec, const struct node *node,
	struct operation *operation, struct source *source, struct arena *arena);

/* An attribute's value, or the value given for one that is absent. The name must be one
   that some version of the op has. */
int64_t operation_int(const struct operation *operation, const char *name, int64_t absent);
double operation_float(const struct operation *operation, const char *name, double absent);
const char *operation_string(
	const struct operation *operation, const char *name, const char *absent);

/* The attribute itself, or NULL when it is absent; for lists and for places. */
const struct attribute *operation_attribute(
	const struct operation *operation, const char *name);

#endif
