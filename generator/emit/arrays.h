#ifndef OPGEN_EMIT_ARRAYS_H
#define OPGEN_EMIT_ARRAYS_H

#include "kernels/common/arrays.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out;

enum {
	ELEMENTS_A_LINE = 8 /* numbers in a line */
};

/* The unsigned integers with an array's bits. If there is more than one line of them,
   each is a row of a two-dimensional array, which takes gcc a third less time. */
struct words {
	int bits;              /* of one; a complex number is two of them */
	int64_t rows, columns; /* rows: 0 if the array has one dimension */
	int64_t bytes;         /* of all elements */
};
struct words array_words(const struct array *array);

/* Stores the bytes of n elements, from number `first` on, with the lowest byte of each
   number first; returns how many bytes there are. */
size_t array_bytes_at(
	const struct array *array, int64_t first, int64_t n, unsigned char *bytes);

/* Emits the elements between the braces, as whole lines; any form but FORM_EITHER. */
void emit_elements(struct out *out, const struct array *array, enum form form);

#endif
