#include "support/test.h"

#include "opgen_runtime.h"

#include <math.h>
#include <stdbool.h>

#include "support/random.h"

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

/* A test of a half type, named for both. */
#define half_test(claim, type) \
	{ \
#claim " in " #type, claim, NULL, NULL, (void *)(uintptr_t)&type \
	}

int
main(void)
{
	const struct CMUnitTest tests[] = {
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
	};

	return cmocka_run_group_tests_name("halves", tests, NULL, NULL);
}
