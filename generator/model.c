#include "model.h"

#include <string.h>

#include "names.h"

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

const struct model_attribute *
model_attribute(const struct model_node *node, const char *name)
{
	for (size_t i = 0; i < node->nattribute; i++)
		if (bytes_are(node->attribute[i].name, name))
			return &node->attribute[i];
	return NULL;
}
