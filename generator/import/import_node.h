#ifndef OPGEN_IMPORT_IMPORT_NODE_H
#define OPGEN_IMPORT_IMPORT_NODE_H

#include "import/import_inputs.h"

/* An empty spec that so many of the candidates can be imported into. */
struct import import_begin(struct spec *spec, const struct candidates *candidates,
	size_t ncandidate, enum constants constants, struct arena *arena);

/* Appends a candidate to the spec: what a reader of JSON would have made of the same.
   Reports what it lacks, at a place that names the node, the input and its tensor, in the
   source; appends nothing and returns false then. */
bool import_node(
	struct import *import, const struct candidate *candidate, struct source *source);

#endif
