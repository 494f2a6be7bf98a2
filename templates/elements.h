#ifndef OPGEN_TEMPLATES_ELEMENTS_H
#define OPGEN_TEMPLATES_ELEMENTS_H

#include "schedule.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct out;
struct tiles;

/* A constant array to be emitted: which operand, as which type, in which order. */
struct array {
	const struct schedule *schedule;
	const struct operand *operand;
	enum dtype dtype;
	const struct tiles *packed; /* the order of kernel_tiles, or NULL for row-major */
};

/* How its elements are spelt. */
enum form {
	FORM_LITERALS,
	FORM_BITS,  /* unsigned integers of the same bits */
	FORM_STRING /* the bytes, the lowest of a number first */
};

enum form form_of(const struct array *array);

/* Elements of the array, those that fill up vectors included. */
int64_t array_length(const struct array *array);

enum {
	NUMBERS_A_LINE = 8 /* and a row of FORM_BITS: gcc takes a third less time where
			      each is an array of its own */
};

/* Bytes of the unsigned integers that hold an element's bits; complex numbers are two. */
size_t word_size(const struct array *array);

/* Bytes of the unsigned integers that compilers read fastest: of a word, or more where
   the array is large; those hold several words where the lowest byte of a number comes
   first. */
size_t wide_size(const struct array *array);

/* Unsigned integers of `size` bytes that hold all of the array's bits. */
int64_t count_numbers(const struct array *array, size_t size);

/* What stands between the braces, as literals or as a string; whole lines. */
void emit_elements(struct out *out, const struct array *array);

/* The same of FORM_BITS, as unsigned integers of `size` bytes. */
void emit_numbers(struct out *out, const struct array *array, size_t size);

#endif
