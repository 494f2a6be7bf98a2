#ifndef OPGEN_CONVERSION_H
#define OPGEN_CONVERSION_H

#include "nodes.h"
#include "to_spec.h"

struct arena;
struct source;

/* One candidate on its way into a spec. */
struct conversion {
	const struct nodes *nodes;
	const struct candidate *candidate;
	const struct model_node *from;
	enum constants constants;
	struct spec *spec;
	struct tensor *tensor; /* the spec's, those so far */
	struct node *node;
	struct input *input; /* the node's */
	struct source *source;
	struct arena *arena;
};

/* Converts the node's inputs, each with its tensor; reports what is wrong with them and
   returns false. */
bool conversion_inputs(struct conversion *c);

#endif
