#ifndef OPGEN_NODES_H
#define OPGEN_NODES_H

#include "format.h"
#include "model.h"
#include "op.h"
#include "shapes.h"
#include "spec.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct model_options;
struct source;

/* A node of a model whose operation opgen has. */
struct candidate {
	size_t index; /* in the model; as #INDEX names it */
	const struct op *op;
	int version;      /* the op's; 0: none */
	const char *name; /* of the function: legal, and no other candidate's */

	/* What nodes_try finds out. */
	const char *reason;           /* why it is not ready, in words; NULL: it is */
	const struct tensor *outcome; /* the output's type and shape; NULL: not known */
};

/* A model and the nodes in it that opgen is about. */
struct nodes {
	struct source *source;
	const struct model_options *options;
	struct model *model;
	struct shapes shapes;
	struct candidate *candidate; /* in the order of the model's nodes */
	size_t ncandidate;
	size_t nready; /* set by nodes_try */
};

/* Reads a model of that format, infers its shapes and collects the candidates. Everything
   lives in the arena. Reports a file that is no such model, and what the options say of
   tensors that it has not, and returns false. */
bool nodes_read(struct nodes *nodes, struct source *source, enum format format,
	const struct model_options *options, struct arena *arena);

/* Finds out which candidates are ready: resolved up to the plan, constants decoded. */
void nodes_try(struct nodes *nodes, struct arena *arena);

/* Reports a candidate that cannot be compiled, and why: an error, unless such ones are
   left out. */
void nodes_report(const struct nodes *nodes, const struct candidate *candidate,
	const char *reason, struct arena *arena);

/* Whether the others are compiled when so many were reported; says so if not. */
bool nodes_go_on(const struct nodes *nodes, size_t nreported, size_t nother);

/* What --node takes for a node that has a name: it, or FUNCTION/NAME. */
struct bytes node_address(const struct model_node *node, struct arena *arena);

/* A node as a message names it: "node 'conv1'", "node #3". */
const char *node_title(const struct model *model, size_t index, struct arena *arena);

/* Its output, or NULL where it has none. */
const struct value *node_output(const struct model *model, const struct model_node *node);

#endif
