#ifndef OPGEN_MODEL_TENSORFLOW_TENSORFLOW_H
#define OPGEN_MODEL_TENSORFLOW_TENSORFLOW_H

#include <stdbool.h>

struct arena;
struct model;
struct read_request;
struct source;

/* Reads a GraphDef, a SavedModel or a MetaGraphDef, whichever the bytes are, tried in
   this order. Of a SavedModel's graphs with nodes the first one tagged "serve" is read,
   else the first; model->unsearched says how many others there are. The nodes of
   library functions come after those of the graph.

   A value is named as TensorFlow spells it, "NODE" or "NODE:1"; inside a function
   "FUNCTION/NODE", "FUNCTION/NODE:1" and, for its arguments, "FUNCTION/ARGUMENT".
   Attributes keep their names; a bool or a type is a MODEL_INT (types as TensorFlow
   numbers them), a shape of known rank is MODEL_INTS, with -1 for unknown extents.

   Reports a file that cannot be read as one and returns false. What it allocates lives
   in the arena. */
bool tensorflow_read(struct source *source, struct model *model,
	const struct read_request *request, struct arena *arena);

#endif
