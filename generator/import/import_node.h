#ifndef OPGEN_IMPORT_IMPORT_NODE_H
#define OPGEN_IMPORT_IMPORT_NODE_H

#include "import/import_inputs.h"

/* Begins importing at most so many candidates into an empty spec. */
struct import import_begin(struct spec *spec, const struct candidates *candidates,
	size_t ncandidate, enum constants constants, struct arena *arena);

/* Appends a candidate to the spec, as json_read would have read it. If something is
   missing, reports it at a place that names the node, the input and its tensor, appends
   nothing, and returns false. */
bool import_node(
	struct import *import, const struct candidate *candidate, struct source *source);

#endif
