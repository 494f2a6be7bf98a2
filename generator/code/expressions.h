#ifndef OPGEN_CODE_EXPRESSIONS_H
#define OPGEN_CODE_EXPRESSIONS_H

#include "code/cells.h"
#include "code/code.h"

#include <stdbool.h>

/* What a pointer argument points to: n elements of so many bytes, of an operand of the
   operation's, or cells. */
struct expressions {
	int64_t n, size;
	const struct operand *operand; /* NULL: cells */
	size_t number;                 /* the operand's */
	/* Which element of the operand element k is, or, where that is negative, padding;
	   NULL: k itself. */
	int64_t (*source)(const void *packing, int64_t k);
	const void *packing;
	uint64_t padding;
	struct cells cells;
	bool output; /* what the function is for, and nothing that it reads again */
};

/* Element k of what is not cells. */
uint64_t expressions_given(const struct expressions *given, int64_t k);

#endif
