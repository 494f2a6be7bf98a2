#ifndef OPGEN_MODEL_RAW_H
#define OPGEN_MODEL_RAW_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* The elements of a value's shape, whose extents are all known. Returns false when those
   that are not 0 have too large a product (2^59). */
bool raw_count(const struct value *value, int64_t *nelement);

/* A value's shape and type in words: "[2, 3] of float32". */
const char *raw_type_text(const struct value *value, struct arena *arena);

/* A constant's elements, of a known type, out of the bytes of a file: row-major,
   little-endian, exactly as many as the value's shape and type take. Returns the bytes
   themselves where the machine keeps elements so, else a copy in the arena; NULL with
   *why, the end of a message, when they are too few, too many, or bools other than 0 and
   1. */
const void *raw_elements(const struct value *value, const void *bytes, size_t size,
	struct arena *arena, const char **why);

#endif
