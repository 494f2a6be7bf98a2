#include "support/vector_checks.h"

#include <inttypes.h>
#include <stdio.h>

#include "opgen_runtime.h"
#include "opgen_vector.h"
#include "support/fenced.h"
#include "support/random.h"
#include "support/same.h"

/* Of next_random; the checks draw one after the other. */
static uint64_t state = 1;

/* Numbers at which something ends or begins, of either type. */
static const double corner[] = {0, 1, 0.5, 2, 3, 0x1p-1074, 0x1p-1022,
	0x1.fffffffffffffp-1023, 0x1p-149, 0x1p-126, 0x1.fffffcp-127, 0x1p-24, 0x1p-14,
	0x1.fffffep-1, 0x1.000002p0, 65504, 65520, 0x1.ffp127, 0x1.fffffep127,
	0x1.fffffffffffffp1023, INFINITY, NAN};

static float
random_float(void)
{
	const uint64_t random = next_random(&state);
	const uint32_t bits = (uint32_t)(random >> 32);
	const double value = corner[random % (sizeof corner / sizeof corner[0])];

	switch (random >> 8 & 3) {
	case 0:
		return (float)(bits & 1 ? -value : value);
	case 1:
		return opgen_float_from_bits(bits);
	default:
		return opgen_float_from_bits((bits & 0x81ffffff) | 0x3e000000);
	}
}

static double
random_double(void)
{
	const uint64_t random = next_random(&state), bits = next_random(&state);
	const double value = corner[random % (sizeof corner / sizeof corner[0])];

	switch (random >> 8 & 3) {
	case 0:
		return bits & 1 ? -value : value;
	case 1:
		return opgen_double_from_bits(bits);
	default:
		return opgen_double_from_bits(
			(bits & 0x803fffffffffffff) | 0x3fc0000000000000);
	}
}

/* Floats that conversions to integers treat differently than those beside them. */
static const float ends[] = {0.0f, -0.0f, 0.5f, -0.5f, 1.0f, -1.0f, 1.5f, 2.5f, -2.5f,
	127.0f, 127.5f, 128.0f, -128.0f, -128.5f, -129.0f, 255.0f, 255.5f, 256.0f,
	32767.0f, 32767.5f, 32768.0f, -32768.0f, -32768.5f, -32769.0f, 65535.0f, 65535.5f,
	65536.0f, 8388607.5f, 8388608.0f, 2147483520.0f, 2147483648.0f, -2147483648.0f,
	4294967296.0f, FLT_MAX, -FLT_MAX, FLT_MIN, INFINITY, -INFINITY, NAN, -NAN};

static const int64_t powers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 31, 64, 127, 255, 1074,
	1000003, (INT64_C(1) << 53) + 1, INT64_MAX};

enum {
	ELEMENTARY_FUNCTIONS = 9,
	FUSED_FUNCTIONS = 8,      /* the same without pow */
	ELEMENTARY_SAMPLE = 16384 /* a multiple of all numbers of lanes */
};

static const char *const elementary_name[ELEMENTARY_FUNCTIONS] = {
	"exp", "expm1", "log", "log1p", "tanh", "erf", "sigmoid", "gelu", "pow"};

/* Of the results of the sample, in order. They change when, and only when, a function's
   bits do, which users rely on. */
static const uint64_t float_digest[ELEMENTARY_FUNCTIONS] = {0xc8757d5638e4a43b,
	0x08b1a2cbbe2554df, 0x2db9318e28121357, 0x9ead2237e0e929bf, 0xcae08568c737ef10,
	0xe362b6f0cdf16557, 0x7dc56e4523023367, 0x544fa398f68972ad, 0x1cd81ea352774e27};
static const uint64_t fused_digest[FUSED_FUNCTIONS] = {0xfd3a8a743c36cff7,
	0xf17ab7eae7b1e431, 0xa964d69b72359f0c, 0x58ae1474a2ff5ff8, 0x1da26e8946556bdd,
	0x3c01d56d2fac0b43, 0x6d3bd9311c2ae974, 0x0a8421bb0ca25489};
static const uint64_t double_digest[ELEMENTARY_FUNCTIONS] = {0x61021752c2c5b64c,
	0x159ab56f1d6174d5, 0x7e492f53bd614209, 0xc9ad7c8795cc5aae, 0xb8bbaf343a624c18,
	0x530e9ad107b98c9a, 0x87d655ef8787b5d5, 0x0d96c483995cc2f7, 0x31225244d3f9f341};

static uint64_t
digest_more(uint64_t digest, uint64_t bits)
{
	digest = (digest ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
	return digest ^ digest >> 29;
}

static bool
is_digest(const char *function, uint64_t got, uint64_t expected)
{
	if (got != expected)
		fprintf(stderr, "%s: digest 0x%016" PRIx64 "\n", function, got);
	return got == expected;
}

/* Does something with each constant number of lanes, as emitted code has it. */
#define WITH_CONSTANT_N(n, statement) \
	switch (n) { \
		WITH_N(0, statement) \
		WITH_N(1, statement) \
		WITH_N(2, statement) \
		WITH_N(3, statement) \
		WITH_N(4, statement) \
		WITH_N(5, statement) \
		WITH_N(6, statement) \
		WITH_N(7, statement) \
		WITH_N(8, statement) \
		WITH_N(9, statement) \
		WITH_N(10, statement) \
		WITH_N(11, statement) \
		WITH_N(12, statement) \
		WITH_N(13, statement) \
		WITH_N(14, statement) \
		WITH_N(15, statement) \
		WITH_N(16, statement) \
	}
#define WITH_N(constant, statement) \
	case constant: \
		statement(constant); \
		break;

#define JOIN(vector, name) vector##_##name
#define NAME(vector, name) JOIN(vector, name)

/* An operation of the type, and a check named after it. */
#define OF(name) NAME(VECTOR, name)
#define CHECK(name) NAME(NAME(check, VECTOR), name)

#ifdef __x86_64__
#define VECTOR opgen_f32x8
#define TARGET OPGEN_X86_64_V3
#define LANES 8
#include "support/vector_checks_float.h"
#define VECTOR opgen_f32x8
#define TARGET OPGEN_X86_64_V3
#define LANES 8
#define INTEGERS_OF(type, name) opgen_##type##x8_##name
#include "support/vector_checks_convert.h"
#define VECTOR opgen_f64x4
#define TARGET OPGEN_X86_64_V3
#define LANES 4
#include "support/vector_checks_double.h"
#define VECTOR opgen_f32x16
#define TARGET OPGEN_X86_64_V4
#define LANES 16
#include "support/vector_checks_float.h"
#define VECTOR opgen_f32x16
#define TARGET OPGEN_X86_64_V4
#define LANES 16
#define INTEGERS_OF(type, name) opgen_##type##x16_##name
#include "support/vector_checks_convert.h"
#define VECTOR opgen_f64x8
#define TARGET OPGEN_X86_64_V4
#define LANES 8
#include "support/vector_checks_double.h"
#define VECTOR opgen_f32x8
#define ELEMENT float
#define LANES 8
#include "support/vector_checks_blend.h"
#define VECTOR opgen_f64x4
#define ELEMENT double
#define LANES 4
#include "support/vector_checks_blend.h"
#define VECTOR opgen_f32x16
#define ELEMENT float
#define LANES 16
#include "support/vector_checks_blend.h"
#define VECTOR opgen_f64x8
#define ELEMENT double
#define LANES 8
#include "support/vector_checks_blend.h"
#define VECTOR opgen_u8x16
#define TARGET OPGEN_X86_64_V3
#define LANES 16
#define ELEMENT uint8_t
#include "support/vector_checks_move.h"
#define VECTOR opgen_u16x8
#define TARGET OPGEN_X86_64_V3
#define LANES 8
#define ELEMENT uint16_t
#include "support/vector_checks_move.h"
#define VECTOR opgen_u32x4
#define TARGET OPGEN_X86_64_V3
#define LANES 4
#define ELEMENT uint32_t
#include "support/vector_checks_move.h"
#define VECTOR opgen_u64x2
#define TARGET OPGEN_X86_64_V3
#define LANES 2
#define ELEMENT uint64_t
#include "support/vector_checks_move.h"
#define VECTOR opgen_u32x8
#define TARGET OPGEN_X86_64_V3
#define LANES 8
#define ELEMENT uint32_t
#include "support/vector_checks_move.h"
#define VECTOR opgen_u64x4
#define TARGET OPGEN_X86_64_V3
#define LANES 4
#define ELEMENT uint64_t
#include "support/vector_checks_move.h"
#define VECTOR opgen_u32x16
#define TARGET OPGEN_X86_64_V4
#define LANES 16
#define ELEMENT uint32_t
#include "support/vector_checks_move.h"
#define VECTOR opgen_u64x8
#define TARGET OPGEN_X86_64_V4
#define LANES 8
#define ELEMENT uint64_t
#include "support/vector_checks_move.h"
#else
#ifdef __wasm__
#define TARGET_128 OPGEN_WASM_SIMD128
#else
#define TARGET_128 OPGEN_AARCH64
#endif
#define VECTOR opgen_f32x4
#define TARGET TARGET_128
#define LANES 4
#include "support/vector_checks_float.h"
#define VECTOR opgen_f32x4
#define TARGET TARGET_128
#define LANES 4
#define INTEGERS_OF(type, name) opgen_##type##x4_##name
#include "support/vector_checks_convert.h"
#define VECTOR opgen_f64x2
#define TARGET TARGET_128
#define LANES 2
#include "support/vector_checks_double.h"
#define VECTOR opgen_u8x16
#define TARGET TARGET_128
#define LANES 16
#define ELEMENT uint8_t
#include "support/vector_checks_move.h"
#define VECTOR opgen_u16x8
#define TARGET TARGET_128
#define LANES 8
#define ELEMENT uint16_t
#include "support/vector_checks_move.h"
#define VECTOR opgen_u32x4
#define TARGET TARGET_128
#define LANES 4
#define ELEMENT uint32_t
#include "support/vector_checks_move.h"
#define VECTOR opgen_u64x2
#define TARGET TARGET_128
#define LANES 2
#define ELEMENT uint64_t
#include "support/vector_checks_move.h"
#endif

#include "support/vector_checks_integer.h"

#define ROW(vector, name, target) \
	{ \
#vector " " #name, target, check_##vector##_##name \
	}
#define DOUBLE_ROWS(vector, target) \
	ROW(vector, arithmetic, target), ROW(vector, roots, target), \
		ROW(vector, elementary, target), ROW(vector, shuffles, target), \
		ROW(vector, parts, target), \
		ROW(vector, partial_loads_and_stores, target)
#define FLOAT_ROWS(vector, target) \
	DOUBLE_ROWS(vector, target), ROW(vector, fused_elementary, target), \
		ROW(vector, loads_of_every_half, target), \
		ROW(vector, stores_of_halves, target), \
		ROW(vector, conversions_to_integers, target), \
		ROW(vector, conversions_from_integers, target), \
		ROW(vector, partial_loads_and_stores_of_halves, target)
#define MOVE_ROWS(vector, target) \
	ROW(vector, shuffles, target), ROW(vector, loads_and_stores, target)
#define MOVE_ROWS_128(target) \
	MOVE_ROWS(opgen_u8x16, target), MOVE_ROWS(opgen_u16x8, target), \
		MOVE_ROWS(opgen_u32x4, target), MOVE_ROWS(opgen_u64x2, target)

#define PAIR_ROWS(width, lanes, target) \
	ROW(opgen_i##width##x##lanes, integers, target), \
		ROW(opgen_u##width##x##lanes, integers, target)
#define INTEGER_ROWS_128(target) \
	PAIR_ROWS(8, 4, target), PAIR_ROWS(8, 16, target), PAIR_ROWS(16, 4, target), \
		PAIR_ROWS(16, 8, target), PAIR_ROWS(32, 4, target), \
		PAIR_ROWS(64, 2, target)

const struct vector_check vector_checks[] = {
#ifdef __x86_64__
	FLOAT_ROWS(opgen_f32x8, "x86-64-v3"),
	DOUBLE_ROWS(opgen_f64x4, "x86-64-v3"),
	FLOAT_ROWS(opgen_f32x16, "x86-64-v4"),
	DOUBLE_ROWS(opgen_f64x8, "x86-64-v4"),
	ROW(opgen_f32x8, blends, "x86-64-v4"),
	ROW(opgen_f64x4, blends, "x86-64-v4"),
	ROW(opgen_f32x16, blends, "x86-64-v4"),
	ROW(opgen_f64x8, blends, "x86-64-v4"),
	MOVE_ROWS_128("x86-64-v3"),
	MOVE_ROWS(opgen_u32x8, "x86-64-v3"),
	MOVE_ROWS(opgen_u64x4, "x86-64-v3"),
	MOVE_ROWS(opgen_u32x16, "x86-64-v4"),
	MOVE_ROWS(opgen_u64x8, "x86-64-v4"),
	PAIR_ROWS(8, 8, "x86-64-v3"),
	PAIR_ROWS(8, 16, "x86-64-v3"),
	PAIR_ROWS(8, 32, "x86-64-v3"),
	PAIR_ROWS(16, 8, "x86-64-v3"),
	PAIR_ROWS(16, 16, "x86-64-v3"),
	PAIR_ROWS(32, 8, "x86-64-v3"),
	PAIR_ROWS(64, 4, "x86-64-v3"),
	PAIR_ROWS(8, 64, "x86-64-v4"),
	PAIR_ROWS(16, 32, "x86-64-v4"),
	PAIR_ROWS(32, 16, "x86-64-v4"),
	PAIR_ROWS(64, 8, "x86-64-v4"),
#elif defined(__wasm__)
	FLOAT_ROWS(opgen_f32x4, "wasm-simd128"),
	DOUBLE_ROWS(opgen_f64x2, "wasm-simd128"),
	MOVE_ROWS_128("wasm-simd128"),
	INTEGER_ROWS_128("wasm-simd128"),
#else
	FLOAT_ROWS(opgen_f32x4, "aarch64"),
	DOUBLE_ROWS(opgen_f64x2, "aarch64"),
	MOVE_ROWS_128("aarch64"),
	INTEGER_ROWS_128("aarch64"),
#endif
};
const size_t nvector_check = sizeof vector_checks / sizeof vector_checks[0];
