#ifndef OPGEN_INFER_KNOWN_H
#define OPGEN_INFER_KNOWN_H

#include "base/dtype.h"
#include "infer/dims.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known of one value. */
struct known {
	enum dtype dtype;    /* DTYPE_NONE: not known, or none that opgen has */
	const char *foreign; /* the word for a type that opgen has not, or NULL */
	bool has_rank;
	bool overridden; /* the user said the shape */
	bool constant;   /* shapes_elements can be asked: a constant of the file, what
			    Identity, Constant and ConstantOfShape make of one, or integers
			    computed from constants and shapes */
	size_t rank;     /* at most KNOWN_RANK */
	const int64_t *extent; /* -1: not known */
	/* The file declares a shape and the operation that makes the tensor comes to
	   another one; the end of a message ("is declared as [1, 3], but Conv makes [1,
	   4] of it"), or NULL. No rank is known then. */
	const char *conflict;
};

/* Whether the rank and every extent are known. */
bool known_is_concrete(const struct known *known);

/* The number of elements of a concrete shape; false when it is above LENGTH_LIMIT. */
bool known_count(const struct known *known, int64_t *count);

#endif
