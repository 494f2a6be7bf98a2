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
	size_t index; /* its number in the model, as in #INDEX */
	const struct op *op;
	int version;      /* the op's; 0: none */
	const char *name; /* the function's name: legal and unique */
	const char
		*title; /* what the name was made from, where that differs; in graphs */

	/* Set by candidates_try. */
	const char *reason;           /* why it is not ready; NULL: it is ready */
	const struct tensor *outcome; /* the output's type and shape; NULL: unknown */

	/* What becomes of it in a graph, in words, and in one word for programs; NULL:
	   not asked for. The step that it is, or is part of, from 1; 0: none. */
	const char *state, *fate;
	size_t step;
};

/* A model, and its nodes whose operations opgen has. */
struct candidates {
	struct source *source;
	struct model *model;
	struct shapes shapes;
	struct candidate *candidate; /* in the order of the model's nodes */
	size_t ncandidate;
	size_t nready; /* set by candidates_try */
};

/* What --node takes for a named node: NAME, or FUNCTION/NAME. */
struct bytes node_address(const struct model_node *node, struct arena *arena);

/* A node in messages: "node 'conv1'", "node #3". */
const char *node_title(const struct model *model, size_t index, struct arena *arena);

/* "; the node of that name gives 'phases'", where a node's name was typed for a tensor's;
   else "". */
const char *offer_outputs(
	const struct model *model, const char *typed, struct arena *arena);

/* The node's operation, or NULL if opgen does not have it. */
const struct op *node_op(const struct model_node *node);

/* A node's first output that is there, NO_VALUE or NULL: it has none. */
int64_t node_first_output(const struct model_node *node);
const struct value *node_output(const struct model *model, const struct model_node *node);

#endif
