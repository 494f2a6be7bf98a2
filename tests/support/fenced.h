#ifndef OPGEN_TESTS_FENCED_H
#define OPGEN_TESTS_FENCED_H

#include <stddef.h>

/* Memory between two inaccessible pages. WebAssembly has no such pages; there, the latest
   object is at the end of memory. */
struct fenced {
	unsigned char *mapping;
	size_t nmapping;
	void *elements;
	size_t size; /* bytes */
};

/* The position of a tensor between its fences. */
enum placement {
	PLACED_AT_END,
	PLACED_AT_BEGIN
};

struct fenced fenced_make(size_t size, enum placement placement);
void fenced_free(struct fenced *fenced);

/* Makes the memory read-only, or writable again. */
void fenced_make_read_only(struct fenced *fenced);
void fenced_make_writable(struct fenced *fenced);

#endif
