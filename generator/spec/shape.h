#ifndef OPGEN_SPEC_SHAPE_H
#define OPGEN_SPEC_SHAPE_H

#include "spec/spec.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;

/* The largest extent, and a bound that a tensor's product of extents must stay below. */
#define EXTENT_LIMIT ((int64_t)1 << 62)
#define ELEMENT_LIMIT ((int64_t)1 << 59)

/* Fills in nelement from rank and shape. Returns false when the product of the nonzero
   extents is ELEMENT_LIMIT or more; below that, no partial product overflows. */
bool shape_count(struct tensor *tensor);

/* A shape in words: "[1, 3, 224]". */
const char *shape_text(const struct tensor *tensor, struct arena *arena);

#endif
