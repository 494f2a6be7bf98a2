#ifndef OPGEN_IMPORT_CANDIDATES_H
#define OPGEN_IMPORT_CANDIDATES_H

#include "infer/shapes.h"
#include "model/model.h"
#include "ops/op.h"
#include "spec/spec.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct source;

/* A node of a model whose operation opgen has. */
struct candidate {
	size_t index; /* in the model; as #INDEX names it */
	const struct op *op;
	int version;      /* the op's; 0: none */
	const char *name; /* of the function: legal, and no other candidate's */

	/* What candidates_try finds out. */
	const char *reason;           /* why it is not ready, in words; NULL: it is */
	const struct tensor *outcome; /* the output's type and shape; NULL: not known */

	const char *state; /* what a graph makes of it, in words; NULL: nobody asked */
};

/* A model and those of its nodes whose operations opgen has. */
struct candidates {
	struct source *source;
	struct model *model;
	struct shapes shapes;
	struct candidate *candidate; /* in the order of the model's nodes */
	size_t ncandidate;
	size_t nready; /* set by candidates_try */
};

/* What --node takes for a node that has a name: it, or FUNCTION/NAME. */
struct bytes node_address(const struct model_node *node, struct arena *arena);

/* A node as a message names it: "node 'conv1'", "node #3". */
const char *node_title(const struct model *model, size_t index, struct arena *arena);

/* The operation of opgen that it is, or NULL. */
const struct op *node_op(const struct model_node *node);

/* Its output, or NULL where it has none. */
const struct value *node_output(const struct model *model, const struct model_node *node);

#endif
