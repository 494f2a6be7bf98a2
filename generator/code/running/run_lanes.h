#ifndef OPGEN_CODE_RUN_LANES_H
#define OPGEN_CODE_RUN_LANES_H

#include "code/statements/code.h"

/* The arithmetic of values, lane by lane, bit for bit what the emitted code computes on
   every target. */

/* The lanes of a value. Lanes beyond its type are unspecified. */
struct lanes {
	union {
		float f32[CODE_BYTES / sizeof(float)];
		double f64[CODE_BYTES / sizeof(double)];
		int64_t i64[CODE_BYTES / sizeof(int64_t)];
		unsigned char bytes[CODE_BYTES];
	} u;
};

/* Bytes of a value. */
size_t lanes_size(struct code_type type);

/* Bytes in memory of the element that becomes one lane of a value. */
size_t lanes_memory_size(enum dtype memory, struct code_type type);

/* n lanes from number `lane` on read from memory, where a half type widens to float32;
   and the first n lanes written to memory, where float32 is rounded to a half type. */
void lanes_widen(struct lanes *to, int lane, int n, struct code_type type,
	const unsigned char *from, enum dtype memory);
void lanes_narrow(unsigned char *to, enum dtype memory, const struct lanes *from, int n,
	struct code_type type);

/* VALUE_NUMBER. */
void lanes_number(const struct value *v, struct lanes *to);

/* Lane 0 in all lanes: VALUE_SET1. */
void lanes_repeat(struct code_type type, struct lanes *to);

/* Arithmetic and VALUE_CONVERT; operands that the kind does not have are not read. The
   result of this and of what follows is none of the operands. */
void lanes_compute(
	const struct value *v, const struct lanes *const a[static 3], struct lanes *to);

/* VALUE_MAX, VALUE_MIN, VALUE_NAN_OR, VALUE_CHOOSE, VALUE_EQUAL: each lane is one of two
   operands'. The first three read a[0] and a[1]. */
void lanes_choose(
	const struct value *v, const struct lanes *const a[static 4], struct lanes *to);

/* VALUE_SHUFFLE, VALUE_LOW, VALUE_HIGH: lanes of two operands, put in another order. */
void lanes_shuffle(
	const struct value *v, const struct lanes *const a[static 2], struct lanes *to);

#endif
