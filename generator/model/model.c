#include "model/model.h"

#include <string.h>

#include "base/extents.h"
#include "diag/names.h"

bool
bytes_equal(struct bytes a, struct bytes b)
{
	return a.size == b.size && (a.size == 0 || !memcmp(a.text, b.text, a.size));
}

bool
bytes_are(struct bytes a, const char *word)
{
	return bytes_equal(a, (struct bytes){word, strlen(word)});
}

const char *
quoted_bytes(struct bytes name, struct arena *arena)
{
	return quoted_text(name.text, name.size, arena);
}

const char *
clipped_bytes(struct bytes word, struct arena *arena)
{
	return clipped_text(word.text, word.size, arena);
}

const char *
model_shape_text(const struct model_shape *shape, struct arena *arena)
{
	int64_t length[EXTENTS_SHOWN];

	for (size_t i = 0; i < shape->rank && i < EXTENTS_SHOWN; i++)
		length[i] = shape->extent[i].length;
	return extents_text(length, shape->rank, arena);
}

const struct model_attribute *
model_attribute(const struct model_node *node, const char *name)
{
	for (size_t i = 0; i < node->nattribute; i++)
		if (bytes_are(node->attribute[i].name, name))
			return &node->attribute[i];
	return NULL;
}
