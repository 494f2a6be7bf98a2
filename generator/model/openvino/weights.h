#ifndef OPGEN_MODEL_OPENVINO_WEIGHTS_H
#define OPGEN_MODEL_OPENVINO_WEIGHTS_H

#include "model/model.h"

#include <stdint.h>

struct arena;

/* Where the elements of a constant are in the .bin. */
struct encoded {
	int64_t offset, size; /* bytes, 0 or more */
};

/* The reader of the model: what decoding needs. */
struct openvino {
	struct model *model;
	const char *weights; /* the .bin's path */
};

/* Sets up the decoding of constants from the .bin beside the .xml at `path`. */
void weights_begin(struct model *model, const char *path, struct arena *arena);

#endif
