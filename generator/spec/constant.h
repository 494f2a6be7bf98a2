#ifndef OPGEN_SPEC_CONSTANT_H
#define OPGEN_SPEC_CONSTANT_H

#include "spec/spec.h"

#include <jansson.h>
#include <stdbool.h>

struct arena;
struct place;
struct source;

/* Fills in a constant's elements, of type tensor->dtype, from inline data, a flat or
   nested list. If has_shape is false, the shape is taken from the nesting. name is the
   input's, for messages. Reports the first mistake and returns false. */
bool constant_from_data(struct tensor *tensor, bool has_shape, const char *name,
	const json_t *data, const struct place *where, struct source *source,
	struct arena *arena);

#endif
