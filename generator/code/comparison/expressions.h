#ifndef OPGEN_CODE_EXPRESSIONS_H
#define OPGEN_CODE_EXPRESSIONS_H

#include "code/comparison/cells.h"
#include "code/statements/code.h"
#include "plan/plan.h"

#include <stdbool.h>

enum {
	TRANSFORMED_OPERAND = MAX_OPERAND /* the number of constants of which only the
					     place matters */
};

/* What a pointer argument points to: n elements of `size` bytes each, either of one of
   the operation's operands, or cells. An output in place of an operand is both: cells are
   written, and what is read is the operand's, as prove.h shows. */
struct expressions {
	int64_t n, size;
	const struct operand *operand; /* NULL: cells */
	size_t number;                 /* the number of the operand */
	/* The number of the operand's element that element k is; negative: padding.
	   NULL: it is k. */
	int64_t (*source)(const void *packing, int64_t k);
	const void *packing;
	uint64_t padding;
	/* What the operand's elements are exactly, and 1 / divisor; NULL: what they are.
	 */
	const struct transformed *transformed;
	uint64_t scale;
	struct cells cells;
	bool output; /* an output of the operation; what is written is not read again */
};

/* The same where elements are in another order than the operand's, or transformed. */
uint64_t expressions_packed(
	const struct expressions *given, const struct arithmetic *arithmetic, int64_t k);

/* The digest of element k, where that is an operand's. */
static inline uint64_t
expressions_given(
	const struct expressions *given, const struct arithmetic *arithmetic, int64_t k)
{
	if (given->source || given->transformed)
		return expressions_packed(given, arithmetic, k);
	return given->operand->constant ? arithmetic->constant(given->operand, k)
					: arithmetic->argument(given->number, k);
}

/* The digest of an element that an integer picks among `count`: element number i is
   element(context, i). Of many elements, some stand for all. */
uint64_t expressions_picked(const struct arithmetic *arithmetic, uint64_t integer,
	int64_t count, uint64_t (*element)(void *context, int64_t i), void *context);

#endif
