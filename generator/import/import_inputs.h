#ifndef OPGEN_IMPORT_IMPORT_INPUTS_H
#define OPGEN_IMPORT_IMPORT_INPUTS_H

#include "import/candidates.h"
#include "spec/spec.h"

#include <stdbool.h>

struct arena;
struct source;

/* What becomes of the constants of the nodes. */
enum constants {
	CONSTANTS_EMBEDDED, /* decoded */
	CONSTANTS_PARAM,    /* arguments, where the operation allows that */
	CONSTANTS_TRIED     /* decoded, but kept only where the plan needs them */
};

/* Candidates on their way into a spec, one after the other. */
struct import {
	const struct candidates *candidates;
	enum constants constants;
	struct spec *spec;
	struct node *nodes;     /* the spec's; there is room for all */
	struct tensor *tensors; /* the spec's */
	size_t room;            /* tensors that there is room for */
	/* Of a graph: the values that they are; those that are no constants have no type
	   and shape yet. NULL: each node is by itself. */
	int64_t *value;
	struct arena *arena;

	/* The present one. */
	const struct candidate *candidate;
	const struct model_node *from;
	struct node *node;
	struct input *input; /* the node's */
	struct source *source;
};

/* Imports the node's inputs, each with its tensor; reports what is wrong with them and
   returns false. */
bool import_inputs(struct import *import);

/* Gives a tensor the type and shape that are known of a value. Reports why it has none,
   and returns false. */
bool import_type(struct import *import, int64_t value, struct tensor *tensor);

#endif
