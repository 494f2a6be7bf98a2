#ifndef OPGEN_MODEL_TENSORFLOW_ATTRIBUTES_H
#define OPGEN_MODEL_TENSORFLOW_ATTRIBUTES_H

#include "model/model.h"

struct Tensorflow__Attribute;
struct Tensorflow__Node;
struct arena;

/* A node's attributes, as tensorflow.h describes them. A duplicate, or one without a
   value, becomes the node's fault. */
void tensorflow_attributes(struct model_node *node, const struct Tensorflow__Node *stated,
	struct arena *arena);

/* The value of a node's attribute of that name, or NULL. */
const struct Tensorflow__Attribute *tensorflow_attribute(
	const struct Tensorflow__Node *node, const char *name);

#endif
