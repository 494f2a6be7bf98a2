#ifndef OPGEN_EMIT_ARRAYS_H
#define OPGEN_EMIT_ARRAYS_H

#include "kernels/design.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out;

/* A constant array to be emitted: its operand, type and order. */
struct array {
	const struct schedule *schedule;
	const struct operand *operand;
	enum dtype dtype;
	const struct stored_weights *stored; /* NULL: in the operand's own order */
	const char *function; /* the external function that it belongs to */
};

/* The form in which its elements are written. */
enum form {
	FORM_LITERALS,
	FORM_BITS,   /* unsigned integers with the same bits */
	FORM_STRING, /* a string of the bytes, lowest first */
	FORM_EITHER  /* FORM_STRING for compilers known to accept it, else FORM_BITS */
};

enum form form_of(const struct array *array);

/* The constant arrays that a node's kernel reads, at most MAX_OPERAND; returns how many
   there are. */
size_t arrays_of(const struct schedule *schedule, struct array *array);

/* Elements of the array, including those that pad vectors. */
int64_t array_length(const struct array *array);

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
