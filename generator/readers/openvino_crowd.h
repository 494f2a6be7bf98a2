#ifndef OPGEN_READERS_OPENVINO_CROWD_H
#define OPGEN_READERS_OPENVINO_CROWD_H

#include <stddef.h>

enum {
	CROWD = 4096 /* attributes of a tag; an IR's have ten */
};

/* Where a text of XML begins a tag of more attributes: expat takes seconds for millions
   of them. size: nowhere. The text need not be well-formed. */
size_t find_crowd(const char *text, size_t size);

#endif
