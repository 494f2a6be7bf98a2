#ifndef OPGEN_SPEC_SHAPE_H
#define OPGEN_SPEC_SHAPE_H

#include "spec/spec.h"

#include <stdbool.h>
#include <stdint.h>

struct arena;

/* An extent is at most this much, a tensor's product of extents less than the other. */
#define EXTENT_LIMIT ((int64_t)1 << 62)
#define ELEMENT_LIMIT ((int64_t)1 << 59)

/* Fills in nelement from rank and shape. Returns false when the extents that are not 0
   have a product of ELEMENT_LIMIT or more, so that no product of some of them
   overflows. */
bool shape_count(struct tensor *tensor);

/* A shape in words: "[1, 3, 224]". */
const char *shape_text(const struct tensor *tensor, struct arena *arena);

#endif
