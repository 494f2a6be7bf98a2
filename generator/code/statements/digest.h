#ifndef OPGEN_CODE_DIGEST_H
#define OPGEN_CODE_DIGEST_H

#include "code/statements/code.h"

/* Expressions by digests of 64 bits: those of the same operations on the same elements
   are equal, and others are not, but by a chance of 1 in 2^60 or so. */

enum digest_bits {
	DIGEST_NONE = 0 /* of nothing: what is not set */
};

enum {
	DIGEST_OPERANDS = 4 /* of an operation, at most */
};

/* One number stirred into another: odd multipliers, and shifts that bring high bits down.
 */
static inline uint64_t
digest_stir(uint64_t a, uint64_t b)
{
	a = (a ^ a >> 29) * 0xbf58476d1ce4e5b9u + b;
	a = (a ^ a >> 32) * 0x94d049bb133111ebu;
	return a ^ a >> 31;
}

/* What makes digests, and says thereby which expressions are the same. */
struct arithmetic {
	uint64_t (*number)(double number);
	/* Element k of an argument, which is number `operand` of the operation's. */
	uint64_t (*argument)(size_t operand, int64_t k);
	/* That of a constant: known by what it holds. */
	uint64_t (*constant)(const struct operand *operand, int64_t k);
	/* An operation on DIGEST_OPERANDS digests, of which it uses what its kind says.
	   `more` is what else the result depends on: a root's degree, the type of a
	   conversion, the exponent of a power as a digest. VALUE_ROUND: a result that
	   becomes a number of 16 bits in memory; elements are that already. */
	uint64_t (*compute)(enum value_kind kind, uint64_t more, const uint64_t *a);
	/* The same in each of n lanes of vectors: to[lane[i]] of a[0][lane[i]], …, the
	   digests of noperand operands; DIGEST_NONE where one of these is. */
	void (*compute_lanes)(enum value_kind kind, uint64_t more,
		const uint64_t *const *a, int noperand, const int *lane, int n,
		uint64_t *to);
};

/* Computes lanes one by one, by compute(). */
static inline void
digest_lanes(const struct arithmetic *arithmetic, enum value_kind kind, uint64_t more,
	const uint64_t *const *a, int noperand, const int *lane, int n, uint64_t *to)
{
	for (int i = 0; i < n; i++) {
		uint64_t digest[DIGEST_OPERANDS] = {0};
		bool known = true;

		for (int k = 0; k < noperand; k++) {
			digest[k] = a[k][lane[i]];
			known &= digest[k] != DIGEST_NONE;
		}
		to[lane[i]] =
			known ? arithmetic->compute(kind, more, digest) : DIGEST_NONE;
	}
}

/* Expressions whose results have the same bits: those of the same operations in the same
   order. What C computes alike is alike: a + b and b + a; a * b + c however it is
   written, if it is rounded twice; a product with 1/8 and a division by 8; a division by
   1 and none; a sum with +0, where it is not -0, and the sum; the larger one of an
   element and itself, and the element. */
extern const struct arithmetic rounded_arithmetic;

/* Whether a constant's elements are numbers that a double holds; else they are bytes. */
static inline bool
is_number(enum dtype dtype)
{
	return dtype_is_real(dtype) ||
	       (dtype_is_integer(dtype) && dtype_info[dtype].size < sizeof(int64_t));
}

#endif
