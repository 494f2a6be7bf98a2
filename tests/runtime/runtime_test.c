#include "support/test.h"

#include "opgen_runtime.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "support/random.h"
#include "support/same.h"

#ifdef __x86_64__
#include <xmmintrin.h>
#endif

static void
muladd_rounds_the_product_first(void **state)
{
	const volatile float a = 1 + 0x1p-12f, c = -(1 + 0x1p-11f);
	const volatile double b = 1 + 0x1p-30, d = -(1 + 0x1p-29);

	(void)state;
	assert_true(opgen_muladdf(a, a, c) == 0);
	assert_true(opgen_fmaf(a, a, c) == 0x1p-24f);
	assert_true(opgen_muladd(b, b, d) == 0);
	assert_true(opgen_fma(b, b, d) == 0x1p-60);
}

/* Operands whose corners meet: zeros, the least and largest numbers, values around one,
   infinities and NaN, all with both signs. */
static const double corner[] = {0, 0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp-1023,
	0x1p-537, 0x1p-149, 0x1p-126, 0x1p-75, 0x1.8p-60, 0x1p-53, 0x1p-24,
	0x1.fffffffffffffp-1, 0x1.fffffep-1, 1, 0x1.000002p0, 0x1.0000000000001p0, 3,
	0x1p53, 0x1.fffffep127, 0x1p511, 0x1.fffffffffffffp511, 0x1.fffffffffffffp1023,
	INFINITY, NAN};

static void
check_fma(double a, double b, double c)
{
	const float x = (float)a, y = (float)b, z = (float)c;

	if (!same_double(opgen_fma_exact(a, b, c), fma(a, b, c)))
		fail_msg("fma(%a, %a, %a) is %a, not %a", a, b, c, fma(a, b, c),
			opgen_fma_exact(a, b, c));
	if (!same_float(opgen_fmaf_exact(x, y, z), fmaf(x, y, z)))
		fail_msg("fmaf(%a, %a, %a) is %a, not %a", x, y, z, fmaf(x, y, z),
			opgen_fmaf_exact(x, y, z));
}

static void
fma_is_exact_where_corners_meet(void **state)
{
	const size_t n = 2 * countof(corner);

	(void)state;
	for (size_t i = 0; i < n * n * n; i++) {
		const size_t a = i % n, b = i / n % n, c = i / n / n;

		check_fma(a % 2 ? -corner[a / 2] : corner[a / 2],
			b % 2 ? -corner[b / 2] : corner[b / 2],
			c % 2 ? -corner[c / 2] : corner[c / 2]);
	}
}

static void
remainders_are_exact_where_corners_meet(void **state)
{
	const size_t n = 2 * countof(corner);

	(void)state;
	for (size_t i = 0; i < n * n; i++) {
		const double a = i % 2 ? -corner[i % n / 2] : corner[i % n / 2];
		const double b = i / n % 2 ? -corner[i / n / 2] : corner[i / n / 2];
		const float x = (float)a, y = (float)b;

		if (!same_double(opgen_remainder_float64(a, b), fmod(a, b)))
			fail_msg("%a / %a leaves %a, not %a", a, b, fmod(a, b),
				opgen_remainder_float64(a, b));
		if (!same_float(opgen_remainder_float32(x, y), fmodf(x, y)))
			fail_msg("%a / %a leaves %a, not %a", x, y, fmodf(x, y),
				opgen_remainder_float32(x, y));
	}
}

/* A double with a random significand, some of them sparse, and a limited exponent. */
static double
random_double(uint64_t *random, int range)
{
	const uint64_t bits = next_random(random);
	const int exponent =
		(int)(next_random(random) % (2 * (unsigned)range + 1)) - range;
	double x = 1 + ldexp((double)(bits >> 12), -52);

	if (bits & 1)
		x = 1 + ldexp((double)(bits >> 12 & bits >> 20 & 0xfffff), -23);
	return ldexp(bits & 2 ? -x : x, exponent);
}

/* The addend lies near the product, so that they cancel, or bring down a tie. */
static void
fma_is_exact_where_product_and_addend_meet(void **state)
{
	static const int range[] = {1, 60, 150, 540, 1022};
	uint64_t random = 2;

	(void)state;
	for (int i = 0; i < 400000; i++) {
		const double a = random_double(&random, range[i % 5]);
		const double b = random_double(&random, range[i % 5]);
		const double c = random_double(&random, i % 3 ? 60 : 2);
		const double product = i % 7 ? (float)(a * b) : a * b;

		check_fma(a, b, i % 2 ? -product : product * c);
		check_fma(a, ldexp(b, -1060), ldexp(c, -1074));
		check_fma((float)a, ldexpf((float)b, -140), ldexpf((float)c, -149));
	}
}

/* The error in units of the expected number's last place. */
static double
ulps(double got, long double expected, int precision, int least)
{
	int exponent;

	frexpl(expected, &exponent);
	exponent -= precision;
	if (exponent < least)
		exponent = least;
	return (double)fabsl(ldexpl(got - expected, -exponent));
}

static const int64_t powers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 31, 63, 64, 127, 255,
	1000, 1074, 4097, 1000003, (INT64_C(1) << 53) + 1, INT64_MAX};

static void
roots_are_within_two_ulps(void **state)
{
	uint64_t random = 3;

	(void)state;
	for (size_t i = 0; i < countof(powers); i++)
		for (int n = 0; n < 5000; n++) {
			const uint64_t bits = next_random(&random);
			const float x = opgen_float_from_bits(
				(uint32_t)(bits >> 33) % 0x7f800000);
			const double y =
				opgen_double_from_bits((bits >> 1) % 0x7ff0000000000000);
			const long double inverse = 1 / (long double)powers[i];

			if (x == 0 || y == 0)
				continue;
			assert_true(ulps(opgen_rootf(x, powers[i]), powl(x, inverse), 24,
					    -149) < 1.6);
			assert_true(ulps(opgen_root(y, powers[i]), powl(y, inverse), 53,
					    -1074) < 1.6);
		}
}

/* Whether the cube roots of every step-th float in a range of bits are off by less than
   so many ulps; a NaN is not. */
static bool
cube_roots_are_within(double ulps, uint32_t first, uint32_t end, uint32_t step)
{
	for (uint32_t bits = first; bits < end; bits += step) {
		const float x = opgen_float_from_bits(bits);
		const double expected = cbrt(x);
		const double ulp = opgen_double_from_bits(
			(opgen_double_bits(expected) & 0x7ff0000000000000) -
			(UINT64_C(23) << 52));

		if (!(fabs(opgen_rootf(x, 3) - expected) < ulps * ulp))
			return false;
	}
	return true;
}

/* Those of all mantissas with each exponent that a cube root can leave, and some of all
   floats, subnormals included. All of them, once: 1.59. */
static void
cube_roots_are_within_two_ulps(void **state)
{
	(void)state;
	assert_true(cube_roots_are_within(1.6, 0x3f800000, 0x41000000, 1));
	assert_true(cube_roots_are_within(1.6, 1, 0x7f800000, 1009));
	assert_false(cube_roots_are_within(1.5, 0x3f800000, 0x41000000, 1));
}

static void
roots_of_zero_infinity_and_nan_are_themselves(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(powers); i++) {
		const int64_t p = powers[i];

		assert_true(same_float(opgen_rootf(0, p), 0));
		assert_true(same_float(opgen_rootf(-0.0f, p), -0.0f));
		assert_true(same_float(opgen_rootf(INFINITY, p), INFINITY));
		assert_true(isnan(opgen_rootf(NAN, p)));
		assert_true(isnan(opgen_rootf(-NAN, p)));
		assert_true(same_double(opgen_root(0, p), 0));
		assert_true(same_double(opgen_root(-0.0, p), -0.0));
		assert_true(same_double(opgen_root(INFINITY, p), INFINITY));
		assert_true(isnan(opgen_root(NAN, p)));
		assert_true(isnan(opgen_root(-NAN, p)));
	}
}

static void
roots_of_negative_numbers_are_nan(void **state)
{
	static const float negative[] = {-0x1p-149f, -0x1p-126f, -1, -8, -INFINITY};

	(void)state;
	for (size_t i = 1; i < countof(powers); i++)
		for (size_t n = 0; n < countof(negative); n++) {
			assert_true(isnan(opgen_rootf(negative[n], powers[i])));
			assert_true(isnan(opgen_root(negative[n], powers[i])));
		}
}

static void
roots_of_one_are_one(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(powers); i++) {
		assert_true(opgen_rootf(1, powers[i]) == 1);
		assert_true(opgen_root(1, powers[i]) == 1);
	}
}

/* Every lane of a vectorised loop gets the bits that a single call gets. */
static void
roots_in_a_loop_have_the_bits_of_a_call(void **state)
{
	static float x[1024], y[1024];
	uint64_t random = 4;

	(void)state;
	for (size_t i = 0; i < countof(x); i++)
		x[i] = opgen_float_from_bits((uint32_t)(next_random(&random) >> 32));
	for (size_t i = 0; i < countof(x); i++)
		y[i] = opgen_rootf(x[i], 3);
	for (size_t i = 0; i < countof(x); i++) {
		float (*volatile root)(float, int64_t) = opgen_rootf;

		assert_true(same_float(root(x[i], 3), y[i]));
	}
}

#if defined(__x86_64__) || defined(__aarch64__)

/* The processor's modes in which results, or operands, that are subnormal become zero. */
#ifdef __x86_64__

enum {
	FLUSH_RESULTS = 0x8000,
	FLUSH_OPERANDS = 0x0040
};

static void
set_flushing(unsigned modes)
{
	_mm_setcsr((_mm_getcsr() & ~(unsigned)(FLUSH_RESULTS | FLUSH_OPERANDS)) | modes);
}

#else

enum {
	FLUSH_RESULTS = 1 << 24,
	FLUSH_OPERANDS = 1 << 24
};

static void
set_flushing(unsigned modes)
{
	uint64_t control;

	__asm__ volatile("mrs %0, fpcr" : "=r"(control));
	control = (control & ~(uint64_t)FLUSH_RESULTS) | modes;
	__asm__ volatile("msr fpcr, %0" : : "r"(control));
}

#endif

static int
keeps_subnormals_with(unsigned modes)
{
	int keeps;

	set_flushing(modes);
	keeps = opgen_keeps_subnormals();
	set_flushing(0);
	return keeps;
}

static void
flushing_of_subnormals_is_told(void **state)
{
	(void)state;
	assert_int_equal(keeps_subnormals_with(0), 1);
	assert_int_equal(keeps_subnormals_with(FLUSH_RESULTS), 0);
	assert_int_equal(keeps_subnormals_with(FLUSH_OPERANDS), 0);
	assert_int_equal(keeps_subnormals_with(FLUSH_RESULTS | FLUSH_OPERANDS), 0);
	assert_int_equal(opgen_keeps_subnormals(), 1);
}

#endif

static void
floats_become_small_integers_as_doubles_do(void **state)
{
	(void)state;
	/* Every exponent and sign, with the digits that eight bits and the last say. */
	for (uint32_t high = 0; high < 0x20000; high++)
		for (uint32_t last = 0; last < 2; last++) {
			const float x = opgen_float_from_bits(high << 15 | last);

			assert_int_equal(opgen_to_int8f(x), opgen_to_int8((double)x));
			assert_int_equal(opgen_to_int16f(x), opgen_to_int16((double)x));
			assert_int_equal(opgen_to_uint8f(x), opgen_to_uint8((double)x));
			assert_int_equal(opgen_to_uint16f(x), opgen_to_uint16((double)x));
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(floats_become_small_integers_as_doubles_do),
		cmocka_unit_test(muladd_rounds_the_product_first),
		cmocka_unit_test(fma_is_exact_where_corners_meet),
		cmocka_unit_test(fma_is_exact_where_product_and_addend_meet),
		cmocka_unit_test(remainders_are_exact_where_corners_meet),
		cmocka_unit_test(roots_are_within_two_ulps),
		cmocka_unit_test(cube_roots_are_within_two_ulps),
		cmocka_unit_test(roots_of_zero_infinity_and_nan_are_themselves),
		cmocka_unit_test(roots_of_negative_numbers_are_nan),
		cmocka_unit_test(roots_of_one_are_one),
		cmocka_unit_test(roots_in_a_loop_have_the_bits_of_a_call),
#if defined(__x86_64__) || defined(__aarch64__)
		cmocka_unit_test(flushing_of_subnormals_is_told),
#endif
	};

	return cmocka_run_group_tests_name("runtime", tests, NULL, NULL);
}
