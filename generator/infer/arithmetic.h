#ifndef OPGEN_INFER_ARITHMETIC_H
#define OPGEN_INFER_ARITHMETIC_H

#include "infer/contents.h"

/* What is computed with contents. */
enum arithmetic {
	COMPUTE_NOTHING,
	COMPUTE_ADD,
	COMPUTE_SUBTRACT,
	COMPUTE_MULTIPLY,
	COMPUTE_DIVIDE, /* of integers: rounded towards zero */
	COMPUTE_FLOOR_DIVIDE,
	COMPUTE_FLOOR_MODULO,
	COMPUTE_MINIMUM,
	COMPUTE_MAXIMUM,
	COMPUTE_EQUAL,
	COMPUTE_NEGATE,
	COMPUTE_ABSOLUTE,
	COMPUTE_FLOOR,
	COMPUTE_CEIL,
	COMPUTE_ROUND
};

/* Two operands, one of them repeated where it has one element; false when they do not
   fit. Elements of dtype; what overflows is not known. */
bool compute_pairs(enum arithmetic arithmetic, enum dtype dtype, const struct contents *a,
	const struct contents *b, struct contents *result);

/* One operand. */
void compute_each(enum arithmetic arithmetic, enum dtype dtype, const struct contents *a,
	struct contents *result);

/* Contents as elements of another type, as a cast makes them. */
void contents_cast(
	const struct contents *contents, enum dtype dtype, struct contents *result);

#endif
