#ifndef OPGEN_INFER_ARITHMETIC_H
#define OPGEN_INFER_ARITHMETIC_H

#include "infer/contents.h"

/* Operations on contents. */
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

/* Combines two operands of elements of dtype; one with a single element is repeated.
   Results that overflow are unknown. False: the operands do not fit. */
bool compute_pairs(enum arithmetic arithmetic, enum dtype dtype, const struct contents *a,
	const struct contents *b, struct contents *result);

/* One operand. */
void compute_each(enum arithmetic arithmetic, enum dtype dtype, const struct contents *a,
	struct contents *result);

/* Casts contents to another type. */
void contents_cast(
	const struct contents *contents, enum dtype dtype, struct contents *result);

#endif
