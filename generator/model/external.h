#ifndef OPGEN_MODEL_EXTERNAL_H
#define OPGEN_MODEL_EXTERNAL_H

#include "model/model.h"

#include <stdint.h>

struct arena;

/* A part of a file beside a model, in which the model keeps a constant's bytes. */
struct external {
	struct bytes location; /* the file, relative to the model's directory */
	int64_t offset;        /* of its first byte; 0 or more */
	int64_t length;        /* bytes; -1: to the end of the file */
};

/* Reads a part, which must have size bytes, into the arena. model is the model's path.
   Only regular files in or below the model's directory are read, with symbolic links
   resolved; a model that is itself a link has two directories. *path becomes the path
   that was read. Returns NULL and sets *why, the end of a message, if there is no such
   file or part. */
const void *external_read(const struct external *part, const char *model, int64_t size,
	const char **path, struct arena *arena, const char **why);

#endif
