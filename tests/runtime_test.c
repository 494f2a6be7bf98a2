#include "test.h"

#include "opgen_runtime.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A generator of bits that is the same everywhere (xorshift64). */
static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* A half type described by its numbers, so that one slow and plain rule serves both. */
struct half_type {
	int precision;     /* bits of a significand, the leading one included */
	int least;         /* the exponent of the smallest subnormal */
	double infinite;   /* from here on a number rounds to infinity */
	uint16_t infinity; /* its bits */
	float (*to_float)(uint16_t half);
	uint16_t (*from_float)(float x);
};

static const struct half_type float16 = {
	11, -24, 65520, 0x7c00, opgen_float16_to_float, opgen_float_to_float16};
static const struct half_type bfloat16 = {
	8, -133, 0x1.ffp127, 0x7f80, opgen_bfloat16_to_float, opgen_float_to_bfloat16};

/* The value of a finite half that is not negative. */
static double
half_value(const struct half_type *type, uint16_t half)
{
	const int width = type->precision - 1;
	const int field = half >> width;
	const int fraction = half & ((1 << width) - 1);

	if (field == 0)
		return ldexp(fraction, type->least);
	return ldexp(fraction + (1 << width), type->least + field - 1);
}

/* x rounded to a half's value, in double, whose rounding is not the half's. */
static double
half_round(const struct half_type *type, double x)
{
	int exponent;

	if (fabs(x) >= type->infinite)
		return copysign(INFINITY, x);
	frexp(x, &exponent);
	exponent -= type->precision;
	if (exponent < type->least)
		exponent = type->least;
	return ldexp(nearbyint(ldexp(x, -exponent)), exponent);
}

static void
every_half_widens_exactly(void **state)
{
	const struct half_type *type = *state;

	for (uint32_t half = 0; half < type->infinity; half++) {
		const float x = type->to_float((uint16_t)half);
		const float negative = type->to_float((uint16_t)(half | 0x8000));

		assert_true(x == half_value(type, (uint16_t)half));
		assert_int_equal(
			opgen_float_bits(negative), opgen_float_bits(x) | 0x80000000);
	}
	assert_true(type->to_float(type->infinity) == INFINITY);
	assert_true(type->to_float(type->infinity | 0x8000) == -INFINITY);
}

static void
every_half_survives_the_way_to_float_and_back(void **state)
{
	const struct half_type *type = *state;
	const uint16_t quiet = (uint16_t)(1 << (type->precision - 2));

	for (uint32_t half = 0; half < 0x10000; half++) {
		const bool is_nan = (half & 0x7fff) > type->infinity;
		const uint32_t expected = is_nan ? half | quiet : half;

		assert_int_equal(
			type->from_float(type->to_float((uint16_t)half)), expected);
	}
}

/* Every half's value, every midpoint between neighbours, and the floats beside these. */
static void
narrowing_is_right_around_every_half(void **state)
{
	const struct half_type *type = *state;

	for (uint32_t half = 0; half < type->infinity; half++) {
		const double value = half_value(type, (uint16_t)half);
		const double above = half + 1 < type->infinity
					     ? half_value(type, (uint16_t)(half + 1))
					     : 2 * type->infinite - value;
		const float middle = (float)((value + above) / 2);
		const float near[] = {(float)value, nextafterf((float)value, INFINITY),
			middle, nextafterf(middle, 0), nextafterf(middle, INFINITY)};

		for (size_t i = 0; i < countof(near); i++) {
			const uint16_t got = type->from_float(near[i]);
			const uint16_t negative = type->from_float(-near[i]);

			assert_true(type->to_float(got) == half_round(type, near[i]));
			assert_int_equal(negative, got | 0x8000);
		}
	}
}

static void
narrowing_is_right_for_floats_of_every_exponent(void **state)
{
	const struct half_type *type = *state;
	uint64_t random = 1;

	for (int i = 0; i < 500000; i++) {
		const float x = opgen_float_from_bits(
			(uint32_t)(next_random(&random) >> 32) & 0xff7fffff);
		const double got = type->to_float(type->from_float(x));

		assert_true(got == half_round(type, x));
		assert_true(!signbit(got) == !signbit(x));
	}
}

static void
nan_stays_nan_and_becomes_quiet(void **state)
{
	const struct half_type *type = *state;
	const uint32_t quiet = 1u << (type->precision - 2);

	for (uint32_t payload = 1; payload < 0x00800000; payload += 321) {
		const float x = opgen_float_from_bits(0xff800000 | payload);
		const uint16_t got = type->from_float(x);

		assert_int_equal(got & (type->infinity | 0x8000 | quiet),
			0x8000 | type->infinity | quiet);
	}
	assert_true(type->from_float(opgen_float_from_bits(0x7f800001)) > type->infinity);
	assert_true(isnan(type->to_float(type->infinity | 1)));
	assert_true(opgen_float_bits(type->to_float(type->infinity | 1)) & 0x00400000);
}

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

static bool
same_float(float a, float b)
{
	return (isnan(a) && isnan(b)) || opgen_float_bits(a) == opgen_float_bits(b);
}

static bool
same_double(double a, double b)
{
	return (isnan(a) && isnan(b)) || opgen_double_bits(a) == opgen_double_bits(b);
}

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

/* A compiler's answer to a file that includes the header. */
struct compilation {
	const char *name;
	const char *command; /* what stands before the file's name */
	bool succeeds;
};

#define WARNINGS \
	" -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual" \
	" -Wdouble-promotion -Wundef -Werror -fsyntax-only "
#define C_WARNINGS WARNINGS "-Wstrict-prototypes -Wmissing-prototypes "

/* clang-format off */
static const struct compilation compilation[] = {
	{"gcc takes the header as C99",     "gcc -std=c99"       C_WARNINGS,           true},
	{"gcc takes the header as C17",     "gcc -std=c17"       C_WARNINGS,           true},
	{"g++ takes the header as C++11",   "g++ -std=c++11"     WARNINGS "-x c++ ",   true},
	{"clang takes the header as C99",   "clang -std=c99"     C_WARNINGS,           true},
	{"clang takes the header as C17",   "clang -std=c17"     C_WARNINGS,           true},
	{"clang takes the header as C++11", "clang++ -std=c++11" WARNINGS "-x c++ ",   true},
	{"tcc takes the header",            "tcc -Wall -Werror -c -o build/tests/tcc.o ", true},
	{"gcc is refused with -ffast-math", "gcc -fsyntax-only -ffast-math ",          false},
	{"gcc is refused with -Ofast",      "gcc -fsyntax-only -Ofast ",               false},
	{"gcc is refused with -fno-signed-zeros",
		"gcc -fsyntax-only -fno-signed-zeros ", false},
	{"gcc is refused with -freciprocal-math",
		"gcc -fsyntax-only -freciprocal-math ", false},
	{"gcc is refused with -ffinite-math-only",
		"gcc -fsyntax-only -ffinite-math-only ", false},
	{"clang is refused with -ffast-math",
		"clang -fsyntax-only -ffast-math ", false},
	{"clang is refused with -ffinite-math-only",
		"clang -fsyntax-only -ffinite-math-only ", false},
	{"OPGEN_ALLOW_FAST_MATH lifts the refusal",
		"gcc -fsyntax-only -ffast-math -DOPGEN_ALLOW_FAST_MATH ", true},
};
/* clang-format on */

static void
compiler_answers(void **state)
{
	const struct compilation *row = *state;
	char command[512];

	snprintf(command, sizeof(command),
		"%s -Iruntime runtime/opgen_runtime.c 2>/dev/null", row->command);
	assert_int_equal(system(command) == 0, row->succeeds);
}

/* A file in which a product and its sum are one expression, after the include; it fails
   when they are rounded once. */
static const char one_expression[] =
	"#include \"opgen_runtime.h\"\n"
	"static volatile float a = 1.000244140625f, c = -1.00048828125f;\n"
	"int main(void) { float x = a, y = c; return x * x + y != 0.0f; }\n";

static const struct compilation contraction[] = {
	{"gcc contracts nothing", "gcc -x c -std=gnu11 -ffp-contract=fast", true},
	{"g++ contracts nothing", "g++ -x c++ -ffp-contract=fast", true},
	{"clang contracts nothing", "clang -x c -ffp-contract=on", true},
	{"clang++ contracts nothing", "clang++ -x c++ -ffp-contract=on", true},
};

static void
program_succeeds(void **state)
{
	const struct compilation *row = *state;
	char program[] = "/tmp/opgen_XXXXXX", command[256];
	FILE *compiler;

	assert_return_code(close(mkstemp(program)), 0);
	snprintf(command, sizeof(command), "%s -O3 -march=native -Iruntime -o %s -",
		row->command, program);
	compiler = popen(command, "w");
	assert_non_null(compiler);
	fputs(one_expression, compiler);
	assert_int_equal(pclose(compiler), 0);
	assert_int_equal(system(program) == 0, row->succeeds);
	unlink(program);
}

/* A test of a half type, named for both. */
#define half_test(claim, type) \
	{ \
#claim " in " #type, claim, NULL, NULL, (void *)(uintptr_t)&type \
	}

static const struct CMUnitTest arithmetic[] = {
	half_test(every_half_widens_exactly, float16),
	half_test(every_half_widens_exactly, bfloat16),
	half_test(every_half_survives_the_way_to_float_and_back, float16),
	half_test(every_half_survives_the_way_to_float_and_back, bfloat16),
	half_test(narrowing_is_right_around_every_half, float16),
	half_test(narrowing_is_right_around_every_half, bfloat16),
	half_test(narrowing_is_right_for_floats_of_every_exponent, float16),
	half_test(narrowing_is_right_for_floats_of_every_exponent, bfloat16),
	half_test(nan_stays_nan_and_becomes_quiet, float16),
	half_test(nan_stays_nan_and_becomes_quiet, bfloat16),
	cmocka_unit_test(muladd_rounds_the_product_first),
	cmocka_unit_test(fma_is_exact_where_corners_meet),
	cmocka_unit_test(fma_is_exact_where_product_and_addend_meet),
	cmocka_unit_test(roots_are_within_two_ulps),
	cmocka_unit_test(cube_roots_are_within_two_ulps),
	cmocka_unit_test(roots_of_zero_infinity_and_nan_are_themselves),
	cmocka_unit_test(roots_of_negative_numbers_are_nan),
	cmocka_unit_test(roots_of_one_are_one),
	cmocka_unit_test(roots_in_a_loop_have_the_bits_of_a_call),
};

int
main(void)
{
	struct CMUnitTest
		test[countof(arithmetic) + countof(compilation) + countof(contraction)];
	size_t ntest = 0;

	for (size_t i = 0; i < countof(arithmetic); i++)
		test[ntest++] = arithmetic[i];
	for (size_t i = 0; i < countof(compilation); i++)
		test[ntest++] = (struct CMUnitTest){compilation[i].name, compiler_answers,
			NULL, NULL, (void *)(uintptr_t)&compilation[i]};
	for (size_t i = 0; i < countof(contraction); i++)
		test[ntest++] = (struct CMUnitTest){contraction[i].name, program_succeeds,
			NULL, NULL, (void *)(uintptr_t)&contraction[i]};
	return cmocka_run_group_tests_name("runtime", test, NULL, NULL);
}
