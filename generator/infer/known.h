#ifndef OPGEN_INFER_KNOWN_H
#define OPGEN_INFER_KNOWN_H

#include "base/dtype.h"
#include "ops/shape/dims.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of one value. */
struct known {
	enum dtype dtype;    /* DTYPE_NONE: unknown, or not supported */
	const char *foreign; /* the name of a type that is not supported, or NULL */
	bool has_rank;
	bool overridden; /* the user gave the shape */
	bool constant;   /* shapes_elements works: a constant of the file, the result of
			    Identity, Constant or ConstantOfShape, or integers computed from
			    constants and shapes */
	bool computed;   /* shapes_elements works, but the elements are floats that were
			    computed with each multiply and add rounded: good enough for
			    shapes, scales and other parameters of operations */
	size_t rank;     /* at most KNOWN_RANK */
	const int64_t *extent; /* -1: not known */
	/* If the shape that the file declares differs from the inferred one, the end of a
	   message ("is declared as [1, 3], but Conv makes [1, 4] of it"), and the rank is
	   unknown; else NULL. */
	const char *conflict;
};

/* Whether its elements are known, computed floats among them. */
bool known_has_elements(const struct known *known);

/* Whether the rank and every extent are known. */
bool known_is_concrete(const struct known *known);

/* The number of elements of a concrete shape; false when it is above LENGTH_LIMIT. */
bool known_count(const struct known *known, int64_t *count);

#endif
