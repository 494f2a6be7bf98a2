#ifndef OPGEN_INFER_CONTENTS_H
#define OPGEN_INFER_CONTENTS_H

#include "base/dtype.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	CONTENT_LIMIT = 16 /* the most elements of a tensor whose contents are tracked */
};

/* An element of such a tensor. */
union number {
	int64_t i; /* of integers and bools */
	double f;  /* of float32 and float64 */
};

/* The known elements of a small tensor, row-major. */
struct contents {
	size_t count;
	uint32_t known; /* a bit for each element */
	bool real;      /* the elements are f, not i */
	union number number[CONTENT_LIMIT];
};

bool content_is_known(const struct contents *contents, size_t i);
bool contents_complete(const struct contents *contents);

/* Appends an element. False if there are too many. */
bool contents_add(struct contents *contents, union number number);
bool contents_add_int(struct contents *contents, int64_t i);
bool contents_add_unknown(struct contents *contents);

/* Appends element i of other contents. */
bool contents_add_from(struct contents *contents, const struct contents *other, size_t i);

/* Whether contents of a type are tracked; and count elements of it as contents. The
   elements of a splat all equal the first. elements NULL: all are 0. */
bool contents_follow(enum dtype dtype);
void contents_read(struct contents *contents, enum dtype dtype, const void *elements,
	size_t count, bool splat);

/* Writes complete contents of integers as elements of a type. */
void contents_write(const struct contents *contents, enum dtype dtype, void *elements);

#endif
