/* Included by the C that opgen emits: half types, complex types, multiply-adds with fixed
   rounding, roots and elementary functions. C99 to C17 and C++11; needs <math.h> and, for
   functions declared extern below, opgen_runtime.c.

   SPDX-License-Identifier: 0BSD */
#ifndef OPGEN_RUNTIME_H
#define OPGEN_RUNTIME_H

/* Changes when code emitted by another version can no longer be used with this header:
   when what older code calls is gone or means something else, and when newer code calls
   what this header did not have. Every emitted file compares it with the version for
   which it was made. */
#define OPGEN_RUNTIME_VERSION 6

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "opgen_types.h"

/* Emitted code promises the same bits from every compiler, so it refuses every mode that
   breaks the rules of IEEE 754, if a macro reveals it, and turns contraction (a * b + c
   in one rounding) off for the rest of the file. A file that needs only types and
   conversions, and has its own rules of arithmetic, defines OPGEN_ALLOW_FAST_MATH
   first. */
#ifndef OPGEN_ALLOW_FAST_MATH

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || \
	defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__) || \
	defined(_M_FP_FAST)
#error "opgen: -ffast-math and its kin would change the results; compile without them"
#endif
#ifdef __FINITE_MATH_ONLY__
#if __FINITE_MATH_ONLY__ > 0
#error "opgen: -ffinite-math-only would change the results; compile without it"
#endif
#endif
/* 16 is gcc's default on processors with half arithmetic, and does not affect float and
   double. tcc does not reveal that its code for 32-bit x86 uses the 387. */
#ifdef FLT_EVAL_METHOD
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 && FLT_EVAL_METHOD != 16
#error "opgen: FLT_EVAL_METHOD must be 0, 1 or 16; on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif
#elif defined(__i386__)
#error "opgen: FLT_EVAL_METHOD is missing; this compiler may compute with the 387's precision"
#endif

/* Some vector units flush subnormal numbers to zero though the rest of the processor
   keeps them: MVE of Cortex-M, NEON of 32-bit ARM, AltiVec of PowerPC without VSX.
   Compilers use them for loops and for single statements (gcc does not use NEON). */
#if defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 2) != 0
#define OPGEN_WITHOUT "no-mve.fp"
#elif defined(__ALTIVEC__) && !defined(__VSX__)
#define OPGEN_WITHOUT "no-altivec"
#elif defined(__clang__) && defined(__ARM_NEON) && !defined(__aarch64__)
#define OPGEN_WITHOUT "no-neon"
#endif

#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__)
#pragma GCC optimize("fp-contract=off")
#ifdef OPGEN_WITHOUT
#pragma GCC optimize("no-tree-loop-vectorize", "no-tree-slp-vectorize")
#endif
#elif defined(_MSC_VER) && !defined(__clang__)
#pragma fp_contract(off)
#else
#pragma STDC FP_CONTRACT OFF
#endif

#endif

/* Code between these two, emitted functions and those below, does not use such a unit;
   gcc has been told already. And it means what compilers may be asked to warn of:
   comparisons of floats are exact, declarations stand where their values are known,
   branches may be alike for some types, and functions may be too large to be inlined. */
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 7 && !defined(__TINYC__))
#define OPGEN_PRAGMA(text) _Pragma(#text)
#define OPGEN_ALLOW(warning) OPGEN_PRAGMA(GCC diagnostic ignored warning)
#define OPGEN_ALLOW_HABITS \
	_Pragma("GCC diagnostic push") OPGEN_ALLOW("-Wfloat-equal") \
		OPGEN_ALLOW_IN_C OPGEN_ALLOW_BY_GCC
#define OPGEN_REFUSE_HABITS _Pragma("GCC diagnostic pop")
#ifdef __cplusplus
#define OPGEN_ALLOW_IN_C
#else
#define OPGEN_ALLOW_IN_C OPGEN_ALLOW("-Wdeclaration-after-statement")
#endif
#ifdef __clang__
#define OPGEN_ALLOW_BY_GCC
#else
#define OPGEN_ALLOW_BY_GCC OPGEN_ALLOW("-Wduplicated-branches") OPGEN_ALLOW("-Winline")
#endif
#else
#define OPGEN_ALLOW_HABITS
#define OPGEN_REFUSE_HABITS
#endif
#if defined(OPGEN_WITHOUT) && defined(__clang__)
#define OPGEN_PUSH(features) \
	OPGEN_PRAGMA(clang attribute push( \
		__attribute__((target(features))), apply_to = function))
#define OPGEN_BEGIN OPGEN_ALLOW_HABITS OPGEN_PUSH(OPGEN_WITHOUT)
#define OPGEN_END _Pragma("clang attribute pop") OPGEN_REFUSE_HABITS
#else
#define OPGEN_BEGIN OPGEN_ALLOW_HABITS
#define OPGEN_END OPGEN_REFUSE_HABITS
#endif

/* restrict, where the language or an extension has it. */
#if defined(__cplusplus)
#if defined(__GNUC__) || defined(_MSC_VER)
#define OPGEN_RESTRICT __restrict
#else
#define OPGEN_RESTRICT
#endif
#else
#define OPGEN_RESTRICT restrict
#endif

/* Keeps a function out of its callers, so that its register tile is its own. */
#if defined(__GNUC__)
#define OPGEN_NOINLINE __attribute__((noinline))
#elif defined(_MSC_VER)
#define OPGEN_NOINLINE __declspec(noinline)
#else
#define OPGEN_NOINLINE
#endif

/* After a variable: aligns it to so many bytes. Other compilers align it like its
   type. */
#if defined(__GNUC__) || defined(__TINYC__)
#define OPGEN_ALIGN(bytes) __attribute__((aligned(bytes)))
#else
#define OPGEN_ALIGN(bytes)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* a * b + c in one rounding, to nearest, on any machine: right for every input, including
   subnormal results, overflow, signed zeros, infinities and NaN. */
OPGEN_HIDDEN float opgen_fmaf_exact(float a, float b, float c);
OPGEN_HIDDEN double opgen_fma_exact(double a, double b, double c);

/* Whether subnormal numbers currently survive in this thread: 1, or 0 if the processor is
   set to flush them to zero (MXCSR, FPCR, FPSCR), as start-up code, a library, or linking
   with -ffast-math may do. Emitted code keeps its promise of the same bits if this is
   1. */
OPGEN_HIDDEN int opgen_keeps_subnormals(void);

#ifdef __cplusplus
}
#endif

OPGEN_BEGIN

/* The bits of a number, and the number with given bits. */
static inline uint32_t
opgen_float_bits(float x)
{
	uint32_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static inline float
opgen_float_from_bits(uint32_t bits)
{
	float x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

static inline uint64_t
opgen_double_bits(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static inline double
opgen_double_from_bits(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

/* condition (0 or 1) ? yes : no, without a branch that would keep a loop from being
   vectorised. */
static inline uint32_t
opgen_select(int condition, uint32_t yes, uint32_t no)
{
	const uint32_t mask = 0 - (uint32_t)condition;

	return (yes & mask) | (no & ~mask);
}

static inline uint64_t
opgen_select64(int condition, uint64_t yes, uint64_t no)
{
	const uint64_t mask = 0 - (uint64_t)condition;

	return (yes & mask) | (no & ~mask);
}

/* Exact. A NaN keeps its sign and payload and becomes quiet. No operand or result of the
   subtraction is subnormal, so a mode that flushes subnormals to zero does no harm. */
static inline float
opgen_float16_to_float(opgen_float16 half)
{
	const uint32_t sign = (uint32_t)(half & 0x8000) << 16;
	const uint32_t shifted = (uint32_t)(half & 0x7fff) << 13;
	const float small = opgen_float_from_bits(shifted + 0x38800000) -
			    6.103515625e-05f; /* 2^-14 */
	const uint32_t normal = shifted + 0x38000000;
	const uint32_t quiet = (uint32_t)(shifted > 0x0f800000) << 22;
	const uint32_t special = (shifted + 0x70000000) | quiet;
	const uint32_t finite =
		opgen_select(shifted < 0x00800000, opgen_float_bits(small), normal);

	return opgen_float_from_bits(
		sign | opgen_select(shifted < 0x0f800000, finite, special));
}

/* Rounds to nearest, ties to even; from 65520 on the result is infinite. A NaN keeps its
   sign and the upper bits of its payload and becomes quiet. If the result is subnormal or
   zero, adding 0.5 makes the float addition round at the half's last bit. */
static inline opgen_float16
opgen_float_to_float16(float x)
{
	const uint32_t bits = opgen_float_bits(x);
	const uint32_t magnitude = bits & 0x7fffffff;
	const float sum = opgen_float_from_bits(magnitude) + 0.5f;
	const uint32_t small = opgen_float_bits(sum) - 0x3f000000;
	const uint32_t normal =
		(magnitude - 0x38000000 + 0x0fff + ((magnitude >> 13) & 1)) >> 13;
	const uint32_t special = opgen_select(
		magnitude > 0x7f800000, 0x7e00 | ((magnitude >> 13) & 0x03ff), 0x7c00);
	const uint32_t finite = opgen_select(magnitude < 0x38800000, small, normal);

	return (opgen_float16)((bits >> 16 & 0x8000) |
			       opgen_select(magnitude < 0x477ff000, finite, special));
}

/* Exact. A NaN keeps its sign and payload and becomes quiet. */
static inline float
opgen_bfloat16_to_float(opgen_bfloat16 half)
{
	const uint32_t quiet = (uint32_t)((half & 0x7fff) > 0x7f80) << 22;

	return opgen_float_from_bits((uint32_t)half << 16 | quiet);
}

/* Rounds to nearest, ties to even; subnormals are rounded like other numbers. A NaN keeps
   its sign and the upper bits of its payload and becomes quiet. */
static inline opgen_bfloat16
opgen_float_to_bfloat16(float x)
{
	const uint32_t bits = opgen_float_bits(x);
	const uint32_t rounded = bits + 0x7fff + ((bits >> 16) & 1);
	const int is_nan = (bits & 0x7fffffff) > 0x7f800000;

	return (opgen_bfloat16)(opgen_select(is_nan, bits | 0x00400000, rounded) >> 16);
}

/* a * b + c with two roundings. The product and the sum have a variable each: assignment
   drops excess precision, and two statements are not contracted. */
static inline float
opgen_muladdf(float a, float b, float c)
{
	const float product = a * b;
	const float sum = product + c;

	return sum;
}

static inline double
opgen_muladd(double a, double b, double c)
{
	const double product = a * b;
	const double sum = product + c;

	return sum;
}

/* Whether fma is one instruction, and hence exact, for float and for double. gcc says so
   itself, even if <math.h> does not (newlib, picolibc); for clang, the processor's macros
   tell. This is the only place that tests them. */
#if defined(FP_FAST_FMAF) || defined(__FP_FAST_FMAF)
#define OPGEN_FAST_FMAF
#endif
#if defined(FP_FAST_FMA) || defined(__FP_FAST_FMA)
#define OPGEN_FAST_FMA
#endif
#ifdef __clang__
#if defined(__FMA__) || defined(__FMA4__) || defined(__aarch64__) || defined(__s390x__)
#define OPGEN_FAST_FMAF
#define OPGEN_FAST_FMA
#elif defined(__powerpc__) && !defined(__NO_FPRS__)
#define OPGEN_FAST_FMAF
#define OPGEN_FAST_FMA
#elif defined(__ARM_FEATURE_FMA) && defined(__ARM_FP)
/* Bit 2 is float's arithmetic in hardware, bit 3 double's; Cortex-M4 has only float's. */
#if (__ARM_FP & 4) != 0
#define OPGEN_FAST_FMAF
#endif
#if (__ARM_FP & 8) != 0
#define OPGEN_FAST_FMA
#endif
#elif defined(__riscv_flen)
#define OPGEN_FAST_FMAF
#if __riscv_flen >= 64
#define OPGEN_FAST_FMA
#endif
#elif defined(__loongarch_frlen)
#if __loongarch_frlen >= 32
#define OPGEN_FAST_FMAF
#endif
#if __loongarch_frlen >= 64
#define OPGEN_FAST_FMA
#endif
#endif
#endif

/* The compiler's fma, which is the instruction even without optimisation, whatever the
   library's fma does: newlib's rounds twice. clang turns its builtin into a library call
   if that may set errno; LLVM's own fma is never a call. */
#if defined(__clang__)
float opgen_fmaf_builtin(float a, float b, float c) __asm__("llvm.fma.f32");
double opgen_fma_builtin(double a, double b, double c) __asm__("llvm.fma.f64");
#elif defined(__GNUC__) && defined(__ALTIVEC__)
/* gcc 12 would merge several of these into AltiVec's multiply-add, which flushes
   subnormal numbers, though VSX's does not. A value that an asm may change is kept
   apart. */
static inline float
opgen_fmaf_builtin(float a, float b, float c)
{
	float sum = __builtin_fmaf(a, b, c);

	__asm__("" : "+f"(sum));
	return sum;
}
#define opgen_fma_builtin(a, b, c) __builtin_fma(a, b, c)
#elif defined(__GNUC__)
#define opgen_fmaf_builtin(a, b, c) __builtin_fmaf(a, b, c)
#define opgen_fma_builtin(a, b, c) __builtin_fma(a, b, c)
#else
#define opgen_fmaf_builtin(a, b, c) fmaf(a, b, c)
#define opgen_fma_builtin(a, b, c) fma(a, b, c)
#endif

/* a * b + c in one rounding, in hardware if possible, else by opgen_fma_exact: the same
   bits either way. */
static inline float
opgen_fmaf(float a, float b, float c)
{
#ifdef OPGEN_FAST_FMAF
	return opgen_fmaf_builtin(a, b, c);
#else
	return opgen_fmaf_exact(a, b, c);
#endif
}

static inline double
opgen_fma(double a, double b, double c)
{
#ifdef OPGEN_FAST_FMA
	return opgen_fma_builtin(a, b, c);
#else
	return opgen_fma_exact(a, b, c);
#endif
}

/* clang makes one instruction of x > y ? x : y. Outside x86 that instruction takes 0 for
   greater than -0, which the comparison does not: so the comparison is hidden from it. */
static inline int
opgen_unseen(int test)
{
#if defined(__clang__) && !defined(__x86_64__) && !defined(__i386__)
	__asm__("" : "+r"(test));
#endif
	return test;
}

/* x if it is greater than most, else most: never a NaN x, and of two zeros, most. */
#define OPGEN_MAX(name, type) \
	static inline type opgen_max_##name(type x, type most) \
	{ \
		return opgen_unseen(x > most) ? x : most; \
	}
OPGEN_MAX(float32, float)
OPGEN_MAX(float64, double)
#undef OPGEN_MAX
#define OPGEN_MAX(name, type) \
	static inline type opgen_max_##name(type x, type most) \
	{ \
		return x > most ? x : most; \
	}
OPGEN_MAX(bool, uint8_t)
OPGEN_MAX(int8, int8_t)
OPGEN_MAX(int16, int16_t)
OPGEN_MAX(int32, int32_t)
OPGEN_MAX(int64, int64_t)
OPGEN_MAX(uint8, uint8_t)
OPGEN_MAX(uint16, uint16_t)
OPGEN_MAX(uint32, uint32_t)
OPGEN_MAX(uint64, uint64_t)
#undef OPGEN_MAX

/* x if it is less than least, else least. */
#define OPGEN_MIN(name, type) \
	static inline type opgen_min_##name(type x, type least) \
	{ \
		return opgen_unseen(x < least) ? x : least; \
	}
OPGEN_MIN(float32, float)
OPGEN_MIN(float64, double)
#undef OPGEN_MIN
#define OPGEN_MIN(name, type) \
	static inline type opgen_min_##name(type x, type least) \
	{ \
		return x < least ? x : least; \
	}
OPGEN_MIN(bool, uint8_t)
OPGEN_MIN(int8, int8_t)
OPGEN_MIN(int16, int16_t)
OPGEN_MIN(int32, int32_t)
OPGEN_MIN(int64, int64_t)
OPGEN_MIN(uint8, uint8_t)
OPGEN_MIN(uint16, uint16_t)
OPGEN_MIN(uint32, uint32_t)
OPGEN_MIN(uint64, uint64_t)
#undef OPGEN_MIN

/* x if it is a NaN, else y. */
static inline float
opgen_nan_or_float32(float x, float y)
{
	return x != x ? x : y;
}

static inline double
opgen_nan_or_float64(double x, double y)
{
	return x != x ? x : y;
}

/* The nearest whole number, ties to even, with x's sign. From 2^23 (2^52 in double) on,
   numbers are whole; below, adding that number rounds as needed. */
static inline float
opgen_nearestf(float x)
{
	const float size = fabsf(x);
	const float shifted = size + 8388608.0f;
	const float nearest = shifted - 8388608.0f;
	const uint32_t sign = opgen_float_bits(x) & 0x80000000;
	const uint32_t whole = opgen_float_bits(nearest) | sign;

	return size < 8388608.0f ? opgen_float_from_bits(whole) : x;
}

static inline double
opgen_nearest(double x)
{
	const double size = fabs(x);
	const double shifted = size + 4503599627370496.0;
	const double nearest = shifted - 4503599627370496.0;
	const uint64_t sign = opgen_double_bits(x) & 0x8000000000000000;
	const uint64_t whole = opgen_double_bits(nearest) | sign;

	return size < 4503599627370496.0 ? opgen_double_from_bits(whole) : x;
}

/* Integers wrap around. */
#define OPGEN_INTEGER(name, type, bits) \
	static inline type opgen_add_##name(type a, type b) \
	{ \
		return (type)((bits)a + (bits)b); \
	} \
	static inline type opgen_subtract_##name(type a, type b) \
	{ \
		return (type)((bits)a - (bits)b); \
	} \
	static inline type opgen_multiply_##name(type a, type b) \
	{ \
		return (type)((bits)a * (bits)b); \
	}
OPGEN_INTEGER(int8, int8_t, uint32_t)
OPGEN_INTEGER(int16, int16_t, uint32_t)
OPGEN_INTEGER(int32, int32_t, uint32_t)
OPGEN_INTEGER(int64, int64_t, uint64_t)
OPGEN_INTEGER(uint8, uint8_t, uint32_t)
OPGEN_INTEGER(uint16, uint16_t, uint32_t)
OPGEN_INTEGER(uint32, uint32_t, uint32_t)
OPGEN_INTEGER(uint64, uint64_t, uint64_t)
#undef OPGEN_INTEGER

/* Bit by bit. */
#define OPGEN_BITS(name, type) \
	static inline type opgen_and_##name(type a, type b) \
	{ \
		return (type)(a & b); \
	} \
	static inline type opgen_or_##name(type a, type b) \
	{ \
		return (type)(a | b); \
	} \
	static inline type opgen_xor_##name(type a, type b) \
	{ \
		return (type)(a ^ b); \
	}
OPGEN_BITS(bool, uint8_t)
OPGEN_BITS(int8, int8_t)
OPGEN_BITS(int16, int16_t)
OPGEN_BITS(int32, int32_t)
OPGEN_BITS(int64, int64_t)
OPGEN_BITS(uint8, uint8_t)
OPGEN_BITS(uint16, uint16_t)
OPGEN_BITS(uint32, uint32_t)
OPGEN_BITS(uint64, uint64_t)
#undef OPGEN_BITS

/* Shifted by n bits; 0 if these are all. */
#define OPGEN_SHIFT(name, type) \
	static inline type opgen_shift_left_##name(type a, type n) \
	{ \
		return (type)(n < 8 * sizeof a ? (uint64_t)a << n : 0); \
	} \
	static inline type opgen_shift_right_##name(type a, type n) \
	{ \
		return (type)(n < 8 * sizeof a ? a >> n : 0); \
	}
OPGEN_SHIFT(uint8, uint8_t)
OPGEN_SHIFT(uint16, uint16_t)
OPGEN_SHIFT(uint32, uint32_t)
OPGEN_SHIFT(uint64, uint64_t)
#undef OPGEN_SHIFT

/* Numbers converted to integers: truncated; out of range, the nearest number of the type;
   NaN becomes 0. `above` is the largest number plus 1. */
#define OPGEN_TO_INTEGER(name, type, least, most, above) \
	static inline type opgen_to_##name(double x) \
	{ \
		if (x > least) \
			return x < above ? (type)x : most; \
		return x <= least ? (type)least : 0; \
	}
OPGEN_TO_INTEGER(int8, int8_t, -128.0, INT8_MAX, 128.0)
OPGEN_TO_INTEGER(int16, int16_t, -32768.0, INT16_MAX, 32768.0)
OPGEN_TO_INTEGER(int32, int32_t, -2147483648.0, INT32_MAX, 2147483648.0)
OPGEN_TO_INTEGER(int64, int64_t, -9223372036854775808.0, INT64_MAX, 9223372036854775808.0)
OPGEN_TO_INTEGER(uint8, uint8_t, 0.0, UINT8_MAX, 256.0)
OPGEN_TO_INTEGER(uint16, uint16_t, 0.0, UINT16_MAX, 65536.0)
OPGEN_TO_INTEGER(uint32, uint32_t, 0.0, UINT32_MAX, 4294967296.0)
OPGEN_TO_INTEGER(uint64, uint64_t, 0.0, UINT64_MAX, 18446744073709551616.0)
#undef OPGEN_TO_INTEGER

/* The same for floats to small integers, in a form that compilers vectorise. */
#define OPGEN_TO_INTEGER(name, type, least, most) \
	static inline type opgen_to_##name##f(float x) \
	{ \
		const float number = x == x ? x : 0.0f; \
		const float lowest = number > least ? number : least; \
		const float bounded = lowest < most ? lowest : most; \
\
		return (type)(int32_t)bounded; \
	}
OPGEN_TO_INTEGER(int8, int8_t, -128.0f, 127.0f)
OPGEN_TO_INTEGER(int16, int16_t, -32768.0f, 32767.0f)
OPGEN_TO_INTEGER(uint8, uint8_t, 0.0f, 255.0f)
OPGEN_TO_INTEGER(uint16, uint16_t, 0.0f, 65535.0f)
#undef OPGEN_TO_INTEGER

/* 0 if x is 0, else 1. */
static inline uint8_t
opgen_to_bool(double x)
{
	return x != 0.0;
}

/* Quotients are truncated. Division by zero gives 0, and the lowest number divided by -1
   is itself. */
#define OPGEN_DIVIDE(name, type) \
	static inline type opgen_divide_##name(type a, type b) \
	{ \
		if (b == (type)-1) \
			return opgen_subtract_##name(0, a); \
		return (type)(b ? a / b : 0); \
	}
OPGEN_DIVIDE(int8, int8_t)
OPGEN_DIVIDE(int16, int16_t)
OPGEN_DIVIDE(int32, int32_t)
OPGEN_DIVIDE(int64, int64_t)
#undef OPGEN_DIVIDE
#define OPGEN_DIVIDE(name, type) \
	static inline type opgen_divide_##name(type a, type b) \
	{ \
		return (type)(b ? a / b : 0); \
	}
OPGEN_DIVIDE(uint8, uint8_t)
OPGEN_DIVIDE(uint16, uint16_t)
OPGEN_DIVIDE(uint32, uint32_t)
OPGEN_DIVIDE(uint64, uint64_t)
#undef OPGEN_DIVIDE

/* The element of n that an index picks: one below 0 counts from the end, and what is
   still outside is the nearest inside. */
static inline ptrdiff_t
opgen_picked(int64_t index, int64_t n)
{
	index += index < 0 ? n : 0;
	return (ptrdiff_t)(index < 0 ? 0 : index < n ? index : n - 1);
}

/* What a truncated quotient leaves, with the sign of a; 0 by zero. */
#define OPGEN_REMAINDER(name, type) \
	static inline type opgen_remainder_##name(type a, type b) \
	{ \
		return (type)(b == 0 || b == (type)-1 ? 0 : a % b); \
	}
OPGEN_REMAINDER(int8, int8_t)
OPGEN_REMAINDER(int16, int16_t)
OPGEN_REMAINDER(int32, int32_t)
OPGEN_REMAINDER(int64, int64_t)
#undef OPGEN_REMAINDER
#define OPGEN_REMAINDER(name, type) \
	static inline type opgen_remainder_##name(type a, type b) \
	{ \
		return (type)(b ? a % b : 0); \
	}
OPGEN_REMAINDER(uint8, uint8_t)
OPGEN_REMAINDER(uint16, uint16_t)
OPGEN_REMAINDER(uint32, uint32_t)
OPGEN_REMAINDER(uint64, uint64_t)
#undef OPGEN_REMAINDER

/* The same of doubles: b times a power of two is subtracted for each binary digit of the
   quotient, which is exact. A NaN if a is infinite or b is 0. */
static inline double
opgen_remainder_float64(double a, double b)
{
	const uint64_t sign = opgen_double_bits(a) & 0x8000000000000000;
	const double size = fabs(b);
	double left = fabs(a), part = size;

	if (!(size > 0.0 && left <= 1.7976931348623157e308))
		return (a * 0.0) / (b * 0.0);
	/* Also where b is infinite, whose half is itself. */
	if (left < size)
		return a;
	while (part * 2.0 <= left)
		part *= 2.0;
	for (; part >= size; part *= 0.5) {
		if (left >= part)
			left -= part;
	}
	return opgen_double_from_bits(opgen_double_bits(left) | sign);
}

/* A float's remainder is a float. */
static inline float
opgen_remainder_float32(float a, float b)
{
	return (float)opgen_remainder_float64((double)a, (double)b);
}

/* The root of the number with x_bits: `root` if the number is positive and finite. A
   zero, +infinity or a NaN is its own root; that of a negative number is NaN. */
static inline float
opgen_rooted(uint32_t x_bits, float root)
{
	const uint32_t special =
		opgen_select(x_bits - 0x80000001 < 0x7f800000, 0x7fc00000, x_bits);

	return opgen_float_from_bits(
		opgen_select(x_bits - 1 < 0x7f7fffff, opgen_float_bits(root), special));
}

/* The cube root, in opgen_rootf's manner. Largest error: 1.59 ulp, of all floats.

   y is nearly 1 / cbrt(x): a number that is linear in x's bits, right to 3.5 %, then one
   step of a series in what x * y^3 lacks of 1, which leaves 5e-5. x * y^2 is nearly the
   root, and its rounding, too, is part of what x * y^3 lacks now. */
static inline float
opgen_cube_rootf(float x)
{
	const uint32_t x_bits = opgen_float_bits(x);
	const int is_subnormal = x_bits < 0x00800000;
	const float scale = is_subnormal ? 16777216.0f : 1.0f;
	const float unscale = is_subnormal ? 0.00390625f : 1.0f;
	const float m = x * scale;

	const float as_integer = (float)(int32_t)opgen_float_bits(m);
	const float guess = opgen_muladdf(as_integer, -0.333333343f, 1419902976.0f);
	float y = opgen_float_from_bits((uint32_t)(int32_t)guess);
	float product = m * y;
	float root = product * y;
	product = root * y;
	float lack = 1.0f - product;
	const float series = opgen_muladdf(lack, 0.223369762f, 0.334709853f);
	const float part = series * lack;
	y = opgen_muladdf(part, y, y);

	product = m * y;
	root = product * y;
	product = root * y;
	lack = 1.0f - product;
	const float rest = lack * 0.666666687f;
	root = opgen_muladdf(rest, root, root);

	return opgen_rooted(x_bits, root * unscale);
}

/* The p-th root of x, for p >= 1. A zero, an infinity or a NaN is returned as it is; the
   root of a negative number is NaN (for p = 1 the number itself). Promised: 2 ulp.
   Largest errors measured: 1.49 ulp in float (every mantissa for p = 4 to 8, samples up
   to p = 2^63 - 1; p = 3 has a shorter routine), 1.51 ulp in double (samples).

   The root is 2^(log2(x) / p). x = m * 2^e is split so that log2(m) lies in -0.5..0.5,
   and e + log2(m) = p * (q + t) so that t does, too; then 2^t is shifted by q. log2(m) is
   s = (m - 1) / (m + 1) times a polynomial in s^2, and 2^t a polynomial in t, both nearly
   minimax. Beyond p = 3 there is no branch, each operation is one of IEEE 754's with a
   rounding of its own, and what depends on p alone can leave a loop: vector code repeats
   it lane by lane and gets the same bits. */
static inline float
opgen_rootf(float x, int64_t p)
{
	if (p <= 2)
		return p == 2 ? sqrtf(x) : x;
	if (p == 3)
		return opgen_cube_rootf(x);

	const float divisor = (float)p;
	const float inverse = 1.0f / divisor;
	const uint32_t x_bits = opgen_float_bits(x);

	/* A subnormal is its bits, read as an integer, times 2^-149. The number added
	   before the shift lifts sqrt(1/2) to 2, so that m is around 1. */
	const int is_subnormal = x_bits < 0x00800000;
	const uint32_t bits = opgen_select(
		is_subnormal, opgen_float_bits((float)(int32_t)x_bits), x_bits);
	const uint32_t exponent = (bits + 0x00cafb0d) >> 23;
	const float m = opgen_float_from_bits(bits - ((exponent - 128) << 23));
	const float e = (float)((int32_t)exponent - 128 - 149 * is_subnormal);

	const float below = m - 1.0f;
	const float above = m + 1.0f;
	const float s = below / above;
	const float z = s * s;
	float series = opgen_muladdf(z, 0.43173787f, 0.576714456f);
	series = opgen_muladdf(z, series, 0.961798847f);
	series = opgen_muladdf(z, series, 2.88539004f);
	const float log2_m = s * series;

	/* q is log2(x) / p rounded to nearest: a positive number is truncated. */
	const float log2_x = e + log2_m;
	const float shifted = opgen_muladdf(log2_x, inverse, 512.5f);
	const int32_t q = (int32_t)shifted - 512;
	const float whole = (float)q * divisor;
	const float r = e - whole;

	const float sum = r + log2_m;
	const float t = sum * inverse;
	series = opgen_muladdf(t, 0.000154533613f, 0.00133910938f);
	series = opgen_muladdf(t, series, 0.00961808208f);
	series = opgen_muladdf(t, series, 0.0555035658f);
	series = opgen_muladdf(t, series, 0.240226507f);
	series = opgen_muladdf(t, series, 0.693147182f);
	const float power = t * series;
	const float y = 1.0f + power;

	const uint32_t root = opgen_float_bits(y) + ((uint32_t)q << 23);

	return opgen_rooted(x_bits, opgen_float_from_bits(root));
}

/* The same in double. */
static inline double
opgen_root(double x, int64_t p)
{
	if (p <= 2)
		return p == 2 ? sqrt(x) : x;

	const double divisor = (double)p;
	const double inverse = 1.0 / divisor;
	const uint64_t x_bits = opgen_double_bits(x);

	const int is_subnormal = x_bits < 0x0010000000000000;
	const uint64_t bits = opgen_select64(
		is_subnormal, opgen_double_bits((double)(int64_t)x_bits), x_bits);
	const uint64_t exponent = (bits + 0x00195f619980c433) >> 52;
	const double m = opgen_double_from_bits(bits - ((exponent - 1024) << 52));
	const double e = (double)((int32_t)exponent - 1024 - 1074 * is_subnormal);

	const double below = m - 1.0;
	const double above = m + 1.0;
	const double s = below / above;
	const double z = s * s;
	double series = opgen_muladd(z, 0.21368163909696675, 0.22091091423702619);
	series = opgen_muladd(z, series, 0.2623344335728468);
	series = opgen_muladd(z, series, 0.32059853342274652);
	series = opgen_muladd(z, series, 0.41219858585486296);
	series = opgen_muladd(z, series, 0.57707801634545863);
	series = opgen_muladd(z, series, 0.96179669392598988);
	series = opgen_muladd(z, series, 2.8853900817779268);
	const double log2_m = s * series;

	const double log2_x = e + log2_m;
	const double shifted = opgen_muladd(log2_x, inverse, 1024.5);
	const int32_t q = (int32_t)shifted - 1024;
	const double whole = (double)q * divisor;
	const double r = e - whole;

	const double sum = r + log2_m;
	const double t = sum * inverse;
	series = opgen_muladd(t, 2.5729528125665951e-11, 4.4558591123302079e-10);
	series = opgen_muladd(t, series, 7.0548971892065078e-09);
	series = opgen_muladd(t, series, 1.0178056855501161e-07);
	series = opgen_muladd(t, series, 1.3215486808929518e-06);
	series = opgen_muladd(t, series, 1.5252733842009231e-05);
	series = opgen_muladd(t, series, 0.00015403530393370558);
	series = opgen_muladd(t, series, 0.0013333558146406117);
	series = opgen_muladd(t, series, 0.0096181291076284803);
	series = opgen_muladd(t, series, 0.055504108664821625);
	series = opgen_muladd(t, series, 0.24022650695910072);
	series = opgen_muladd(t, series, 0.69314718055994529);
	const double power = t * series;
	const double y = 1.0 + power;

	const uint64_t root = opgen_double_bits(y) + ((uint64_t)q << 52);
	const uint64_t special =
		opgen_select64(x_bits - 0x8000000000000001 < 0x7ff0000000000000,
			0x7ff8000000000000, x_bits);

	return opgen_double_from_bits(
		opgen_select64(x_bits - 1 < 0x7fefffffffffffff, root, special));
}

/* The elementary functions, of float opgen_expf and so on, of double opgen_exp and so
   on; and of float in the fma numerics, opgen_fused_expf and so on. */
#define OPGEN_FUNCTION static inline
#define OPGEN_SET1(e) (e)
#define OPGEN_AT_MOST(x, y) ((x) > (y) ? (y) : (x))
#define OPGEN_AT_LEAST(x, y) ((x) < (y) ? (y) : (x))

#define OPGEN_OF(name) opgen_##name##f
#define OPGEN_WIDTH 32
#define OPGEN_NUMBER float
#define OPGEN_BITS uint32_t
#define OPGEN_TO_BITS(x) opgen_float_bits(x)
#define OPGEN_FROM_BITS(bits) opgen_float_from_bits(bits)
#define OPGEN_WHERE(test) (0 - (uint32_t)(test))
#include "opgen_elementary.h"
#undef OPGEN_OF

#define OPGEN_OF(name) opgen_fused_##name##f
#define OPGEN_FUSE(x, y, z) opgen_fmaf(x, y, z)
#include "opgen_elementary.h"
#undef OPGEN_OF
#undef OPGEN_FUSE
#undef OPGEN_WIDTH
#undef OPGEN_NUMBER
#undef OPGEN_BITS
#undef OPGEN_TO_BITS
#undef OPGEN_FROM_BITS
#undef OPGEN_WHERE

#define OPGEN_OF(name) opgen_##name
#define OPGEN_WIDTH 64
#define OPGEN_NUMBER double
#define OPGEN_BITS uint64_t
#define OPGEN_TO_BITS(x) opgen_double_bits(x)
#define OPGEN_FROM_BITS(bits) opgen_double_from_bits(bits)
#define OPGEN_WHERE(test) (0 - (uint64_t)(test))
#include "opgen_elementary.h"
#undef OPGEN_OF
#undef OPGEN_WIDTH
#undef OPGEN_NUMBER
#undef OPGEN_BITS
#undef OPGEN_TO_BITS
#undef OPGEN_FROM_BITS
#undef OPGEN_WHERE

#undef OPGEN_FUNCTION
#undef OPGEN_SET1
#undef OPGEN_AT_MOST
#undef OPGEN_AT_LEAST

/* Computed in double and rounded again: the error is little more than half an ulp. */
static inline float
opgen_powf(float x, float y)
{
	const double power = opgen_pow((double)x, (double)y);

	return (float)power;
}

OPGEN_END

#endif
