#ifndef OPGEN_IMPORT_IMPORT_INPUTS_H
#define OPGEN_IMPORT_IMPORT_INPUTS_H

#include "import/candidates.h"
#include "spec/spec.h"

#include <stdbool.h>

struct arena;
struct source;

/* How the nodes' constants are imported. */
enum constants {
	CONSTANTS_EMBEDDED, /* decoded */
	CONSTANTS_KNOWN,    /* the same, with floats that were computed (infer/known.h) */
	CONSTANTS_PARAM,    /* as arguments, if the operation allows that */
	CONSTANTS_TRIED     /* decoded, but kept only if the plan needs them */
};

/* Candidates being imported into a spec, one after the other. */
struct import {
	const struct candidates *candidates;
	enum constants constants;
	struct spec *spec;
	struct node *nodes;     /* the spec's; there is room for all */
	struct tensor *tensors; /* the spec's */
	size_t room;            /* capacity of tensors */
	/* In a graph, as long as `tensors`: the value of each; those that are not
	   constants have no type and shape yet. NULL: not a graph. */
	int64_t *value;
	struct arena
		*tables; /* of the tensors, values and inputs, which a graph replaces */
	struct arena *arena; /* of the nodes, and of what all of these point to */

	/* The present one. */
	const struct candidate *candidate;
	const struct model_node *from;
	struct node *node;
	struct input *input; /* the node's */
	struct source *source;
};

/* Makes room for the tensors of a graph, which are at most as many as the inputs of all
   candidates. Comes before the first node. */
void import_reserve(struct import *import, const struct candidates *candidates);

/* Imports the node's inputs, each with its tensor; reports what is wrong with them and
   returns false. */
bool import_inputs(struct import *import);

/* Sets a tensor's type and shape from a value. If they are unknown, reports why and
   returns false. */
bool import_type(struct import *import, int64_t value, struct tensor *tensor);

#endif
