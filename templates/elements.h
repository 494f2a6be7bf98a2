#ifndef OPGEN_TEMPLATES_ELEMENTS_H
#define OPGEN_TEMPLATES_ELEMENTS_H

#include "kernels/design.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out;

/* A constant array to be emitted: which operand, as which type, in which order. */
struct array {
	const struct schedule *schedule;
	const struct operand *operand;
	enum dtype dtype;
	const struct stored_weights *stored; /* NULL: in the operand's own order */
};

/* How its elements are spelt. */
enum form {
	FORM_LITERALS,
	FORM_BITS,   /* unsigned integers of the same bits */
	FORM_STRING, /* the bytes, the lowest of a number first */
	FORM_EITHER /* FORM_STRING where a compiler is known to take it, else FORM_BITS */
};

enum form form_of(const struct array *array);

/* Elements of the array, those that fill up vectors included. */
int64_t array_length(const struct array *array);

enum {
	ELEMENTS_A_LINE = 8 /* of numbers */
};

/* Whether in FORM_BITS each line is an array of its own: gcc takes a third less time for
   those. */
bool has_rows(const struct array *array);

/* Bytes of the unsigned integers that hold an element's bits; complex numbers are two. */
size_t word_size(const struct array *array);

/* What stands between the braces, in any form but FORM_EITHER; whole lines. */
void emit_elements(struct out *out, const struct array *array, enum form form);

#endif
