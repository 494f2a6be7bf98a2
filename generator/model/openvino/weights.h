#ifndef OPGEN_MODEL_OPENVINO_WEIGHTS_H
#define OPGEN_MODEL_OPENVINO_WEIGHTS_H

#include "model/model.h"

#include <stdint.h>

struct arena;

/* Where a constant's elements lie in the .bin. */
struct encoded {
	int64_t offset, size; /* bytes, 0 or more */
};

/* What the model keeps of its file. */
struct openvino {
	struct model *model;
	const char *weights; /* the .bin's path */
};

/* Sets up the decoding of constants out of the .bin beside the .xml of that path. */
void weights_begin(struct model *model, const char *path, struct arena *arena);

#endif
