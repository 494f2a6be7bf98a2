#ifndef OPGEN_INFER_DIMS_H
#define OPGEN_INFER_DIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	KNOWN_RANK = 16, /* tensors of more dimensions are not followed */
	UNKNOWN = -1     /* an extent that is not known */
};

/* A shape that is being worked on. */
struct dims {
	size_t rank;
	int64_t extent[KNOWN_RANK]; /* 0 to LENGTH_LIMIT, or UNKNOWN */
};

/* One more dimension behind the others; false when there are too many or when the extent
   is none. */
bool dims_add(struct dims *dims, int64_t extent);

/* The dimensions from, ..., to - 1 of another shape, behind the others. */
bool dims_add_part(struct dims *dims, const struct dims *other, size_t from, size_t to);

/* Forgets every extent; the rank stays. */
void dims_forget(struct dims *dims);

bool dims_concrete(const struct dims *dims);

/* The product of the extents from, ..., to - 1, UNKNOWN if one of them is. False when it
   is above LENGTH_LIMIT. */
bool dims_product(const struct dims *dims, size_t from, size_t to, int64_t *product);

/* The dimensions that both shapes broadcast to, stored in the first. False when they do
   not. */
bool dims_broadcast(struct dims *dims, const struct dims *other);

/* a * b and a + b of extents, UNKNOWN if one of them is. False when the result or one of
   them is no extent. */
bool extent_multiply(int64_t a, int64_t b, int64_t *product);
bool extent_add(int64_t a, int64_t b, int64_t *sum);

/* What two extents broadcast to. False when they do not. */
bool extent_broadcast(int64_t a, int64_t b, int64_t *extent);

/* Where an axis, counted from the end when it is negative, lies below rank. False when it
   does not. */
bool axis_place(int64_t axis, size_t rank, size_t *place);

#endif
