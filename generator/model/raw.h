#ifndef OPGEN_MODEL_RAW_H
#define OPGEN_MODEL_RAW_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* The number of elements of a value, all extents of whose shape are known. Returns
   false when the product of those that are not 0 is 2^59 or more. */
bool raw_count(const struct value *value, int64_t *nelement);

/* A value's shape and type in words: "[2, 3] of float32". */
const char *raw_type_text(const struct value *value, struct arena *arena);

/* A constant's elements out of the bytes of a file: row-major, little-endian, exactly
   as many as the value's shape and type, which are known, take. Returns the bytes
   themselves where the machine stores elements in the same way, else a copy in the
   arena; NULL with *why, the end of a message, when they are too few, too many, or
   bools other than 0 and 1. */
const void *raw_elements(const struct value *value, const void *bytes, size_t size,
	struct arena *arena, const char **why);

#endif
