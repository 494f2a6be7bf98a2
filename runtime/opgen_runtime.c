/* The larger functions that emitted C calls: fused multiply-adds for machines without
   one, and a check of the processor's settings.

   SPDX-License-Identifier: 0BSD */
#include "opgen_runtime.h"

OPGEN_BEGIN

/* The functions below keep numbers wider than the result until one last rounding. If bits
   are lost before that, the lowest bit kept is set ("rounding to odd"): with at least two
   bits to spare, the last rounding is then that of the exact number. */

/* A 128-bit unsigned integer. */
struct wide {
	uint64_t high, low;
};

static struct wide
wide_multiply(uint64_t a, uint64_t b)
{
	const uint64_t a_low = a & 0xffffffff, a_high = a >> 32;
	const uint64_t b_low = b & 0xffffffff, b_high = b >> 32;
	const uint64_t low = a_low * b_low;
	const uint64_t middle = a_high * b_low + (low >> 32);
	const uint64_t other = a_low * b_high + (middle & 0xffffffff);
	struct wide product;

	product.high = a_high * b_high + (middle >> 32) + (other >> 32);
	product.low = other << 32 | (low & 0xffffffff);
	return product;
}

/* shift is below 128, and nothing is lost. */
static struct wide
wide_shift_left(struct wide x, int shift)
{
	if (shift >= 64) {
		x.high = x.low;
		x.low = 0;
		shift -= 64;
	}
	if (shift > 0) {
		x.high = x.high << shift | x.low >> (64 - shift);
		x.low <<= shift;
	}
	return x;
}

/* Rounds to odd; shift is not negative. */
static struct wide
wide_shift_right(struct wide x, int shift)
{
	uint64_t lost = 0;

	while (shift >= 64) {
		lost |= x.low;
		x.low = x.high;
		x.high = 0;
		shift -= 64;
		if ((x.high | x.low) == 0)
			shift = 0;
	}
	if (shift > 0) {
		lost |= x.low << (64 - shift);
		x.low = x.low >> shift | x.high << (64 - shift);
		x.high >>= shift;
	}
	x.low |= lost != 0;
	return x;
}

static struct wide
wide_add(struct wide a, struct wide b)
{
	struct wide sum;

	sum.low = a.low + b.low;
	sum.high = a.high + b.high + (sum.low < a.low);
	return sum;
}

static struct wide
wide_subtract(struct wide a, struct wide b)
{
	struct wide difference;

	difference.low = a.low - b.low;
	difference.high = a.high - b.high - (a.low < b.low);
	return difference;
}

static int
wide_is_less(struct wide a, struct wide b)
{
	return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* The number of bits up to the highest one set. */
static int
wide_length(struct wide x)
{
	uint64_t part = x.high ? x.high : x.low;
	int length = x.high ? 64 : 0;

	for (; part; part >>= 1)
		length++;
	return length;
}

/* A finite number that is not zero: significand * 2^exponent. */
struct unpacked {
	uint64_t significand; /* 2^52 to 2^53 - 1 */
	int exponent;
	int is_negative;
};

static struct unpacked
unpack(double x)
{
	const uint64_t bits = opgen_double_bits(x);
	const int field = (int)(bits >> 52 & 0x7ff);
	struct unpacked number;

	number.is_negative = bits >> 63 != 0;
	number.significand = bits & 0x000fffffffffffff;
	number.exponent = (field ? field : 1) - 1075;
	if (field)
		number.significand |= 0x0010000000000000;
	while (number.significand < 0x0010000000000000) {
		number.significand <<= 1;
		number.exponent--;
	}
	return number;
}

/* x * 2^exponent, rounded to nearest, ties to even; x is not zero. */
static double
pack(int is_negative, struct wide x, int exponent)
{
	const uint64_t sign = (uint64_t)is_negative << 63;
	const int spare = wide_length(x) - 62;

	x = spare > 0 ? wide_shift_right(x, spare) : wide_shift_left(x, -spare);
	exponent += spare;

	/* 53 of the 62 bits stay, or fewer in a subnormal, whose unit is 2^-1074. */
	int drop = exponent < -1074 - 9 ? -1074 - exponent : 9;
	if (exponent + drop + 1074 > 2045)
		return opgen_double_from_bits(sign | 0x7ff0000000000000);
	exponent += drop;
	if (drop > 63)
		drop = 63;
	const uint64_t half = (uint64_t)1 << (drop - 1);
	const uint64_t lost = x.low & (half + half - 1);
	uint64_t kept = x.low >> drop;
	kept += lost > half || (lost == half && (kept & 1));

	/* The significand's leading bit, if it is set, adds to the exponent. */
	return opgen_double_from_bits(
		sign | (((uint64_t)(exponent + 1074) << 52) + kept));
}

/* The sum of two numbers of one exponent, neither zero, in one rounding. */
static double
add_and_pack(
	struct wide a, int a_is_negative, struct wide b, int b_is_negative, int exponent)
{
	if (a_is_negative == b_is_negative)
		return pack(a_is_negative, wide_add(a, b), exponent);
	if (wide_is_less(b, a))
		return pack(a_is_negative, wide_subtract(a, b), exponent);
	if (wide_is_less(a, b))
		return pack(b_is_negative, wide_subtract(b, a), exponent);
	return 0.0;
}

static int
is_finite(double x)
{
	return (opgen_double_bits(x) >> 52 & 0x7ff) != 0x7ff;
}

float
opgen_fmaf_exact(float a, float b, float c)
{
	/* The product of two floats is exact in double; `lost` is exactly what the sum's
	   rounding loses (Knuth's two-sum). */
	const double product = (double)a * (double)b;
	const double sum = product + (double)c;
	const double c_share = sum - product;
	const double product_share = sum - c_share;
	const double product_lost = product - product_share;
	const double c_lost = (double)c - c_share;
	const double lost = product_lost + c_lost;
	uint64_t bits = opgen_double_bits(sum);

	/* Rounds to odd instead; lost is NaN if the sum is not finite. */
	if ((lost > 0.0 || lost < 0.0) && (bits & 1) == 0)
		bits += (lost > 0.0) == (sum > 0.0) ? 1 : UINT64_MAX;
	return (float)opgen_double_from_bits(bits);
}

double
opgen_fma_exact(double a, double b, double c)
{
	if (!is_finite(a) || !is_finite(b) || a == 0.0 || b == 0.0) {
		const double product = a * b;

		return product + c;
	}
	if (!is_finite(c))
		return c + c;
	if (c == 0.0)
		return a * b;

	const struct unpacked ua = unpack(a), ub = unpack(b), uc = unpack(c);
	struct wide product = wide_multiply(ua.significand, ub.significand);
	struct wide addend = {0, uc.significand};
	int exponent = ua.exponent + ub.exponent;
	const int above = uc.exponent - exponent;

	/* The product has at most 106 bits, the addend 53. Bits are lost only from the
	   one that is far smaller, so a difference keeps enough of them. */
	if (above < 0) {
		addend = wide_shift_right(addend, -above);
	} else {
		const int left = above < 74 ? above : 74;

		addend = wide_shift_left(addend, left);
		product = wide_shift_right(product, above - left);
		exponent += above - left;
	}
	return add_and_pack(product, ua.is_negative != ub.is_negative, addend,
		uc.is_negative, exponent);
}

int
opgen_keeps_subnormals(void)
{
	/* The first multiplication shows whether results are flushed, the second whether
	   operands are. volatile keeps compilers from evaluating them. */
	const volatile float least = FLT_MIN;
	const volatile double least_double = DBL_MIN;
	const volatile float half = least * 0.5f;
	const volatile double half_double = least_double * 0.5;

	return half * 2.0f == FLT_MIN && half_double * 2.0 == DBL_MIN;
}

OPGEN_END
