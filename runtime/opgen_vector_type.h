/* The operations of one vector type, written once for all of them: opgen_vector.h
   includes this for each type, having defined OPGEN_VECTOR, OPGEN_TARGET, OPGEN_WIDTH and
   what only a machine's own instructions can say. No other file includes it.

   SPDX-License-Identifier: 0BSD */

#define OPGEN_JOIN(vector, name) vector##_##name
#define OPGEN_NAME(vector, name) OPGEN_JOIN(vector, name)

/* The name of the type's operation, or of a type that goes with it. */
#define OPGEN_OF(name) OPGEN_NAME(OPGEN_VECTOR, name)

#define OPGEN_FUNCTION OPGEN_ALWAYS_INLINE OPGEN_TARGET

#if OPGEN_WIDTH == 32
#define OPGEN_LANE float
#define OPGEN_BIT UINT32_C(1)
#else
#define OPGEN_LANE double
#define OPGEN_BIT UINT64_C(1)
#endif

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(load)(const OPGEN_LANE *p)
{
	return *(const OPGEN_OF(unaligned) *)(const void *)p;
}

OPGEN_FUNCTION void
OPGEN_OF(store)(OPGEN_LANE *p, OPGEN_VECTOR x)
{
	*(OPGEN_OF(unaligned) *)(void *)p = x;
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(set1)(OPGEN_LANE e)
{
	return OPGEN_SET1(e);
}

/* Of x86's maximum the second operand stays where the first is not greater. */
OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(max)(OPGEN_VECTOR a, OPGEN_VECTOR b)
{
#ifdef OPGEN_MAX
	return OPGEN_MAX(a, b);
#else
	OPGEN_OF(bits) greater = (OPGEN_OF(bits))(a > b);

	OPGEN_UNSEEN(greater);
	return (OPGEN_VECTOR)(((OPGEN_OF(bits))a & greater) |
			      ((OPGEN_OF(bits))b & ~greater));
#endif
}

/* Of x86's minimum the second operand stays where the first is not less. */
OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(min)(OPGEN_VECTOR a, OPGEN_VECTOR b)
{
#ifdef OPGEN_MIN
	return OPGEN_MIN(a, b);
#else
	OPGEN_OF(bits) less = (OPGEN_OF(bits))(a < b);

	OPGEN_UNSEEN(less);
	return (OPGEN_VECTOR)(((OPGEN_OF(bits))a & less) | ((OPGEN_OF(bits))b & ~less));
#endif
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(choose)(OPGEN_VECTOR a, OPGEN_VECTOR b, OPGEN_VECTOR c, OPGEN_VECTOR d)
{
	const OPGEN_OF(bits) greater = (OPGEN_OF(bits))(a > b);

	return (OPGEN_VECTOR)(((OPGEN_OF(bits))c & greater) |
			      ((OPGEN_OF(bits))d & ~greater));
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(nan_or)(OPGEN_VECTOR a, OPGEN_VECTOR b)
{
	const OPGEN_OF(bits) number = (OPGEN_OF(bits))(a == a);

	return (OPGEN_VECTOR)(((OPGEN_OF(bits))b & number) |
			      ((OPGEN_OF(bits))a & ~number));
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(floor)(OPGEN_VECTOR x)
{
	return OPGEN_FLOOR(x);
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(ceil)(OPGEN_VECTOR x)
{
	return OPGEN_CEIL(x);
}

#ifndef __x86_64__
OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(load_parts)(const OPGEN_LANE *p, ptrdiff_t step, int n)
{
	(void)step;
	(void)n;
	return OPGEN_OF(load)(p);
}
#endif

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(low)(OPGEN_VECTOR a, OPGEN_VECTOR b)
{
	return OPGEN_SHUFFLE(OPGEN_VECTOR, a, b, OPGEN_LOW);
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(high)(OPGEN_VECTOR a, OPGEN_VECTOR b)
{
	return OPGEN_SHUFFLE(OPGEN_VECTOR, a, b, OPGEN_HIGH);
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(fma)(OPGEN_VECTOR a, OPGEN_VECTOR b, OPGEN_VECTOR c)
{
	const OPGEN_VECTOR sum = OPGEN_FMA(a, b, c);

	return sum;
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(muladd)(OPGEN_VECTOR a, OPGEN_VECTOR b, OPGEN_VECTOR c)
{
	const OPGEN_VECTOR product = a * b;
	const OPGEN_VECTOR sum = product + c;

	return sum;
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(abs)(OPGEN_VECTOR x)
{
	return (OPGEN_VECTOR)((OPGEN_OF(bits))x & ~(OPGEN_BIT << (OPGEN_WIDTH - 1)));
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(sqrt)(OPGEN_VECTOR x)
{
	return OPGEN_SQRT(x);
}

/* The lanes of yes where the mask's are ones, of no where they are zeros. */
OPGEN_FUNCTION
OPGEN_OF(bits)
OPGEN_OF(select)(OPGEN_OF(ints) mask, OPGEN_OF(bits) yes, OPGEN_OF(bits) no)
{
	const OPGEN_OF(bits) ones = (OPGEN_OF(bits))mask;

	return (yes & ones) | (no & ~ones);
}

/* opgen_nearestf and opgen_nearest in every lane. */
OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(nearest)(OPGEN_VECTOR x)
{
#ifdef OPGEN_NEAREST
	return OPGEN_NEAREST(x);
#else
	const OPGEN_VECTOR most = OPGEN_OF(set1)(
		OPGEN_WIDTH == 32 ? (OPGEN_LANE)8388608 : (OPGEN_LANE)4503599627370496);
	const OPGEN_VECTOR size = OPGEN_OF(abs)(x);
	const OPGEN_VECTOR shifted = size + most;
	const OPGEN_VECTOR nearest = shifted - most;
	const OPGEN_OF(bits) sign = (OPGEN_OF(bits))x & (OPGEN_BIT << (OPGEN_WIDTH - 1));

	return (OPGEN_VECTOR)OPGEN_OF(select)((OPGEN_OF(ints))(size < most),
		(OPGEN_OF(bits))nearest | sign, (OPGEN_OF(bits))x);
#endif
}

#define OPGEN_NUMBER OPGEN_VECTOR
#define OPGEN_BITS OPGEN_NAME(OPGEN_VECTOR, bits)
#define OPGEN_TO_BITS(x) ((OPGEN_BITS)(x))
#define OPGEN_FROM_BITS(bits) ((OPGEN_VECTOR)(bits))
#define OPGEN_WHERE(test) ((OPGEN_BITS)(test))
#ifndef __wasm__ /* where that is no instruction */
#define OPGEN_ADD_EXACT(x, y, z) OPGEN_OF(fma)(x, y, z)
#endif
#include "opgen_elementary.h"

#if OPGEN_WIDTH == 32

#undef OPGEN_OF
#define OPGEN_OF(name) OPGEN_NAME(OPGEN_VECTOR, fused_##name)
#define OPGEN_FUSE(x, y, z) OPGEN_NAME(OPGEN_VECTOR, fma)(x, y, z)
#include "opgen_elementary.h"
#undef OPGEN_OF
#undef OPGEN_FUSE
#define OPGEN_OF(name) OPGEN_NAME(OPGEN_VECTOR, name)

/* opgen_rooted in every lane. */
OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(rooted)(OPGEN_OF(bits) x_bits, OPGEN_VECTOR root)
{
	const OPGEN_OF(bits) nan =
		(OPGEN_OF(bits))OPGEN_OF(set1)(opgen_float_from_bits(0x7fc00000));
	const OPGEN_OF(ints) is_positive = (OPGEN_OF(ints))(x_bits - 1 < 0x7f7fffff);
	const OPGEN_OF(ints) is_negative =
		(OPGEN_OF(ints))(x_bits - 0x80000001 < 0x7f800000);
	const OPGEN_OF(bits) special = OPGEN_OF(select)(is_negative, nan, x_bits);

	return (OPGEN_VECTOR)OPGEN_OF(select)(is_positive, (OPGEN_OF(bits))root, special);
}

/* opgen_cube_rootf, line by line. */
OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(cube_root)(OPGEN_VECTOR x)
{
	const OPGEN_VECTOR one = OPGEN_OF(set1)(1.0f);
	const OPGEN_OF(bits) x_bits = (OPGEN_OF(bits))x;
	const OPGEN_OF(ints) is_subnormal = (OPGEN_OF(ints))(x_bits < 0x00800000);
	const OPGEN_VECTOR scale = (OPGEN_VECTOR)OPGEN_OF(select)(is_subnormal,
		(OPGEN_OF(bits))OPGEN_OF(set1)(16777216.0f), (OPGEN_OF(bits))one);
	const OPGEN_VECTOR unscale = (OPGEN_VECTOR)OPGEN_OF(select)(is_subnormal,
		(OPGEN_OF(bits))OPGEN_OF(set1)(0.00390625f), (OPGEN_OF(bits))one);
	const OPGEN_VECTOR m = x * scale;

	const OPGEN_VECTOR as_integer =
		__builtin_convertvector((OPGEN_OF(ints))m, OPGEN_VECTOR);
	const OPGEN_VECTOR guess = OPGEN_OF(horner)(
		as_integer, OPGEN_OF(set1)(-0.333333343f), 1419902976.0f);
	OPGEN_VECTOR y = (OPGEN_VECTOR) __builtin_convertvector(guess, OPGEN_OF(ints));
	OPGEN_VECTOR product = m * y;
	OPGEN_VECTOR root = product * y;
	product = root * y;
	OPGEN_VECTOR lack = 1.0f - product;
	const OPGEN_VECTOR series =
		OPGEN_OF(horner)(lack, OPGEN_OF(set1)(0.223369762f), 0.334709853f);
	const OPGEN_VECTOR part = series * lack;
	y = OPGEN_OF(muladd)(part, y, y);

	product = m * y;
	root = product * y;
	product = root * y;
	lack = 1.0f - product;
	const OPGEN_VECTOR rest = lack * 0.666666687f;
	root = OPGEN_OF(muladd)(rest, root, root);

	return OPGEN_OF(rooted)(x_bits, root * unscale);
}

/* opgen_rootf, line by line. */
OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(root)(OPGEN_VECTOR x, int64_t p)
{
	if (p <= 2)
		return p == 2 ? OPGEN_OF(sqrt)(x) : x;
	if (p == 3)
		return OPGEN_OF(cube_root)(x);

	const float divisor = (float)p;
	const float inverse = 1.0f / divisor;
	const OPGEN_OF(bits) x_bits = (OPGEN_OF(bits))x;

	const OPGEN_OF(ints) is_subnormal = (OPGEN_OF(ints))(x_bits < 0x00800000);
	const OPGEN_VECTOR as_integer =
		__builtin_convertvector((OPGEN_OF(ints))x_bits, OPGEN_VECTOR);
	const OPGEN_OF(bits) bits =
		OPGEN_OF(select)(is_subnormal, (OPGEN_OF(bits))as_integer, x_bits);
	const OPGEN_OF(bits) exponent = (bits + 0x00cafb0d) >> 23;
	const OPGEN_VECTOR m = (OPGEN_VECTOR)(bits - ((exponent - 128) << 23));
	const OPGEN_VECTOR e = __builtin_convertvector(
		(OPGEN_OF(ints))exponent - 128 - (is_subnormal & 149), OPGEN_VECTOR);

	const OPGEN_VECTOR below = m - 1.0f;
	const OPGEN_VECTOR above = m + 1.0f;
	const OPGEN_VECTOR s = below / above;
	const OPGEN_VECTOR z = s * s;
	OPGEN_VECTOR series =
		OPGEN_OF(horner)(z, OPGEN_OF(set1)(0.43173787f), 0.576714456f);
	series = OPGEN_OF(horner)(z, series, 0.961798847f);
	series = OPGEN_OF(horner)(z, series, 2.88539004f);
	const OPGEN_VECTOR log2_m = s * series;

	const OPGEN_VECTOR log2_x = e + log2_m;
	const OPGEN_VECTOR shifted =
		OPGEN_OF(horner)(log2_x, OPGEN_OF(set1)(inverse), 512.5f);
	const OPGEN_OF(ints) q = __builtin_convertvector(shifted, OPGEN_OF(ints)) - 512;
	const OPGEN_VECTOR whole = __builtin_convertvector(q, OPGEN_VECTOR) * divisor;
	const OPGEN_VECTOR r = e - whole;

	const OPGEN_VECTOR sum = r + log2_m;
	const OPGEN_VECTOR t = sum * inverse;
	series = OPGEN_OF(horner)(t, OPGEN_OF(set1)(0.000154533613f), 0.00133910938f);
	series = OPGEN_OF(horner)(t, series, 0.00961808208f);
	series = OPGEN_OF(horner)(t, series, 0.0555035658f);
	series = OPGEN_OF(horner)(t, series, 0.240226507f);
	series = OPGEN_OF(horner)(t, series, 0.693147182f);
	const OPGEN_VECTOR power = t * series;
	const OPGEN_VECTOR y = power + 1.0f;

	const OPGEN_OF(bits) root = (OPGEN_OF(bits))y + ((OPGEN_OF(bits))q << 23);

	return OPGEN_OF(rooted)(x_bits, (OPGEN_VECTOR)root);
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(from_bfloat16)(OPGEN_OF(halves) h)
{
	return (OPGEN_VECTOR)((OPGEN_OF(bits))OPGEN_WIDEN(h) << 16);
}

/* opgen_float_to_bfloat16 in every lane. */
OPGEN_FUNCTION
OPGEN_OF(halves) OPGEN_OF(to_bfloat16)(OPGEN_VECTOR x)
{
	const OPGEN_OF(bits) bits = (OPGEN_OF(bits))x;
	const OPGEN_OF(bits) rounded = bits + 0x7fff + ((bits >> 16) & 1);
	const OPGEN_OF(bits) upper =
		OPGEN_OF(select)((OPGEN_OF(ints))(x == x), rounded, bits | 0x00400000) >>
		16;

	return (OPGEN_OF(halves))OPGEN_NARROW(upper);
}

/* Both half types in the same words. */
#define OPGEN_HALF_OPERATIONS(type, widen, narrow) \
	OPGEN_FUNCTION OPGEN_VECTOR OPGEN_OF(load_##type)(const opgen_##type *p) \
	{ \
		return widen(*(const OPGEN_OF(halves_unaligned) *)(const void *)p); \
	} \
	OPGEN_FUNCTION OPGEN_VECTOR OPGEN_OF(load_##type##_n)( \
		const opgen_##type *p, int n) \
	{ \
		return widen(OPGEN_OF(load_halves)(p, n)); \
	} \
	OPGEN_FUNCTION void OPGEN_OF(store_##type)(opgen_##type * p, OPGEN_VECTOR x) \
	{ \
		*(OPGEN_OF(halves_unaligned) *)(void *)p = (OPGEN_OF(halves))narrow(x); \
	} \
	OPGEN_FUNCTION void OPGEN_OF(store_##type##_n)( \
		opgen_##type * p, OPGEN_VECTOR x, int n) \
	{ \
		OPGEN_OF(store_halves)(p, (OPGEN_OF(halves))narrow(x), n); \
	} \
	OPGEN_FUNCTION OPGEN_VECTOR OPGEN_OF(round_##type)(OPGEN_VECTOR x) \
	{ \
		const OPGEN_OF(halves) h = (OPGEN_OF(halves))narrow(x); \
\
		return widen(h); \
	} \
	OPGEN_FUNCTION OPGEN_VECTOR OPGEN_OF(set1_##type)(opgen_##type h) \
	{ \
		const OPGEN_OF(halves) x = OPGEN_SET1_HALVES(h); \
\
		return widen(x); \
	}

OPGEN_HALF_OPERATIONS(float16, OPGEN_FROM_FLOAT16, OPGEN_TO_FLOAT16)
OPGEN_HALF_OPERATIONS(bfloat16, OPGEN_OF(from_bfloat16), OPGEN_OF(to_bfloat16))
#undef OPGEN_HALF_OPERATIONS

/* opgen_to_int32 in every lane; and to the nearest float. */
OPGEN_FUNCTION
OPGEN_INTEGERS_OF(i32) OPGEN_OF(to_int32)(OPGEN_VECTOR x)
{
	return (OPGEN_INTEGERS_OF(i32))OPGEN_TRUNCATE(x);
}

OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(from_int32)(OPGEN_INTEGERS_OF(i32) x)
{
	return __builtin_convertvector(x, OPGEN_VECTOR);
}

/* opgen_to_int8f and its kin in every lane: what saturates as an int32 first saturates
   alike. */
#define OPGEN_CONVERSIONS(name, type, widen, saturate) \
	OPGEN_FUNCTION OPGEN_INTEGERS_OF(type) OPGEN_OF(to_##name)(OPGEN_VECTOR x) \
	{ \
		const OPGEN_INTEGERS_OF(i32) whole = OPGEN_OF(to_int32)(x); \
\
		return (OPGEN_INTEGERS_OF(type))saturate(whole); \
	} \
	OPGEN_FUNCTION OPGEN_VECTOR OPGEN_OF(from_##name)(OPGEN_INTEGERS_OF(type) h) \
	{ \
		return OPGEN_OF(from_int32)((OPGEN_INTEGERS_OF(i32))widen(h)); \
	}

OPGEN_CONVERSIONS(int8, i8, OPGEN_WIDEN_INT8, OPGEN_SATURATE_INT8)
OPGEN_CONVERSIONS(uint8, u8, OPGEN_WIDEN_UINT8, OPGEN_SATURATE_UINT8)
OPGEN_CONVERSIONS(int16, i16, OPGEN_WIDEN_INT16, OPGEN_SATURATE_INT16)
OPGEN_CONVERSIONS(uint16, u16, OPGEN_WIDEN_UINT16, OPGEN_SATURATE_UINT16)
#undef OPGEN_CONVERSIONS

#else

/* opgen_root, line by line, but that integers become numbers, and numbers integers, by
   way of 2^52 and 1.5 * 2^52, whose last bit is one: few machines convert 64-bit
   integers. */
OPGEN_FUNCTION OPGEN_VECTOR
OPGEN_OF(root)(OPGEN_VECTOR x, int64_t p)
{
	if (p <= 2)
		return p == 2 ? OPGEN_OF(sqrt)(x) : x;

	const double divisor = (double)p;
	const double inverse = 1.0 / divisor;
	const OPGEN_VECTOR integer = OPGEN_OF(set1)(4503599627370496.0);
	const OPGEN_VECTOR signed_integer = OPGEN_OF(set1)(6755399441055744.0);
	const OPGEN_OF(bits) x_bits = (OPGEN_OF(bits))x;

	const OPGEN_OF(ints) is_subnormal = (OPGEN_OF(ints))(x_bits < 0x0010000000000000);
	const OPGEN_VECTOR as_integer =
		(OPGEN_VECTOR)(x_bits | (OPGEN_OF(bits))integer) - integer;
	const OPGEN_OF(bits) bits =
		OPGEN_OF(select)(is_subnormal, (OPGEN_OF(bits))as_integer, x_bits);
	const OPGEN_OF(bits) exponent = (bits + 0x00195f619980c433) >> 52;
	const OPGEN_VECTOR m = (OPGEN_VECTOR)(bits - ((exponent - 1024) << 52));
	const OPGEN_OF(ints) e_integer =
		(OPGEN_OF(ints))exponent - 1024 - (is_subnormal & 1074);
	const OPGEN_VECTOR e =
		(OPGEN_VECTOR)(e_integer + (OPGEN_OF(ints))signed_integer) -
		signed_integer;

	const OPGEN_VECTOR below = m - 1.0;
	const OPGEN_VECTOR above = m + 1.0;
	const OPGEN_VECTOR s = below / above;
	const OPGEN_VECTOR z = s * s;
	OPGEN_VECTOR series = OPGEN_OF(horner)(
		z, OPGEN_OF(set1)(0.21368163909696675), 0.22091091423702619);
	series = OPGEN_OF(horner)(z, series, 0.2623344335728468);
	series = OPGEN_OF(horner)(z, series, 0.32059853342274652);
	series = OPGEN_OF(horner)(z, series, 0.41219858585486296);
	series = OPGEN_OF(horner)(z, series, 0.57707801634545863);
	series = OPGEN_OF(horner)(z, series, 0.96179669392598988);
	series = OPGEN_OF(horner)(z, series, 2.8853900817779268);
	const OPGEN_VECTOR log2_m = s * series;

	const OPGEN_VECTOR log2_x = e + log2_m;
	const OPGEN_VECTOR shifted =
		OPGEN_OF(horner)(log2_x, OPGEN_OF(set1)(inverse), 1024.5);
	const OPGEN_VECTOR nearest_bits = shifted + integer;
	const OPGEN_VECTOR nearest = nearest_bits - integer;
	const OPGEN_OF(ints) is_above = (OPGEN_OF(ints))(nearest > shifted);
	const OPGEN_OF(ints) truncated_bits = (OPGEN_OF(ints))nearest_bits + is_above;
	const OPGEN_VECTOR truncated = (OPGEN_VECTOR)truncated_bits - integer;
	const OPGEN_VECTOR q = truncated - 1024.0;
	const OPGEN_VECTOR whole = q * divisor;
	const OPGEN_VECTOR r = e - whole;

	const OPGEN_VECTOR sum = r + log2_m;
	const OPGEN_VECTOR t = sum * inverse;
	series = OPGEN_OF(horner)(
		t, OPGEN_OF(set1)(2.5729528125665951e-11), 4.4558591123302079e-10);
	series = OPGEN_OF(horner)(t, series, 7.0548971892065078e-09);
	series = OPGEN_OF(horner)(t, series, 1.0178056855501161e-07);
	series = OPGEN_OF(horner)(t, series, 1.3215486808929518e-06);
	series = OPGEN_OF(horner)(t, series, 1.5252733842009231e-05);
	series = OPGEN_OF(horner)(t, series, 0.00015403530393370558);
	series = OPGEN_OF(horner)(t, series, 0.0013333558146406117);
	series = OPGEN_OF(horner)(t, series, 0.0096181291076284803);
	series = OPGEN_OF(horner)(t, series, 0.055504108664821625);
	series = OPGEN_OF(horner)(t, series, 0.24022650695910072);
	series = OPGEN_OF(horner)(t, series, 0.69314718055994529);
	const OPGEN_VECTOR power = t * series;
	const OPGEN_VECTOR y = power + 1.0;

	const OPGEN_OF(bits) q_bits = (OPGEN_OF(bits))truncated_bits - 1024;
	const OPGEN_OF(bits) root = (OPGEN_OF(bits))y + (q_bits << 52);
	const OPGEN_OF(bits) nan = (OPGEN_OF(bits))OPGEN_OF(set1)(
		opgen_double_from_bits(0x7ff8000000000000));
	const OPGEN_OF(ints) is_positive =
		(OPGEN_OF(ints))(x_bits - 1 < 0x7fefffffffffffff);
	const OPGEN_OF(ints) is_negative =
		(OPGEN_OF(ints))(x_bits - 0x8000000000000001 < 0x7ff0000000000000);
	const OPGEN_OF(bits) special = OPGEN_OF(select)(is_negative, nan, x_bits);

	return (OPGEN_VECTOR)OPGEN_OF(select)(is_positive, root, special);
}

/* opgen_powf in every lane of floats, which two vectors of doubles hold. */
OPGEN_FUNCTION OPGEN_FLOATS
OPGEN_NAME(OPGEN_FLOATS, pow)(OPGEN_FLOATS x, OPGEN_FLOATS y)
{
	enum {
		HALF = sizeof(OPGEN_VECTOR) / sizeof(double)
	};
	OPGEN_FLOATS result = {0};

	for (int first = 0; first < 2 * HALF; first += HALF) {
		OPGEN_VECTOR base = {0}, exponent = {0};

		for (int i = 0; i < HALF; i++) {
			base[i] = (double)x[first + i];
			exponent[i] = (double)y[first + i];
		}
		base = OPGEN_OF(pow)(base, exponent);
		for (int i = 0; i < HALF; i++)
			result[first + i] = (float)base[i];
	}
	return result;
}

#undef OPGEN_FLOATS

#endif

#undef OPGEN_JOIN
#undef OPGEN_NAME
#undef OPGEN_OF
#undef OPGEN_FUNCTION
#undef OPGEN_LANE
#undef OPGEN_BIT
#undef OPGEN_VECTOR
#undef OPGEN_TARGET
#undef OPGEN_WIDTH
#undef OPGEN_SET1
#undef OPGEN_FMA
#undef OPGEN_SQRT
#undef OPGEN_MAX
#undef OPGEN_MIN
#undef OPGEN_AT_MOST
#undef OPGEN_AT_LEAST
#undef OPGEN_NUMBER
#undef OPGEN_BITS
#undef OPGEN_TO_BITS
#undef OPGEN_FROM_BITS
#undef OPGEN_WHERE
#undef OPGEN_LOW
#undef OPGEN_HIGH
#undef OPGEN_SET1_HALVES
#undef OPGEN_WIDEN
#undef OPGEN_NARROW
#undef OPGEN_FROM_FLOAT16
#undef OPGEN_TO_FLOAT16
#undef OPGEN_INTEGERS_OF
#undef OPGEN_TRUNCATE
#undef OPGEN_WIDEN_INT8
#undef OPGEN_WIDEN_UINT8
#undef OPGEN_WIDEN_INT16
#undef OPGEN_WIDEN_UINT16
#undef OPGEN_SATURATE_INT8
#undef OPGEN_SATURATE_UINT8
#undef OPGEN_SATURATE_INT16
#undef OPGEN_SATURATE_UINT16
#undef OPGEN_PACK
#undef OPGEN_FLOOR
#undef OPGEN_CEIL
#undef OPGEN_NEAREST
#undef OPGEN_SCALE
