#ifndef OPGEN_MODEL_OPENVINO_LIMITS_H
#define OPGEN_MODEL_OPENVINO_LIMITS_H

#include <stddef.h>

enum {
	TAG_ATTRIBUTE_LIMIT = 4096 /* attributes of a tag; an IR's have ten */
};

/* Where a text of XML begins a tag of more attributes: expat takes seconds for millions
   of them. size: nowhere. The text need not be well-formed. */
size_t find_crowded_tag(const char *text, size_t size);

#endif
