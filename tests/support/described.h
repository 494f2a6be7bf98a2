#ifndef OPGEN_TESTS_DESCRIBED_H
#define OPGEN_TESTS_DESCRIBED_H

#include "model/model.h"

struct arena;

/* A value of a model in words, with its elements if they are few: "W float32[1, ?] = 2
   3". A fault follows an exclamation mark. */
const char *describe_value(
	const struct model *model, const struct value *value, struct arena *arena);

/* A node in words: "Conv-11 (X float32[1], -) -> Y float32?; group=1". */
const char *describe_node(
	const struct model *model, const struct model_node *node, struct arena *arena);

#endif
