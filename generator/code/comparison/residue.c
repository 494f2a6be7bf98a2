#include "code/comparison/residue.h"

#include "plan/plan.h"

#include <math.h>

/* Residues are numbers from 1 to PRIME, which stands for 0: none is DIGEST_NONE. */
enum {
	BITS = 61,
	MANTISSA_BITS = 53
};
#define PRIME ((UINT64_C(1) << BITS) - 1)

/* 2^61 is 1: what is above the lowest bits is added to them. */
static inline uint64_t
reduce(uint64_t a)
{
	a = (a & PRIME) + (a >> BITS);
	return a > PRIME ? a - PRIME : a ? a : PRIME;
}

static inline uint64_t
add(uint64_t a, uint64_t b)
{
	return reduce(a + b);
}

static inline uint64_t
negate(uint64_t a)
{
	return reduce(PRIME - a);
}

/* Halves of 32 bits: the product is high * 2^64 + middle * 2^32 + low. */
static inline uint64_t
multiply(uint64_t a, uint64_t b)
{
	uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b;
	uint64_t b_high = b >> 32, low = a_low * b_low, high = a_high * b_high;
	uint64_t middle = a_low * b_high + a_high * b_low;

	return reduce((high << 3) + (middle >> 29) +
		      ((middle & ((UINT64_C(1) << 29) - 1)) << 32) + (low & PRIME) +
		      (low >> BITS));
}

/* Fermat: the power of PRIME - 2, whose bits are all set but one. */
static uint64_t
inverse(uint64_t a)
{
	uint64_t power = a, result = 1;

	for (int i = 0; i < BITS; i++) {
		if (i != 1)
			result = multiply(result, power);
		power = multiply(power, power);
	}
	return result;
}

/* Multiplying by a power of two rotates the bits. */
static uint64_t
residue_number(double number)
{
	int exponent;
	uint64_t bits;

	if (!isfinite(number))
		return reduce(rounded_arithmetic.number(number));
	if (number >= 0 && number < (double)(PRIME / 2) &&
		number == (double)(int64_t)number)
		return reduce((uint64_t)number);
	bits = (uint64_t)ldexp(fabs(frexp(number, &exponent)), MANTISSA_BITS);
	exponent = ((exponent - MANTISSA_BITS) % BITS + BITS) % BITS;
	bits = reduce((bits << exponent & PRIME) | bits >> (BITS - exponent));
	return number < 0 ? negate(bits) : bits;
}

static uint64_t
residue_argument(size_t operand, int64_t k)
{
	return reduce(rounded_arithmetic.argument(operand, k));
}

static uint64_t
residue_constant(const struct operand *o, int64_t k)
{
	if (is_number(o->dtype))
		return residue_number(operand_number(o, k));
	return reduce(rounded_arithmetic.constant(o, k));
}

static uint64_t
compute(enum value_kind kind, uint64_t more, const uint64_t *a)
{
	switch (kind) {
	case VALUE_ADD:
		return add(a[0], a[1]);
	case VALUE_SUBTRACT:
		return add(a[0], negate(a[1]));
	case VALUE_MULTIPLY:
		return multiply(a[0], a[1]);
	case VALUE_DIVIDE:
		return multiply(a[0], inverse(a[1]));
	case VALUE_MULADD:
	case VALUE_FMA:
		return add(multiply(a[0], a[1]), a[2]);
	default:
		return reduce(rounded_arithmetic.compute(kind, more, a));
	}
}

/* Sums are most of what is computed. */
static void
compute_lanes(enum value_kind kind, uint64_t more, const uint64_t *const *a, int noperand,
	const int *lane, int n, uint64_t *to)
{
	if (kind != VALUE_MULADD && kind != VALUE_FMA) {
		digest_lanes(&exact_arithmetic, kind, more, a, noperand, lane, n, to);
		return;
	}
	for (int i = 0; i < n; i++) {
		uint64_t x = a[0][lane[i]], y = a[1][lane[i]], sum = a[2][lane[i]];

		to[lane[i]] = x && y && sum ? add(multiply(x, y), sum) : DIGEST_NONE;
	}
}

const struct arithmetic exact_arithmetic = {.number = residue_number,
	.argument = residue_argument,
	.constant = residue_constant,
	.compute = compute,
	.compute_lanes = compute_lanes};
