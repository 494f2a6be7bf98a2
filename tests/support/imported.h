#ifndef OPGEN_TESTS_IMPORTED_H
#define OPGEN_TESTS_IMPORTED_H

#include <stdbool.h>

#include "diag/source.h"
#include "spec/spec.h"

struct arena;

/* Reads a model's whole graph as a spec; false when it is refused, which the source has
   reported. */
bool imported_graph(
	struct spec *spec, struct source *source, const char *path, struct arena *arena);

#endif
