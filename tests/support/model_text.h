#ifndef OPGEN_TESTS_MODEL_TEXT_H
#define OPGEN_TESTS_MODEL_TEXT_H

#include "model/model.h"

struct arena;

/* A model as a text, a line for each node and for each of its values: names, types,
   shapes, attributes, constants element by element (float32, int64; of others the bytes).
   What is wrong with a node, a value or a constant stands behind it after "!". */
const char *model_text(const struct model *model, struct arena *arena);

#endif
