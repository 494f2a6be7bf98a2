#ifndef OPGEN_CODE_EXPRESS_H
#define OPGEN_CODE_EXPRESS_H

#include "code/code.h"

/* Runs functions with expressions for numbers: what comes out tells how each output is
   made of the elements of the inputs, as digests. */

struct arena;

/* What a pointer argument points to: digests of n elements of so many bytes, DIGEST_NONE
   where nothing has been set. */
struct expressions {
	uint64_t *element;
	int64_t n, size;
};

/* Calls a function; one object for each parameter. unit: bytes of an element, of several
   of which what is moved may be one; 0: of numbers, which are not. Returns what is
   wrong, in words, or NULL. */
const char *express(const struct function *function, const struct expressions *object,
	size_t unit, struct arena *arena);

#endif
