/* Expressions modulo a prime (code/comparison/residue.h): what is the same number is the
   same, what is not is not. Transformed weights are what they are meant to be, or are
   found. */

#include "support/test.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "code/comparison/residue.h"
#include "schedule/setting.h"
#include "support/lowered.h"
#include "support/scheduled.h"
#include "target/settings.h"

enum {
	MAX_OUTPUT = 1 << 20
};

static uint64_t
apply(enum value_kind kind, uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t operand[DIGEST_OPERANDS] = {a, b, c};

	return exact_arithmetic.compute(kind, 0, operand);
}

static uint64_t
number(double x)
{
	return exact_arithmetic.number(x);
}

static void
numbers_add_up(void **state)
{
	static const double some[] = {0, -0.0, 1, -1, 3, .5, -.25, 1. / 3, 1e30, -1e-30,
		0x1p-1074, 0x1.fffffep127, 9007199254740993.};
	size_t n = sizeof some / sizeof *some;

	(void)state;
	for (size_t i = 0; i < n; i++) {
		uint64_t a = number(some[i]);

		assert_int_not_equal(a, DIGEST_NONE);
		assert_int_equal(apply(VALUE_ADD, a, number(-some[i]), 0), number(0));
		assert_int_equal(apply(VALUE_SUBTRACT, a, a, 0), number(0));
		assert_int_equal(apply(VALUE_ADD, a, a, 0), number(2 * some[i]));
		assert_int_equal(apply(VALUE_MULTIPLY, a, number(.125), 0),
			apply(VALUE_DIVIDE, a, number(8), 0));
		assert_int_equal(
			apply(VALUE_DIVIDE, apply(VALUE_MULTIPLY, a, number(7), 0),
				number(7), 0),
			a);
		for (size_t k = 2; k < i; k++)
			assert_int_not_equal(a, number(some[k]));
	}
	assert_int_not_equal(number(INFINITY), number(-INFINITY));
}

static void
order_does_not_matter(void **state)
{
	uint64_t a = exact_arithmetic.argument(0, 1), b = exact_arithmetic.argument(0, 2);
	uint64_t c = exact_arithmetic.argument(1, 1), d = number(0.1);
	uint64_t ab = apply(VALUE_ADD, a, b, 0), bc = apply(VALUE_ADD, b, c, 0);

	(void)state;
	assert_int_equal(apply(VALUE_ADD, ab, c, 0), apply(VALUE_ADD, a, bc, 0));
	assert_int_equal(apply(VALUE_MULTIPLY, ab, d, 0),
		apply(VALUE_FMA, a, d, apply(VALUE_MULTIPLY, d, b, 0)));
	assert_int_equal(apply(VALUE_FMA, a, b, c), apply(VALUE_MULADD, b, a, c));
	assert_int_not_equal(apply(VALUE_ADD, a, c, 0), ab);
	assert_int_not_equal(
		apply(VALUE_SUBTRACT, a, b, 0), apply(VALUE_SUBTRACT, b, a, 0));
}

static void
maxima_are_of_the_same(void **state)
{
	uint64_t a = exact_arithmetic.argument(0, 1), b = exact_arithmetic.argument(0, 2);
	uint64_t twice = apply(VALUE_MULTIPLY, a, number(2), 0);

	(void)state;
	assert_int_equal(apply(VALUE_MAX, twice, number(0), 0),
		apply(VALUE_MAX, apply(VALUE_ADD, a, a, 0), number(0), 0));
	assert_int_not_equal(
		apply(VALUE_MAX, a, number(0), 0), apply(VALUE_MIN, a, number(0), 0));
	assert_int_not_equal(
		apply(VALUE_MAX, a, number(0), 0), apply(VALUE_MAX, b, number(0), 0));
	assert_int_equal(apply(VALUE_MAX, a, a, 0), a);
	assert_int_not_equal(apply(VALUE_MAX, b, a, 0), a);
}

/* A kernel whose transformed weights all differ. */
#define CONVOLUTION \
	CONV("[1, 1, 8, 8]", \
		"{\"shape\": [1, 1, 3, 3], \"data\": [1, 2, 4, 8, 16, 32, 64, 128, " \
		"256]}", \
		PADS_1)

static void
wrong_weight_is_found(void **state)
{
	const enum numerics numerics[] = {NUMERICS_FAST, NUMERICS_FAST4};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct settings said = {.numerics = numerics[i]}, settings;
		struct arena arena = {0};
		struct scheduled s;
		struct lowered l;
		float *weight;

		assert_null(setting_read(&said, "target", "x86-64-v3", &arena));
		assert_null(setting_read(&said, "kernel", "winograd", &arena));
		settings = settings_resolve(&said, &(struct settings){0});
		schedule_spec(&s, CONVOLUTION, &settings, MAX_OUTPUT);
		assert_true(s.fits);
		l = lowered_make(&s.schedule, &arena);
		assert_null(lowered_expressions(&l, INT64_MAX));
		weight = (float *)s.schedule.weights.operand->constant;
		*weight *= 1 + 1e-5f;
		assert_non_null(lowered_expressions(&l, INT64_MAX));
		subject_free(&s.subject);
		arena_free(&arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_add_up),
		cmocka_unit_test(order_does_not_matter),
		cmocka_unit_test(maxima_are_of_the_same),
		cmocka_unit_test(wrong_weight_is_found),
	};

	return cmocka_run_group_tests_name("residue", tests, NULL, NULL);
}
