#ifndef OPGEN_TESTS_FENCED_H
#define OPGEN_TESTS_FENCED_H

#include <stddef.h>

/* Memory between two pages that nobody may touch. WebAssembly has no such pages; there
   nothing lies behind what was made last. */
struct fenced {
	unsigned char *mapping;
	size_t nmapping;
	void *elements;
	size_t size; /* bytes */
};

/* Where a tensor lies between its fences. */
enum placement {
	PLACED_AT_END,
	PLACED_AT_BEGIN
};

struct fenced fenced_make(size_t size, enum placement placement);
void fenced_free(struct fenced *fenced);

/* From here on the memory may be read, not written; or written again. */
void fenced_make_read_only(struct fenced *fenced);
void fenced_make_writable(struct fenced *fenced);

#endif
