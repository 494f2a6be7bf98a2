/* clang-format off */
/* What C emitted by opgen for a target with vectors includes after opgen_runtime.h:
   vector types, and the operations on them that a compiler's vector extensions do not
   have.

   A type is named after its lanes: opgen_f32x8 has eight floats. + - * / & [] and their
   kin are the compiler's own; the rest are functions whose names begin with the type's,
   for a type T of N lanes:

   T_load, T_store          N elements of memory, aligned as elements are
   T_load_n, T_store_n      the first n of them, 0 <= n <= N; memory beyond is not
                            touched, the other lanes of a load are zero
   T_set1                   one element in every lane
   T_fma, T_muladd          a * b + c in one rounding, and in two
   T_abs, T_sqrt, T_root    the last one has the bits of opgen_rootf and opgen_root
   T_max, T_min             a where it is greater, or less, than b, else b
   T_nan_or                 a where it is a NaN, else b
   T_choose                 of a, b, c, d: c where a is greater than b, else d
   T_floor, T_ceil          whole numbers below and above
   T_nearest                the nearest one, of two the even one
   T_exp, T_expm1, T_log, T_log1p, T_tanh, T_erf, T_sigmoid, T_pow
                            the bits of opgen_expf and opgen_exp, and so on
   T_fused_exp, …           of floats all but pow: the bits of opgen_fused_expf and so on
   T_low, T_high            the first or second halves of a and b, interleaved, in every 16
                            bytes: of floats a0 b0 a1 b1, a4 b4 a5 b5, …
   T_load_parts             16 bytes from p, p + step, p + 2 * step, …, n of them, then 0;
                            for x86-64-v3 and x86-64-v4
   T_blend                  the lanes of b whose bits of a constant are 1, else those of a;
                            for functions of x86-64-v4 alone
   T_permute                lanes of x by their numbers; f64x8 alone

   Types of integers, such as opgen_u16x8 and opgen_i8x32: load(p, at) takes the lanes
   from place at on of whatever lies at p; so does store(p, at, x). Those that fill a
   register have load_n(p, at, n), store_n(p, at, x, n), set1, max, min, choose, and add,
   subtract and multiply, which wrap around, too.

   Types of integers whose lanes are narrower than 4 bytes and as many as a register has
   floats, such as opgen_i8x8 beside opgen_f32x8, have the same functions.

   Of f32 types with N lanes, T_to_int8, T_to_uint8, T_to_int16, T_to_uint16 and
   T_to_int32 give an opgen_i8xN and so on, with the numbers of opgen_to_int8 and its kin;
   T_from_int8 and so on are the other way, rounded to nearest.

   Of f32 types, load, load_n, store, store_n and set1 have forms for halves in memory,
   T_load_float16, T_load_bfloat16_n and so on, rounded as opgen_runtime.h does it;
   T_round_float16 is what a half holds of it.

   An n that is a constant costs no branch. Every function carries the target's features
   as an attribute, and whoever calls it has to carry them, too: OPGEN_X86_64_V3,
   OPGEN_X86_64_V4, OPGEN_AARCH64 or OPGEN_WASM_SIMD128 before a definition.

   SPDX-License-Identifier: 0BSD */
/* clang-format on */
#ifndef OPGEN_VECTOR_H
#define OPGEN_VECTOR_H

#include "opgen_runtime.h"

OPGEN_ALLOW_HABITS

#if defined(__clang__)
#if __clang_major__ < 9
#error "opgen: vector targets need clang 9 or later; generic code needs no vectors"
#endif
#elif !defined(__GNUC__) || defined(__TINYC__) || __GNUC__ < 9
#error "opgen: vector targets need gcc 9, clang 9, or later; generic code needs no vectors"
#endif

/* gcc keeps the options that opgen_runtime.h sets with every function that follows. Of
   the thousands of these headers that is a third of the time that a file takes. */
#ifndef __clang__
#pragma GCC push_options
#pragma GCC reset_options
#endif
#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#include <arm_neon.h>
#elif defined(__wasm__)
#if __clang_major__ < 13
#error "opgen: target wasm-simd128 needs clang 13 or later"
#endif
#include <wasm_simd128.h>
#else
#error "opgen: vector targets are x86-64, aarch64 (little endian) and WebAssembly"
#endif
#ifndef __clang__
#pragma GCC pop_options
#endif

/* Whether the processor has what a target needs; F16C is older than AVX2. A file that is
   to choose for itself defines these first. */
#if defined(__x86_64__) && !defined(OPGEN_HAS_X86_64_V3)
#define OPGEN_HAS_X86_64_V3 \
	(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
#endif
#if defined(__x86_64__) && !defined(OPGEN_HAS_X86_64_V4)
#define OPGEN_HAS_X86_64_V4 \
	(OPGEN_HAS_X86_64_V3 && __builtin_cpu_supports("avx512f") && \
		__builtin_cpu_supports("avx512bw") && \
		__builtin_cpu_supports("avx512dq") && \
		__builtin_cpu_supports("avx512vl"))
#endif

/* The lanes of a and b, numbered 0 to 2N - 1 in this order, that the N constants name. */
#if defined(__clang__) || __GNUC__ >= 12
#define OPGEN_SHUFFLE(vector, a, b, ...) \
	((vector)__builtin_shufflevector((vector)(a), (vector)(b), __VA_ARGS__))
#else
#define OPGEN_SHUFFLE(vector, a, b, ...) OPGEN_SHUFFLE_GCC(vector, a, b, __VA_ARGS__)
#define OPGEN_SHUFFLE_GCC(vector, a, b, ...) \
	((vector)__builtin_shuffle( \
		(vector)(a), (vector)(b), __extension__(vector##_bits){__VA_ARGS__}))
#endif

/* clang makes AArch64's fmax or fmin of a comparison that it sees, and those have other
   zeros. */
#if defined(__clang__) && defined(__aarch64__)
#define OPGEN_UNSEEN(test) __asm__("" : "+w"(test))
#else
#define OPGEN_UNSEEN(test) (void)(test)
#endif

/* What stands before this statement is computed before it. Between the taps of a kernel
   it keeps compilers from loading all of them first and spilling registers. */
#define OPGEN_KEEP_ORDER __atomic_signal_fence(__ATOMIC_SEQ_CST)

/* Prefetches a cache line; beyond an array's end it does nothing. */
#define OPGEN_PREFETCH(p) __builtin_prefetch(p)

/* A condition that seldom holds: compilers spill registers, if at all, where it does. */
#define OPGEN_RARELY(condition) __builtin_expect((condition), 0)

#define OPGEN_ALWAYS_INLINE static inline __attribute__((always_inline))

/* A vector type, the same in memory wherever an element may lie, and integers as wide as
   its elements. */
#define OPGEN_VECTOR_TYPES(vector, element, width, lanes) \
	typedef element vector \
		__attribute__((vector_size(lanes * width / 8), may_alias)); \
	typedef element vector##_unaligned __attribute__(( \
		vector_size(lanes * width / 8), aligned(width / 8), may_alias)); \
	typedef uint##width##_t vector##_bits \
		__attribute__((vector_size(lanes * width / 8), may_alias)); \
	typedef int##width##_t vector##_ints \
		__attribute__((vector_size(lanes * width / 8), may_alias))

/* As many halves. */
#define OPGEN_VECTOR_HALVES(vector, lanes) \
	typedef uint16_t vector##_halves \
		__attribute__((vector_size(lanes * 2), may_alias)); \
	typedef uint16_t vector##_halves_unaligned \
		__attribute__((vector_size(lanes * 2), aligned(2), may_alias))

/* A vector type that bits are moved in. Memory may hold anything, aligned in any way. */
#define OPGEN_MOVE_TYPE(vector, width, lanes, target) \
	OPGEN_INTEGERS(vector, uint##width##_t, width, lanes, target)
#define OPGEN_INTEGERS(vector, element, width, lanes, target) \
	typedef element vector \
		__attribute__((vector_size(lanes * width / 8), may_alias)); \
	typedef element vector##_unaligned \
		__attribute__((vector_size(lanes * width / 8), aligned(1), may_alias)); \
	OPGEN_ALWAYS_INLINE target vector vector##_load(const void *p, ptrdiff_t at) \
	{ \
		return *(const vector##_unaligned *)(const void *)((const char *)p + \
								   at * (width / 8)); \
	} \
	OPGEN_ALWAYS_INLINE target void vector##_store(void *p, ptrdiff_t at, vector x) \
	{ \
		*(vector##_unaligned *)(void *)((char *)p + at * (width / 8)) = x; \
	} \
	typedef vector vector##_bits

/* One that is computed with. */
#define OPGEN_INTEGER_TYPE(vector, element, width, lanes, target) \
	OPGEN_INTEGERS(vector, element, width, lanes, target); \
	OPGEN_ALWAYS_INLINE target vector vector##_load_n( \
		const void *p, ptrdiff_t at, int n) \
	{ \
		vector x = {0}; \
\
		memcpy(&x, (const char *)p + at * (width / 8), (size_t)n * (width / 8)); \
		return x; \
	} \
	OPGEN_ALWAYS_INLINE target void vector##_store_n( \
		void *p, ptrdiff_t at, vector x, int n) \
	{ \
		memcpy((char *)p + at * (width / 8), &x, (size_t)n * (width / 8)); \
	} \
	OPGEN_ALWAYS_INLINE target vector vector##_set1(element e) \
	{ \
		const vector zero = {0}; \
\
		return zero + e; \
	} \
	OPGEN_ALWAYS_INLINE target vector vector##_max(vector a, vector b) \
	{ \
		const vector greater = (vector)(a > b); \
\
		return (a & greater) | (b & ~greater); \
	} \
	OPGEN_ALWAYS_INLINE target vector vector##_min(vector a, vector b) \
	{ \
		const vector less = (vector)(a < b); \
\
		return (a & less) | (b & ~less); \
	} \
	OPGEN_ALWAYS_INLINE target vector vector##_choose( \
		vector a, vector b, vector c, vector d) \
	{ \
		const vector greater = (vector)(a > b); \
\
		return (c & greater) | (d & ~greater); \
	} \
	typedef uint##width##_t vector##_wrapping \
		__attribute__((vector_size(lanes * width / 8), may_alias)); \
	OPGEN_ALWAYS_INLINE target vector vector##_add(vector a, vector b) \
	{ \
		return (vector)((vector##_wrapping)a + (vector##_wrapping)b); \
	} \
	OPGEN_ALWAYS_INLINE target vector vector##_subtract(vector a, vector b) \
	{ \
		return (vector)((vector##_wrapping)a - (vector##_wrapping)b); \
	} \
	OPGEN_ALWAYS_INLINE target vector vector##_multiply(vector a, vector b) \
	{ \
		return (vector)((vector##_wrapping)a * (vector##_wrapping)b); \
	} \
	typedef int##width##_t vector##_ints \
		__attribute__((vector_size(lanes * width / 8), may_alias))

/* The signed and the unsigned integers of a register of so many bytes. */
#define OPGEN_INTEGER_PAIR(width, lanes, target) \
	OPGEN_INTEGER_TYPE( \
		opgen_i##width##x##lanes, int##width##_t, width, lanes, target); \
	OPGEN_INTEGER_TYPE( \
		opgen_u##width##x##lanes, uint##width##_t, width, lanes, target)

/* Up to four halves as one number, the first of them lowest. */
static inline uint64_t
opgen_load_halves(const uint16_t *p, int n)
{
	uint64_t word = 0;
	uint32_t pair;

	if (n >= 4) {
		memcpy(&word, p, 8);
		return word;
	}
	if (n & 1)
		word = p[n - 1];
	if (n & 2) {
		memcpy(&pair, p, 4);
		word = word << 32 | pair;
	}
	return word;
}

static inline void
opgen_store_halves(uint16_t *p, uint64_t word, int n)
{
	const uint32_t pair = (uint32_t)word;

	if (n >= 4) {
		memcpy(p, &word, 8);
		return;
	}
	if (n & 2) {
		memcpy(p, &pair, 4);
		word >>= 32;
	}
	if (n & 1)
		p[n - 1] = (uint16_t)word;
}

#ifdef __x86_64__

#define OPGEN_X86_64_V3 __attribute__((target("avx2,fma,f16c")))

OPGEN_MOVE_TYPE(opgen_u32x4, 32, 4, OPGEN_X86_64_V3);
OPGEN_MOVE_TYPE(opgen_u64x2, 64, 2, OPGEN_X86_64_V3);
OPGEN_INTEGER_PAIR(8, 8, OPGEN_X86_64_V3);
OPGEN_INTEGER_PAIR(8, 16, OPGEN_X86_64_V3);
OPGEN_INTEGER_PAIR(8, 32, OPGEN_X86_64_V3);
OPGEN_INTEGER_PAIR(16, 8, OPGEN_X86_64_V3);
OPGEN_INTEGER_PAIR(16, 16, OPGEN_X86_64_V3);
OPGEN_INTEGER_PAIR(32, 8, OPGEN_X86_64_V3);
OPGEN_INTEGER_PAIR(64, 4, OPGEN_X86_64_V3);
OPGEN_VECTOR_TYPES(opgen_f32x8, float, 32, 8);
OPGEN_VECTOR_TYPES(opgen_f64x4, double, 64, 4);
OPGEN_VECTOR_HALVES(opgen_f32x8, 8);

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V3 opgen_f32x8
opgen_f32x8_load_n(const float *p, int n)
{
	const opgen_f32x8_ints lane = {0, 1, 2, 3, 4, 5, 6, 7};

	return n == 8 ? _mm256_loadu_ps(p) : _mm256_maskload_ps(p, (__m256i)(lane < n));
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V3 opgen_f64x4
opgen_f64x4_load_n(const double *p, int n)
{
	const opgen_f64x4_ints lane = {0, 1, 2, 3};

	return n == 4 ? _mm256_loadu_pd(p) : _mm256_maskload_pd(p, (__m256i)(lane < n));
}

/* Stores with a mask are several times slower than these pieces; two that overlap are
   faster than three. */
OPGEN_ALWAYS_INLINE OPGEN_X86_64_V3 void
opgen_f32x8_store_n(float *p, opgen_f32x8 x, int n)
{
	__m128 rest = _mm256_castps256_ps128(x);

	if (n & 8) {
		_mm256_storeu_ps(p, x);
		return;
	}
	if (n == 7) {
		const __m128i low = _mm_castps_si128(rest);
		const __m128i high = _mm_castps_si128(_mm256_extractf128_ps(x, 1));

		_mm_storeu_ps(p, rest);
		_mm_storeu_si128(
			(__m128i *)(void *)(p + 3), _mm_alignr_epi8(high, low, 12));
		return;
	}
	if (n & 4) {
		_mm_storeu_ps(p, rest);
		rest = _mm256_extractf128_ps(x, 1);
		p += 4;
	}
	if (n & 2) {
		_mm_storel_pi((__m64 *)(void *)p, rest);
		rest = _mm_movehl_ps(rest, rest);
		p += 2;
	}
	if (n & 1)
		_mm_store_ss(p, rest);
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V3 void
opgen_f64x4_store_n(double *p, opgen_f64x4 x, int n)
{
	__m128d rest = _mm256_castpd256_pd128(x);

	if (n & 4) {
		_mm256_storeu_pd(p, x);
		return;
	}
	if (n & 2) {
		_mm_storeu_pd(p, rest);
		rest = _mm256_extractf128_pd(x, 1);
		p += 2;
	}
	if (n & 1)
		_mm_store_sd(p, rest);
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V3 opgen_f32x8_halves
opgen_f32x8_load_halves(const uint16_t *p, int n)
{
	const uint64_t low = opgen_load_halves(p, n);

	if (n == 8)
		return (opgen_f32x8_halves)_mm_loadu_si128(
			(const __m128i *)(const void *)p);
	return (opgen_f32x8_halves)_mm_set_epi64x(
		n > 4 ? (long long)opgen_load_halves(p + 4, n - 4) : 0, (long long)low);
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V3 void
opgen_f32x8_store_halves(uint16_t *p, opgen_f32x8_halves x, int n)
{
	if (n == 8) {
		_mm_storeu_si128((__m128i *)(void *)p, (__m128i)x);
		return;
	}
	opgen_store_halves(p, (uint64_t)_mm_cvtsi128_si64((__m128i)x), n);
	if (n > 4)
		opgen_store_halves(
			p + 4, (uint64_t)_mm_extract_epi64((__m128i)x, 1), n - 4);
}

/* The first part, and the others where n says that they are there. */
OPGEN_ALWAYS_INLINE OPGEN_X86_64_V3 opgen_f32x8
opgen_f32x8_load_parts(const float *p, ptrdiff_t step, int n)
{
	const __m256 first = _mm256_zextps128_ps256(_mm_loadu_ps(p));

	return n > 1 ? _mm256_insertf128_ps(first, _mm_loadu_ps(p + step), 1) : first;
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V3 opgen_f64x4
opgen_f64x4_load_parts(const double *p, ptrdiff_t step, int n)
{
	const __m256d first = _mm256_zextpd128_pd256(_mm_loadu_pd(p));

	return n > 1 ? _mm256_insertf128_pd(first, _mm_loadu_pd(p + step), 1) : first;
}

/* The instruction makes INT32_MIN of what is out of range; above it, ones turn that into
   INT32_MAX. */
OPGEN_ALWAYS_INLINE OPGEN_X86_64_V3 opgen_i32x8
opgen_f32x8_truncate(opgen_f32x8 x)
{
	const __m256 number = _mm256_and_ps(x, _mm256_cmp_ps(x, x, _CMP_ORD_Q));
	const __m256 is_above =
		_mm256_cmp_ps(x, _mm256_set1_ps(2147483648.0f), _CMP_GE_OQ);

	return (opgen_i32x8)_mm256_xor_si256(
		_mm256_cvttps_epi32(number), _mm256_castps_si256(is_above));
}

/* Saturates to int16. */
OPGEN_ALWAYS_INLINE OPGEN_X86_64_V3 __m128i
opgen_i32x8_pack(opgen_i32x8 x)
{
	return _mm_packs_epi32(_mm256_castsi256_si128((__m256i)x),
		_mm256_extracti128_si256((__m256i)x, 1));
}

#define OPGEN_VECTOR opgen_f32x8
#define OPGEN_TARGET OPGEN_X86_64_V3
#define OPGEN_WIDTH 32
#define OPGEN_SET1(e) _mm256_set1_ps(e)
#define OPGEN_FMA(a, b, c) _mm256_fmadd_ps(a, b, c)
#define OPGEN_SQRT(x) _mm256_sqrt_ps(x)
#define OPGEN_MAX(a, b) _mm256_max_ps(a, b)
#define OPGEN_MIN(a, b) _mm256_min_ps(a, b)
#define OPGEN_FLOOR(x) _mm256_floor_ps(x)
#define OPGEN_CEIL(x) _mm256_ceil_ps(x)
#define OPGEN_NEAREST(x) _mm256_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define OPGEN_AT_MOST(x, y) _mm256_min_ps(y, x)
#define OPGEN_AT_LEAST(x, y) _mm256_max_ps(y, x)
#define OPGEN_LOW 0, 8, 1, 9, 4, 12, 5, 13
#define OPGEN_HIGH 2, 10, 3, 11, 6, 14, 7, 15
#define OPGEN_SET1_HALVES(h) (opgen_f32x8_halves) _mm_set1_epi16((short)(h))
#define OPGEN_WIDEN(h) _mm256_cvtepu16_epi32((__m128i)(h))
#define OPGEN_NARROW(x) \
	_mm_packus_epi32(_mm256_castsi256_si128((__m256i)(x)), \
		_mm256_extracti128_si256((__m256i)(x), 1))
#define OPGEN_FROM_FLOAT16(h) _mm256_cvtph_ps((__m128i)(h))
#define OPGEN_TO_FLOAT16(x) _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT)
#define OPGEN_INTEGERS_OF(type) opgen_##type##x8
#define OPGEN_TRUNCATE(x) opgen_f32x8_truncate(x)
#define OPGEN_WIDEN_INT8(h) _mm256_cvtepi8_epi32(_mm_cvtsi64_si128((long long)(h)))
#define OPGEN_WIDEN_UINT8(h) _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)(h)))
#define OPGEN_WIDEN_INT16(h) _mm256_cvtepi16_epi32((__m128i)(h))
#define OPGEN_WIDEN_UINT16(h) _mm256_cvtepu16_epi32((__m128i)(h))
#define OPGEN_SATURATE_INT8(x) \
	_mm_cvtsi128_si64(_mm_packs_epi16(opgen_i32x8_pack(x), _mm_setzero_si128()))
#define OPGEN_SATURATE_UINT8(x) \
	_mm_cvtsi128_si64(_mm_packus_epi16(opgen_i32x8_pack(x), _mm_setzero_si128()))
#define OPGEN_SATURATE_INT16(x) opgen_i32x8_pack(x)
#define OPGEN_SATURATE_UINT16(x) OPGEN_NARROW(x)
#include "opgen_vector_type.h"

#define OPGEN_VECTOR opgen_f64x4
#define OPGEN_FLOATS opgen_f32x8
#define OPGEN_TARGET OPGEN_X86_64_V3
#define OPGEN_WIDTH 64
#define OPGEN_SET1(e) _mm256_set1_pd(e)
#define OPGEN_FMA(a, b, c) _mm256_fmadd_pd(a, b, c)
#define OPGEN_SQRT(x) _mm256_sqrt_pd(x)
#define OPGEN_MAX(a, b) _mm256_max_pd(a, b)
#define OPGEN_MIN(a, b) _mm256_min_pd(a, b)
#define OPGEN_FLOOR(x) _mm256_floor_pd(x)
#define OPGEN_CEIL(x) _mm256_ceil_pd(x)
#define OPGEN_NEAREST(x) _mm256_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
#define OPGEN_AT_MOST(x, y) _mm256_min_pd(y, x)
#define OPGEN_AT_LEAST(x, y) _mm256_max_pd(y, x)
#define OPGEN_LOW 0, 4, 2, 6
#define OPGEN_HIGH 1, 5, 3, 7
#include "opgen_vector_type.h"

/* Without the minimal width clang takes a vector apart into two halves. */
#ifdef __clang__
#define OPGEN_X86_64_V4 \
	__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c"), \
		min_vector_width(512)))
#else
#define OPGEN_X86_64_V4 \
	__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")))
#endif

/* Masks that let every lane pass, because gcc warns, in C++, of the register that its
   intrinsics without a mask leave uninitialized. */
#define OPGEN_ALL_8 ((__mmask8)0xff)
#define OPGEN_ALL_16 ((__mmask16)0xffff)

OPGEN_INTEGER_PAIR(8, 64, OPGEN_X86_64_V4);
OPGEN_INTEGER_PAIR(16, 32, OPGEN_X86_64_V4);
OPGEN_INTEGER_PAIR(32, 16, OPGEN_X86_64_V4);
OPGEN_INTEGER_PAIR(64, 8, OPGEN_X86_64_V4);
OPGEN_VECTOR_TYPES(opgen_f32x16, float, 32, 16);
OPGEN_VECTOR_TYPES(opgen_f64x8, double, 64, 8);
OPGEN_VECTOR_HALVES(opgen_f32x16, 16);

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_f32x16
opgen_f32x16_blend(opgen_f32x16 a, opgen_f32x16 b, int mask)
{
	return _mm512_mask_blend_ps((__mmask16)mask, a, b);
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_f64x8
opgen_f64x8_blend(opgen_f64x8 a, opgen_f64x8 b, int mask)
{
	return _mm512_mask_blend_pd((__mmask8)mask, a, b);
}

/* Not by OPGEN_SHUFFLE, of which gcc makes blends of 32 bytes that reach but half of the
   registers. */
OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_f32x8
opgen_f32x8_blend(opgen_f32x8 a, opgen_f32x8 b, int mask)
{
	return _mm256_mask_blend_ps((__mmask8)mask, a, b);
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_f64x4
opgen_f64x4_blend(opgen_f64x4 a, opgen_f64x4 b, int mask)
{
	return _mm256_mask_blend_pd((__mmask8)mask, a, b);
}

/* A mask that gcc does not see through. Where only the lower half of a load with a
   constant mask is used, and the mask is ones there, gcc 12 leaves the mask out and reads
   all. */
#ifdef __clang__
#define OPGEN_UNSEEN_MASK(mask) (void)(mask)
#else
#define OPGEN_UNSEEN_MASK(mask) __asm__("" : "+Yk"(mask))
#endif

/* The lower lanes of a vector whose others are 0. gcc 12's own functions for that insert
   into a vector that is not set, and warn of it in C++. */
OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 __m512d
opgen_widen_256(__m256d x)
{
	return _mm512_maskz_insertf64x4(0xff, _mm512_setzero_pd(), x, 0);
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 __m512
opgen_widen_128(__m128 x)
{
	return _mm512_maskz_insertf32x4(0xffff, _mm512_setzero_ps(), x, 0);
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_f32x16
opgen_f32x16_load_n(const float *p, int n)
{
	__mmask16 mask = (__mmask16)((1u << n) - 1);

	if (n == 16)
		return _mm512_loadu_ps(p);
	if (n == 8)
		return _mm512_castpd_ps(
			opgen_widen_256(_mm256_castps_pd(_mm256_loadu_ps(p))));
	if (n == 4)
		return opgen_widen_128(_mm_loadu_ps(p));
	OPGEN_UNSEEN_MASK(mask);
	return _mm512_maskz_loadu_ps(mask, p);
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_f64x8
opgen_f64x8_load_n(const double *p, int n)
{
	__mmask8 mask = (__mmask8)((1u << n) - 1);

	if (n == 8)
		return _mm512_loadu_pd(p);
	if (n == 4)
		return opgen_widen_256(_mm256_loadu_pd(p));
	if (n == 2)
		return _mm512_castps_pd(opgen_widen_128(_mm_castpd_ps(_mm_loadu_pd(p))));
	OPGEN_UNSEEN_MASK(mask);
	return _mm512_maskz_loadu_pd(mask, p);
}

/* Lane i of the result is lane `i` of x. Of shuffles of one f64x8 whose second pair of
   lanes takes some of the upper half, while all other pairs stay where they are, gcc 12
   makes permutations within 128 bits, which are wrong. */
OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_f64x8
opgen_f64x8_permute(
	opgen_f64x8 x, int l0, int l1, int l2, int l3, int l4, int l5, int l6, int l7)
{
	const opgen_f64x8_ints lane = {l0, l1, l2, l3, l4, l5, l6, l7};

	return _mm512_maskz_permutexvar_pd(OPGEN_ALL_8, (__m512i)lane, x);
}

/* The n lanes of a half and more, as two halves that overlap; stores with a mask are
   slower. */
OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 void
opgen_f32x16_store_n(float *p, opgen_f32x16 x, int n)
{
	const opgen_f32x16_ints lane = {
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
	const __m256 low = _mm512_maskz_extractf32x8_ps(OPGEN_ALL_8, x, 0);

	if (n == 16) {
		_mm512_storeu_ps(p, x);
	} else if (n > 8) {
		x = _mm512_maskz_permutexvar_ps(
			OPGEN_ALL_16, (__m512i)(lane + (n - 8)), x);
		_mm256_storeu_ps(p, low);
		_mm256_storeu_ps(
			p + (n - 8), _mm512_maskz_extractf32x8_ps(OPGEN_ALL_8, x, 0));
	} else {
		opgen_f32x8_store_n(p, low, n);
	}
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 void
opgen_f64x8_store_n(double *p, opgen_f64x8 x, int n)
{
	const opgen_f64x8_ints lane = {0, 1, 2, 3, 4, 5, 6, 7};
	const __m256d low = _mm512_maskz_extractf64x4_pd(OPGEN_ALL_8, x, 0);

	if (n == 8) {
		_mm512_storeu_pd(p, x);
	} else if (n > 4) {
		x = _mm512_maskz_permutexvar_pd(
			OPGEN_ALL_8, (__m512i)(lane + (n - 4)), x);
		_mm256_storeu_pd(p, low);
		_mm256_storeu_pd(
			p + (n - 4), _mm512_maskz_extractf64x4_pd(OPGEN_ALL_8, x, 0));
	} else {
		opgen_f64x4_store_n(p, low, n);
	}
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_f32x16_halves
opgen_f32x16_load_halves(const uint16_t *p, int n)
{
	__mmask16 mask = (__mmask16)((1u << n) - 1);

	if (n == 8)
		return (opgen_f32x16_halves)_mm256_zextsi128_si256(
			_mm_loadu_si128((const __m128i *)(const void *)p));
	OPGEN_UNSEEN_MASK(mask);
	return (opgen_f32x16_halves)_mm256_maskz_loadu_epi16(mask, p);
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 void
opgen_f32x16_store_halves(uint16_t *p, opgen_f32x16_halves x, int n)
{
	const opgen_f32x16_halves lane = {
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
	const __m128i low = _mm256_castsi256_si128((__m256i)x);
	__m256i last;

	if (n == 16) {
		_mm256_storeu_si256((__m256i *)(void *)p, (__m256i)x);
	} else if (n > 8) {
		last = (__m256i)(lane + (uint16_t)(n - 8));
		last = _mm256_permutexvar_epi16(last, (__m256i)x);
		_mm_storeu_si128((__m128i *)(void *)p, low);
		_mm_storeu_si128(
			(__m128i *)(void *)(p + (n - 8)), _mm256_castsi256_si128(last));
	} else {
		opgen_f32x8_store_halves(p, (opgen_f32x8_halves)low, n);
	}
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_f32x16
opgen_f32x16_load_parts(const float *p, ptrdiff_t step, int n)
{
	__m512 x = opgen_widen_128(_mm_loadu_ps(p));

	if (n > 1)
		x = _mm512_insertf32x4(x, _mm_loadu_ps(p + step), 1);
	if (n > 2)
		x = _mm512_insertf32x4(x, _mm_loadu_ps(p + 2 * step), 2);
	if (n > 3)
		x = _mm512_insertf32x4(x, _mm_loadu_ps(p + 3 * step), 3);
	return x;
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_f64x8
opgen_f64x8_load_parts(const double *p, ptrdiff_t step, int n)
{
	__m512d x = _mm512_castps_pd(opgen_widen_128(_mm_castpd_ps(_mm_loadu_pd(p))));

	if (n > 1)
		x = _mm512_insertf64x2(x, _mm_loadu_pd(p + step), 1);
	if (n > 2)
		x = _mm512_insertf64x2(x, _mm_loadu_pd(p + 2 * step), 2);
	if (n > 3)
		x = _mm512_insertf64x2(x, _mm_loadu_pd(p + 3 * step), 3);
	return x;
}

/* The instruction makes INT32_MIN of what is out of range. */
OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 opgen_i32x16
opgen_f32x16_truncate(opgen_f32x16 x)
{
	const __mmask16 is_number = _mm512_cmp_ps_mask(x, x, _CMP_ORD_Q);
	const __mmask16 is_above =
		_mm512_cmp_ps_mask(x, _mm512_set1_ps(2147483648.0f), _CMP_GE_OQ);
	const __m512i whole = _mm512_maskz_cvttps_epi32(is_number, x);

	return (opgen_i32x16)_mm512_mask_mov_epi32(
		whole, is_above, _mm512_set1_epi32(INT32_MAX));
}

OPGEN_ALWAYS_INLINE OPGEN_X86_64_V4 __m512i
opgen_i32x16_positive(opgen_i32x16 x)
{
	return _mm512_maskz_max_epi32(OPGEN_ALL_16, (__m512i)x, _mm512_setzero_si512());
}

#define OPGEN_VECTOR opgen_f32x16
#define OPGEN_TARGET OPGEN_X86_64_V4
#define OPGEN_WIDTH 32
#define OPGEN_SET1(e) _mm512_set1_ps(e)
#define OPGEN_FMA(a, b, c) _mm512_fmadd_ps(a, b, c)
#define OPGEN_SCALE(x, y) _mm512_maskz_scalef_ps(OPGEN_ALL_16, x, y)
#define OPGEN_SQRT(x) _mm512_maskz_sqrt_ps(OPGEN_ALL_16, x)
#define OPGEN_MAX(a, b) _mm512_maskz_max_ps(OPGEN_ALL_16, a, b)
#define OPGEN_MIN(a, b) _mm512_maskz_min_ps(OPGEN_ALL_16, a, b)
#define OPGEN_FLOOR(x) _mm512_floor_ps(x)
#define OPGEN_CEIL(x) _mm512_ceil_ps(x)
#define OPGEN_AT_MOST(x, y) _mm512_maskz_min_ps(OPGEN_ALL_16, y, x)
#define OPGEN_AT_LEAST(x, y) _mm512_maskz_max_ps(OPGEN_ALL_16, y, x)
#define OPGEN_LOW 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define OPGEN_HIGH 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define OPGEN_SET1_HALVES(h) (opgen_f32x16_halves) _mm256_set1_epi16((short)(h))
#define OPGEN_WIDEN(h) _mm512_maskz_cvtepu16_epi32(OPGEN_ALL_16, (__m256i)(h))
#define OPGEN_NARROW(x) _mm512_maskz_cvtepi32_epi16(OPGEN_ALL_16, (__m512i)(x))
#define OPGEN_FROM_FLOAT16(h) _mm512_maskz_cvtph_ps(OPGEN_ALL_16, (__m256i)(h))
#define OPGEN_TO_FLOAT16(x) \
	_mm512_maskz_cvtps_ph(OPGEN_ALL_16, x, _MM_FROUND_TO_NEAREST_INT)
#define OPGEN_INTEGERS_OF(type) opgen_##type##x16
#define OPGEN_TRUNCATE(x) opgen_f32x16_truncate(x)
#define OPGEN_WIDEN_INT8(h) _mm512_maskz_cvtepi8_epi32(OPGEN_ALL_16, (__m128i)(h))
#define OPGEN_WIDEN_UINT8(h) _mm512_maskz_cvtepu8_epi32(OPGEN_ALL_16, (__m128i)(h))
#define OPGEN_WIDEN_INT16(h) _mm512_maskz_cvtepi16_epi32(OPGEN_ALL_16, (__m256i)(h))
#define OPGEN_WIDEN_UINT16(h) _mm512_maskz_cvtepu16_epi32(OPGEN_ALL_16, (__m256i)(h))
#define OPGEN_SATURATE_INT8(x) _mm512_maskz_cvtsepi32_epi8(OPGEN_ALL_16, (__m512i)(x))
#define OPGEN_SATURATE_UINT8(x) \
	_mm512_maskz_cvtusepi32_epi8(OPGEN_ALL_16, opgen_i32x16_positive(x))
#define OPGEN_SATURATE_INT16(x) _mm512_maskz_cvtsepi32_epi16(OPGEN_ALL_16, (__m512i)(x))
#define OPGEN_SATURATE_UINT16(x) \
	_mm512_maskz_cvtusepi32_epi16(OPGEN_ALL_16, opgen_i32x16_positive(x))
#include "opgen_vector_type.h"

#define OPGEN_VECTOR opgen_f64x8
#define OPGEN_FLOATS opgen_f32x16
#define OPGEN_TARGET OPGEN_X86_64_V4
#define OPGEN_WIDTH 64
#define OPGEN_SET1(e) _mm512_set1_pd(e)
#define OPGEN_FMA(a, b, c) _mm512_fmadd_pd(a, b, c)
#define OPGEN_SCALE(x, y) _mm512_maskz_scalef_pd(OPGEN_ALL_8, x, y)
#define OPGEN_SQRT(x) _mm512_maskz_sqrt_pd(OPGEN_ALL_8, x)
#define OPGEN_MAX(a, b) _mm512_maskz_max_pd(OPGEN_ALL_8, a, b)
#define OPGEN_MIN(a, b) _mm512_maskz_min_pd(OPGEN_ALL_8, a, b)
#define OPGEN_FLOOR(x) _mm512_floor_pd(x)
#define OPGEN_CEIL(x) _mm512_ceil_pd(x)
#define OPGEN_AT_MOST(x, y) _mm512_maskz_min_pd(OPGEN_ALL_8, y, x)
#define OPGEN_AT_LEAST(x, y) _mm512_maskz_max_pd(OPGEN_ALL_8, y, x)
#define OPGEN_LOW 0, 8, 2, 10, 4, 12, 6, 14
#define OPGEN_HIGH 1, 9, 3, 11, 5, 13, 7, 15
#include "opgen_vector_type.h"

#else

OPGEN_VECTOR_TYPES(opgen_f32x4, float, 32, 4);
OPGEN_VECTOR_TYPES(opgen_f64x2, double, 64, 2);
OPGEN_VECTOR_HALVES(opgen_f32x4, 4);

#ifdef __aarch64__
#define OPGEN_AARCH64
#define OPGEN_TARGET_128 OPGEN_AARCH64
#else
#define OPGEN_WASM_SIMD128 __attribute__((target("simd128")))
#define OPGEN_TARGET_128 OPGEN_WASM_SIMD128
#endif

OPGEN_INTEGER_PAIR(8, 4, OPGEN_TARGET_128);
OPGEN_INTEGER_PAIR(8, 16, OPGEN_TARGET_128);
OPGEN_INTEGER_PAIR(16, 4, OPGEN_TARGET_128);
OPGEN_INTEGER_PAIR(16, 8, OPGEN_TARGET_128);
OPGEN_INTEGER_PAIR(32, 4, OPGEN_TARGET_128);
OPGEN_INTEGER_PAIR(64, 2, OPGEN_TARGET_128);

OPGEN_ALWAYS_INLINE OPGEN_TARGET_128 opgen_f32x4
opgen_f32x4_load_n(const float *p, int n)
{
	const opgen_f32x4 x = {n > 0 ? p[0] : 0.0f, n > 1 ? p[1] : 0.0f,
		n > 2 ? p[2] : 0.0f, n > 3 ? p[3] : 0.0f};

	if (n == 4)
		return *(const opgen_f32x4_unaligned *)(const void *)p;
	return x;
}

OPGEN_ALWAYS_INLINE OPGEN_TARGET_128 opgen_f64x2
opgen_f64x2_load_n(const double *p, int n)
{
	const opgen_f64x2 x = {n > 0 ? p[0] : 0.0, n > 1 ? p[1] : 0.0};

	return x;
}

OPGEN_ALWAYS_INLINE OPGEN_TARGET_128 void
opgen_f32x4_store_n(float *p, opgen_f32x4 x, int n)
{
	if (n == 4) {
		*(opgen_f32x4_unaligned *)(void *)p = x;
		return;
	}
	if (n > 0)
		p[0] = x[0];
	if (n > 1)
		p[1] = x[1];
	if (n > 2)
		p[2] = x[2];
}

OPGEN_ALWAYS_INLINE OPGEN_TARGET_128 void
opgen_f64x2_store_n(double *p, opgen_f64x2 x, int n)
{
	if (n > 0)
		p[0] = x[0];
	if (n > 1)
		p[1] = x[1];
}

OPGEN_ALWAYS_INLINE OPGEN_TARGET_128 opgen_f32x4_halves
opgen_f32x4_load_halves(const uint16_t *p, int n)
{
	return (opgen_f32x4_halves)opgen_load_halves(p, n);
}

OPGEN_ALWAYS_INLINE OPGEN_TARGET_128 void
opgen_f32x4_store_halves(uint16_t *p, opgen_f32x4_halves x, int n)
{
	opgen_store_halves(p, (uint64_t)x, n);
}

#ifdef __aarch64__

/* Saturates to int16; all of a register, because instructions on bytes have no half. */
OPGEN_ALWAYS_INLINE OPGEN_AARCH64 int16x8_t
opgen_i32x4_pack(opgen_i32x4 x)
{
	const int16x4_t half = vqmovn_s32((int32x4_t)x);

	return vcombine_s16(half, half);
}

#define OPGEN_VECTOR opgen_f32x4
#define OPGEN_TARGET OPGEN_AARCH64
#define OPGEN_WIDTH 32
#define OPGEN_SET1(e) vdupq_n_f32(e)
#define OPGEN_FMA(a, b, c) vfmaq_f32(c, a, b)
#define OPGEN_SQRT(x) vsqrtq_f32(x)
#define OPGEN_FLOOR(x) vrndmq_f32(x)
#define OPGEN_CEIL(x) vrndpq_f32(x)
#define OPGEN_NEAREST(x) vrndnq_f32(x)
#define OPGEN_AT_MOST(x, y) vminq_f32(x, y)
#define OPGEN_AT_LEAST(x, y) vmaxq_f32(x, y)
#define OPGEN_LOW 0, 4, 1, 5
#define OPGEN_HIGH 2, 6, 3, 7
#define OPGEN_SET1_HALVES(h) (opgen_f32x4_halves) vdup_n_u16(h)
#define OPGEN_WIDEN(h) vmovl_u16((uint16x4_t)(h))
#define OPGEN_NARROW(x) vmovn_u32((uint32x4_t)(x))
#define OPGEN_FROM_FLOAT16(h) vcvt_f32_f16((float16x4_t)(h))
#define OPGEN_TO_FLOAT16(x) vcvt_f16_f32(x)
#define OPGEN_INTEGERS_OF(type) opgen_##type##x4
#define OPGEN_TRUNCATE(x) vcvtq_s32_f32(x)
#define OPGEN_WIDEN_INT8(h) \
	vmovl_s16(vget_low_s16(vmovl_s8(vreinterpret_s8_u32(vdup_n_u32((uint32_t)(h))))))
#define OPGEN_WIDEN_UINT8(h) \
	vmovl_u16(vget_low_u16(vmovl_u8(vreinterpret_u8_u32(vdup_n_u32((uint32_t)(h))))))
#define OPGEN_WIDEN_INT16(h) vmovl_s16((int16x4_t)(h))
#define OPGEN_WIDEN_UINT16(h) OPGEN_WIDEN(h)
#define OPGEN_SATURATE_INT8(x) \
	vget_lane_u32(vreinterpret_u32_s8(vqmovn_s16(opgen_i32x4_pack(x))), 0)
#define OPGEN_SATURATE_UINT8(x) \
	vget_lane_u32(vreinterpret_u32_u8(vqmovun_s16(opgen_i32x4_pack(x))), 0)
#define OPGEN_SATURATE_INT16(x) vqmovn_s32((int32x4_t)(x))
#define OPGEN_SATURATE_UINT16(x) vqmovun_s32((int32x4_t)(x))
#include "opgen_vector_type.h"

#define OPGEN_VECTOR opgen_f64x2
#define OPGEN_FLOATS opgen_f32x4
#define OPGEN_TARGET OPGEN_AARCH64
#define OPGEN_WIDTH 64
#define OPGEN_SET1(e) vdupq_n_f64(e)
#define OPGEN_FMA(a, b, c) vfmaq_f64(c, a, b)
#define OPGEN_SQRT(x) vsqrtq_f64(x)
#define OPGEN_FLOOR(x) vrndmq_f64(x)
#define OPGEN_CEIL(x) vrndpq_f64(x)
#define OPGEN_NEAREST(x) vrndnq_f64(x)
#define OPGEN_AT_MOST(x, y) vminq_f64(x, y)
#define OPGEN_AT_LEAST(x, y) vmaxq_f64(x, y)
#define OPGEN_LOW 0, 2
#define OPGEN_HIGH 1, 3
#include "opgen_vector_type.h"

#else

/* opgen_float16_to_float in every lane, but for the NaN that stays as it is. */
OPGEN_ALWAYS_INLINE OPGEN_WASM_SIMD128 opgen_f32x4
opgen_f32x4_from_float16(opgen_f32x4_halves h)
{
	const opgen_f32x4_bits half = __builtin_convertvector(h, opgen_f32x4_bits);
	const opgen_f32x4_bits sign = (half & 0x8000) << 16;
	const opgen_f32x4_bits shifted = (half & 0x7fff) << 13;
	const opgen_f32x4 small = (opgen_f32x4)(shifted + 0x38800000) - 6.103515625e-05f;
	const opgen_f32x4_bits is_small = (opgen_f32x4_bits)(shifted < 0x00800000);
	const opgen_f32x4_bits is_special = (opgen_f32x4_bits)(shifted >= 0x0f800000);
	const opgen_f32x4_bits large = shifted + 0x38000000 + (is_special & 0x38000000);

	return (opgen_f32x4)(sign | (is_small & (opgen_f32x4_bits)small) |
			     (~is_small & large));
}

/* opgen_float_to_float16 in every lane, but for the payload of a NaN. */
OPGEN_ALWAYS_INLINE OPGEN_WASM_SIMD128 opgen_f32x4_bits
opgen_f32x4_to_float16(opgen_f32x4 x)
{
	const opgen_f32x4_bits bits = (opgen_f32x4_bits)x;
	const opgen_f32x4_bits magnitude = bits & 0x7fffffff;
	const opgen_f32x4 sum = (opgen_f32x4)magnitude + 0.5f;
	const opgen_f32x4_bits small = (opgen_f32x4_bits)sum - 0x3f000000;
	const opgen_f32x4_bits normal =
		(magnitude - 0x38000000 + 0x0fff + ((magnitude >> 13) & 1)) >> 13;
	const opgen_f32x4_bits is_small = (opgen_f32x4_bits)(magnitude < 0x38800000);
	const opgen_f32x4_bits is_finite = (opgen_f32x4_bits)(magnitude < 0x477ff000);
	const opgen_f32x4_bits is_nan = (opgen_f32x4_bits)(magnitude > 0x7f800000);
	const opgen_f32x4_bits special = 0x7c00 | (is_nan & 0x0200);
	const opgen_f32x4_bits finite = (is_small & small) | (~is_small & normal);

	return (bits >> 16 & 0x8000) | (is_finite & finite) | (~is_finite & special);
}

/* clang converts narrow integers one by one if it sees that they are no wider. */
OPGEN_ALWAYS_INLINE OPGEN_WASM_SIMD128 v128_t
opgen_i32x4_unseen(v128_t x)
{
	__asm__("" : "+r"(x));
	return x;
}

#define OPGEN_VECTOR opgen_f32x4
#define OPGEN_TARGET OPGEN_WASM_SIMD128
#define OPGEN_WIDTH 32
#define OPGEN_SET1(e) (opgen_f32x4) wasm_f32x4_splat(e)
#define OPGEN_FMA(a, b, c) \
	{ \
		opgen_fmaf(a[0], b[0], c[0]), opgen_fmaf(a[1], b[1], c[1]), \
			opgen_fmaf(a[2], b[2], c[2]), opgen_fmaf(a[3], b[3], c[3]) \
	}
#define OPGEN_SQRT(x) (opgen_f32x4) wasm_f32x4_sqrt((v128_t)(x))
#define OPGEN_FLOOR(x) (opgen_f32x4) wasm_f32x4_floor((v128_t)(x))
#define OPGEN_CEIL(x) (opgen_f32x4) wasm_f32x4_ceil((v128_t)(x))
#define OPGEN_NEAREST(x) (opgen_f32x4) wasm_f32x4_nearest((v128_t)(x))
/* clang 14 makes wasm_f32x4_max of a comparison with 0, which has other zeros. */
#define OPGEN_MAX(a, b) (opgen_f32x4) wasm_f32x4_pmax((v128_t)(b), (v128_t)(a))
#define OPGEN_MIN(a, b) (opgen_f32x4) wasm_f32x4_pmin((v128_t)(b), (v128_t)(a))
#define OPGEN_AT_MOST(x, y) (opgen_f32x4) wasm_f32x4_pmin((v128_t)(x), (v128_t)(y))
#define OPGEN_AT_LEAST(x, y) (opgen_f32x4) wasm_f32x4_pmax((v128_t)(x), (v128_t)(y))
#define OPGEN_LOW 0, 4, 1, 5
#define OPGEN_HIGH 2, 6, 3, 7
#define OPGEN_SET1_HALVES(h) \
	{ \
		h, h, h, h \
	}
#define OPGEN_WIDEN(h) __builtin_convertvector(h, opgen_f32x4_bits)
#define OPGEN_NARROW(x) __builtin_convertvector(x, opgen_f32x4_halves)
#define OPGEN_FROM_FLOAT16(h) opgen_f32x4_from_float16(h)
#define OPGEN_TO_FLOAT16(x) OPGEN_NARROW(opgen_f32x4_to_float16(x))
#define OPGEN_INTEGERS_OF(type) opgen_##type##x4
#define OPGEN_TRUNCATE(x) wasm_i32x4_trunc_sat_f32x4((v128_t)(x))
#define OPGEN_WIDEN_INT8(h) \
	opgen_i32x4_unseen(wasm_i32x4_extend_low_i16x8( \
		wasm_i16x8_extend_low_i8x16(wasm_i32x4_splat((int32_t)(h)))))
#define OPGEN_WIDEN_UINT8(h) \
	opgen_i32x4_unseen(wasm_u32x4_extend_low_u16x8( \
		wasm_u16x8_extend_low_u8x16(wasm_i32x4_splat((int32_t)(h)))))
#define OPGEN_WIDEN_INT16(h) \
	opgen_i32x4_unseen(wasm_i32x4_extend_low_i16x8(wasm_i64x2_splat((int64_t)(h))))
#define OPGEN_WIDEN_UINT16(h) \
	opgen_i32x4_unseen(wasm_u32x4_extend_low_u16x8(wasm_i64x2_splat((int64_t)(h))))
#define OPGEN_SATURATE_INT8(x) \
	wasm_i32x4_extract_lane(wasm_i8x16_narrow_i16x8(OPGEN_PACK(x), OPGEN_PACK(x)), 0)
#define OPGEN_SATURATE_UINT8(x) \
	wasm_i32x4_extract_lane(wasm_u8x16_narrow_i16x8(OPGEN_PACK(x), OPGEN_PACK(x)), 0)
#define OPGEN_SATURATE_INT16(x) wasm_i64x2_extract_lane(OPGEN_PACK(x), 0)
#define OPGEN_SATURATE_UINT16(x) \
	wasm_i64x2_extract_lane(wasm_u16x8_narrow_i32x4((v128_t)(x), (v128_t)(x)), 0)
#define OPGEN_PACK(x) wasm_i16x8_narrow_i32x4((v128_t)(x), (v128_t)(x))
#include "opgen_vector_type.h"

#define OPGEN_VECTOR opgen_f64x2
#define OPGEN_FLOATS opgen_f32x4
#define OPGEN_TARGET OPGEN_WASM_SIMD128
#define OPGEN_WIDTH 64
#define OPGEN_SET1(e) (opgen_f64x2) wasm_f64x2_splat(e)
#define OPGEN_FMA(a, b, c) \
	{ \
		opgen_fma(a[0], b[0], c[0]), opgen_fma(a[1], b[1], c[1]) \
	}
#define OPGEN_SQRT(x) (opgen_f64x2) wasm_f64x2_sqrt((v128_t)(x))
#define OPGEN_FLOOR(x) (opgen_f64x2) wasm_f64x2_floor((v128_t)(x))
#define OPGEN_CEIL(x) (opgen_f64x2) wasm_f64x2_ceil((v128_t)(x))
#define OPGEN_NEAREST(x) (opgen_f64x2) wasm_f64x2_nearest((v128_t)(x))
/* clang 14 makes wasm_f64x2_max of a comparison with 0, which has other zeros. */
#define OPGEN_MAX(a, b) (opgen_f64x2) wasm_f64x2_pmax((v128_t)(b), (v128_t)(a))
#define OPGEN_MIN(a, b) (opgen_f64x2) wasm_f64x2_pmin((v128_t)(b), (v128_t)(a))
#define OPGEN_AT_MOST(x, y) (opgen_f64x2) wasm_f64x2_pmin((v128_t)(x), (v128_t)(y))
#define OPGEN_AT_LEAST(x, y) (opgen_f64x2) wasm_f64x2_pmax((v128_t)(x), (v128_t)(y))
#define OPGEN_LOW 0, 2
#define OPGEN_HIGH 1, 3
#include "opgen_vector_type.h"

#endif
#endif

OPGEN_REFUSE_HABITS

#endif
