#ifndef OPGEN_MODEL_OPENVINO_LIMITS_H
#define OPGEN_MODEL_OPENVINO_LIMITS_H

#include <stddef.h>

enum {
	TAG_ATTRIBUTE_LIMIT = 4096 /* an IR's tags have about ten */
};

/* Where the first tag of more than TAG_ATTRIBUTE_LIMIT attributes begins in a text of
   XML, which need not be well-formed, or `size`: none. expat takes seconds for millions
   of attributes. */
size_t find_crowded_tag(const char *text, size_t size);

#endif
