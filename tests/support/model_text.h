#ifndef OPGEN_TESTS_MODEL_TEXT_H
#define OPGEN_TESTS_MODEL_TEXT_H

#include "model/model.h"

struct arena;

/* A model as text, one line for each node and each value: names, types, shapes,
   attributes, and constants element by element (other types than float32 and int64 as
   bytes). The fault of a node, value or constant follows it after "!". */
const char *model_text(const struct model *model, struct arena *arena);

#endif
