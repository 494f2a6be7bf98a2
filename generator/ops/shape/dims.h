#ifndef OPGEN_OPS_SHAPE_DIMS_H
#define OPGEN_OPS_SHAPE_DIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	KNOWN_RANK = 16, /* tensors of more dimensions are not tracked */
	UNKNOWN = -1     /* an unknown extent */
};

/* A shape being computed. */
struct dims {
	size_t rank;
	int64_t extent[KNOWN_RANK]; /* 0 to LENGTH_LIMIT, or UNKNOWN */
};

struct tensor;

/* A shape all of which is known; a tensor's. */
struct dims dims_known(const int64_t *extent, size_t rank);
struct dims tensor_dims(const struct tensor *tensor);

/* Appends a dimension; false if there are too many, or it is no legal extent. */
bool dims_add(struct dims *dims, int64_t extent);

/* Appends dimensions from, ..., to - 1 of another shape. */
bool dims_add_part(struct dims *dims, const struct dims *other, size_t from, size_t to);

/* Forgets every extent; the rank stays. */
void dims_forget(struct dims *dims);

bool dims_concrete(const struct dims *dims);
bool dims_equal(const struct dims *dims, const struct dims *other);

/* The product of the extents from, ..., to - 1, UNKNOWN if one of them is. False when it
   is above LENGTH_LIMIT. */
bool dims_product(const struct dims *dims, size_t from, size_t to, int64_t *product);

/* The dimensions that both shapes broadcast to, stored in the first. False when they do
   not. */
bool dims_broadcast(struct dims *dims, const struct dims *other);

/* The same; where they do not, says along which axis of the result, the first of them. */
bool dims_broadcast_at(struct dims *dims, const struct dims *other, size_t *axis);

/* a * b and a + b of extents, UNKNOWN if either is. False if the result or either is no
   legal extent. */
bool extent_multiply(int64_t a, int64_t b, int64_t *product);
bool extent_add(int64_t a, int64_t b, int64_t *sum);

/* The extent to which two extents broadcast. False if they do not. */
bool extent_broadcast(int64_t a, int64_t b, int64_t *extent);

/* An axis, counted from the end if it is negative, as an index below rank. False if it is
   out of range. */
bool axis_place(int64_t axis, size_t rank, size_t *place);

#endif
