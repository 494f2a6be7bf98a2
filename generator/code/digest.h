#ifndef OPGEN_CODE_DIGEST_H
#define OPGEN_CODE_DIGEST_H

#include "code/code.h"

/* Expressions by digests of 64 bits: those of the same operations on the same elements in
   the same order are equal, and others are not, but by a chance of 1 in 2^60 or so.
   What C computes alike is alike: a + b and b + a; a * b + c however it is written, if it
   is rounded twice; a product with 1/8 and a division by 8; a division by 1 and none;
   a sum with +0, where it is not -0, and the sum. */

enum digest_bits {
	DIGEST_NONE = 0 /* of nothing: what is not set */
};

uint64_t digest_number(double number);

/* Element k of an argument, which is number `operand` of the operation's. */
uint64_t digest_argument(size_t operand, int64_t k);

/* That of a constant: known by what it holds. */
uint64_t digest_constant(const struct operand *operand, int64_t k);

uint64_t digest_add(uint64_t a, uint64_t b);
uint64_t digest_multiply(uint64_t a, uint64_t b);
uint64_t digest_fma(uint64_t a, uint64_t b, uint64_t c);
uint64_t digest_divide(uint64_t a, uint64_t b);

/* Any other operation of one or two values, by its kind; `more` is what else it depends
   on: a root's degree. */
uint64_t digest_operation(enum value_kind kind, uint64_t more, uint64_t a, uint64_t b);
uint64_t digest_choose(uint64_t a, uint64_t b, uint64_t c, uint64_t d);
uint64_t digest_power(uint64_t a, double exponent);

/* A result that becomes a number of 16 bits in memory; elements are that already. */
uint64_t digest_round(uint64_t a);

#endif
