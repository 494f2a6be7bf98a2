#ifndef OPGEN_INFER_CONTENTS_H
#define OPGEN_INFER_CONTENTS_H

#include "base/dtype.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	CONTENT_LIMIT = 16 /* elements of a tensor whose contents are followed, at most */
};

/* An element of such a tensor. */
union number {
	int64_t i; /* of integers and bools */
	double f;  /* of float32 and float64 */
};

/* The elements of a small tensor, row-major, as far as they are known. */
struct contents {
	size_t count;
	uint32_t known; /* a bit for each element */
	bool real;      /* the elements are f, not i */
	union number number[CONTENT_LIMIT];
};

bool content_is_known(const struct contents *contents, size_t i);
bool contents_complete(const struct contents *contents);

/* One more element behind the others. False when there are too many. */
bool contents_add(struct contents *contents, union number number);
bool contents_add_int(struct contents *contents, int64_t i);
bool contents_add_unknown(struct contents *contents);

/* The same for element i of other contents. */
bool contents_add_from(struct contents *contents, const struct contents *other, size_t i);

/* Whether tensors of a type can be followed; count elements of it as contents. A splat's
   elements are all the first. elements NULL: all are 0. */
bool contents_follow(enum dtype dtype);
void contents_read(struct contents *contents, enum dtype dtype, const void *elements,
	size_t count, bool splat);

/* Writes complete contents of integers as elements of a type. */
void contents_write(const struct contents *contents, enum dtype dtype, void *elements);

#endif
