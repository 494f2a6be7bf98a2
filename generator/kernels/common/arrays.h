#ifndef OPGEN_KERNELS_COMMON_ARRAYS_H
#define OPGEN_KERNELS_COMMON_ARRAYS_H

#include "kernels/design.h"

#include <stddef.h>
#include <stdint.h>

/* The constant arrays of a function: which there are, and the form that they have in C,
   by which code names them. */

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

/* Those of a schedule that is cut which its boxes read parts of; of its boxes,
   arrays_of() finds the others. */
size_t shared_arrays(const struct schedule *schedule, struct array *array);

/* Elements of the array, including those that pad vectors. */
int64_t array_length(const struct array *array);

/* The name of the argument or array by which a kernel reads an operand; "NULL" for a
   constant without elements. */
const char *array_name(
	const struct schedule *schedule, const struct operand *operand, char *name);
enum {
	ARRAY_NAME_SIZE = 256
};

/* Where a constant begins in that array, which a box shares with others. */
int64_t array_first(const struct schedule *schedule, const struct operand *operand);

#endif
