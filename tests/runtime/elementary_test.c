/* The elementary functions of the runtime against the C library's: limits, samples of
   every kind of number, and cases that are hard. All floats, and more doubles:
   `ninja exhaustive`. */

#include "support/rows.h"

#include "opgen_runtime.h"
#include "support/elementary_cases.h"
#include "support/random.h"
#include "support/same.h"

#include <math.h>
#include <stdio.h>

/* What a function of one number gives exactly, in both types. */
struct limit {
	const char *name;
	const char *function;
	double x, y;
};

/* clang-format off */
static const struct limit limit[] = {
	{"e to the 0 is 1",                       "exp",     0, 1},
	{"so it is of the other zero",            "exp",     -0.0, 1},
	{"it vanishes far below",                 "exp",     -INFINITY, 0},
	{"it vanishes below all numbers",         "exp",     -1000, 0},
	{"it has no end",                         "exp",     INFINITY, INFINITY},
	{"it overflows",                          "exp",     1000, INFINITY},
	{"e to a NaN is one",                     "exp",     NAN, NAN},
	{"near 0 e^x - 1 is x",                   "expm1",   0x1p-100, 0x1p-100},
	{"and below it",                          "expm1",   -0x1p-100, -0x1p-100},
	{"0 stays",                               "expm1",   0, 0},
	{"the other zero stays",                  "expm1",   -0.0, -0.0},
	{"e^x - 1 ends at -1",                    "expm1",   -INFINITY, -1},
	{"which it reaches",                      "expm1",   -1000, -1},
	{"e^x - 1 has no end",                    "expm1",   INFINITY, INFINITY},
	{"e^x - 1 overflows",                     "expm1",   1000, INFINITY},
	{"e^NaN - 1 is NaN",                      "expm1",   NAN, NAN},
	{"the logarithm of 1 is 0",               "log",     1, 0},
	{"that of 0 is below all",                "log",     0, -INFINITY},
	{"so is that of the other zero",          "log",     -0.0, -INFINITY},
	{"that of infinity is infinite",          "log",     INFINITY, INFINITY},
	{"a negative number has none",            "log",     -1, NAN},
	{"nor has a small one",                   "log",     -0x1p-149, NAN},
	{"nor has what is below all",             "log",     -INFINITY, NAN},
	{"nor has a NaN",                         "log",     NAN, NAN},
	{"ln(1 + x) is x near 0",                 "log1p",   0x1p-100, 0x1p-100},
	{"it is below it",                        "log1p",   -0x1p-100, -0x1p-100},
	{"ln(1 + 0) is 0",                        "log1p",   0, 0},
	{"ln(1 - 0) is the other zero",           "log1p",   -0.0, -0.0},
	{"ln(1 - 1) is below all",                "log1p",   -1, -INFINITY},
	{"further down there is none",            "log1p",   -1.5, NAN},
	{"nor is there at the end",               "log1p",   -INFINITY, NAN},
	{"ln(1 + x) has no end",                  "log1p",   INFINITY, INFINITY},
	{"ln(1 + NaN) is NaN",                    "log1p",   NAN, NAN},
	{"tanh is x near 0",                      "tanh",    0x1p-100, 0x1p-100},
	{"tanh of 0 is 0",                        "tanh",    0, 0},
	{"tanh of the other zero is that",        "tanh",    -0.0, -0.0},
	{"tanh ends at 1",                        "tanh",    INFINITY, 1},
	{"which it reaches, too",                 "tanh",    1000, 1},
	{"and at -1",                             "tanh",    -INFINITY, -1},
	{"tanh of NaN is NaN",                    "tanh",    NAN, NAN},
	{"erf of 0 is 0",                         "erf",     0, 0},
	{"erf of the other zero is that",         "erf",     -0.0, -0.0},
	{"erf ends at 1",                         "erf",     INFINITY, 1},
	{"it reaches it",                         "erf",     1000, 1},
	{"erf ends at -1",                        "erf",     -INFINITY, -1},
	{"erf of NaN is NaN",                     "erf",     NAN, NAN},
	{"sigmoid of 0 is half",                  "sigmoid", 0, 0.5},
	{"of the other zero as well",             "sigmoid", -0.0, 0.5},
	{"sigmoid ends at 1",                     "sigmoid", INFINITY, 1},
	{"sigmoid reaches 1",                     "sigmoid", 1000, 1},
	{"sigmoid ends at 0",                     "sigmoid", -INFINITY, 0},
	{"it gets to 0",                          "sigmoid", -1000, 0},
	{"sigmoid of NaN is NaN",                 "sigmoid", NAN, NAN},
	{"gelu is half of x near 0",              "gelu",    0x1p-100, 0x1p-101},
	{"also below it",                         "gelu",    -0x1p-100, -0x1p-101},
	{"gelu of 0 is 0",                        "gelu",    0, 0},
	{"gelu of the other zero is that",        "gelu",    -0.0, -0.0},
	{"gelu becomes x",                        "gelu",    1000, 1000},
	{"gelu has no end",                       "gelu",    INFINITY, INFINITY},
	{"gelu vanishes",                         "gelu",    -1000, -0.0},
	{"gelu ends at 0, from below",            "gelu",    -INFINITY, -0.0},
	{"gelu of NaN is NaN",                    "gelu",    NAN, NAN},
};
/* clang-format on */

static void
limit_is_exact(void **state)
{
	const struct limit *row = *state;
	const struct elementary_case *function = elementary_find(row->function);

	assert_true(same_float(function->single((float)row->x), (float)row->y));
	assert_true(same_float(function->fused((float)row->x), (float)row->y));
	assert_true(same_double(function->wide(row->x), row->y));
}

static void
float_is_as_stated(const char *name, float (*function)(float x), double most, float x,
	double expected)
{
	const float y = function(x);

	if (!elementary_is_special(y, expected) || elementary_error(y, expected) > most)
		fail_msg("%s(%a) is %a, not %a", name, (double)x, (double)y, expected);
}

/* Every so many floats, of all of them: fewer than 300 thousand of a function. */
static void
floats_are_as_stated(void **state)
{
	(void)state;
	for (size_t i = 0; i < nelementary_case; i++) {
		const struct elementary_case *function = &elementary_case[i];

		for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 16381) {
			const float x = opgen_float_from_bits((uint32_t)bits);
			const double expected = function->reference(x);

			float_is_as_stated(function->name, function->single,
				function->single_most, x, expected);
			float_is_as_stated(function->name, function->fused,
				function->fused_most, x, expected);
		}
	}
}

/* The largest error of all floats between two of one sign. */
static double
worst_between(const struct elementary_case *function, float (*computed)(float x),
	float first, float last)
{
	double worst = 0;

	for (uint32_t bits = opgen_float_bits(first); bits != opgen_float_bits(last);
		bits += first < 0 ? UINT32_MAX : 1) {
		const float x = opgen_float_from_bits(bits);
		const double error =
			elementary_error(computed(x), function->reference(x));

		worst = error > worst ? error : worst;
	}
	return worst;
}

/* Where sequences change over, or terms cancel most. */
static const struct {
	const char *function;
	float first, last;
} seam[] = {
	{"expm1", 0.34f, 0.36f},
	{"expm1", -0.36f, -0.34f},
	{"log", 0.70f, 0.715f},
	{"log", 1.40f, 1.42f},
	{"log1p", 0.40f, 0.42f},
	{"log1p", -0.30f, -0.29f},
	{"tanh", 0.88f, 0.92f},
	{"erf", 0.88f, 0.92f},
	{"sigmoid", -8, -7.9f},
	{"sigmoid", -0.35f, -0.3f},
	{"sigmoid", -88, -87},
	{"gelu", 0.49f, 0.51f},
	{"gelu", -0.51f, -0.49f},
	{"gelu", -1.34f, -1.30f},
	{"gelu", -13.1f, -12.9f},
};

static void
seams_are_as_stated(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(seam); i++) {
		const struct elementary_case *function =
			elementary_find(seam[i].function);
		const double strict = worst_between(
			function, function->single, seam[i].first, seam[i].last);
		const double fused = worst_between(
			function, function->fused, seam[i].first, seam[i].last);

		assert_true(strict > 0.6 && strict <= function->single_most);
		assert_true(fused > 0.6 && fused <= function->fused_most);
	}
}

static void
double_is_as_stated(const struct elementary_case *function, double x)
{
	const double y = function->wide(x);
	const long double expected = function->wide_reference(x);

	if (!elementary_is_special(y, expected) ||
		elementary_wide_error(y, expected) > function->wide_most)
		fail_msg("%s(%a) is %a, not %La", function->name, x, y, expected);
}

static void
doubles_are_as_stated(void **state)
{
	(void)state;
	for (size_t i = 0; i < nelementary_case; i++) {
		uint64_t random = 7;

		for (int n = 0; n < 50000; n++)
			double_is_as_stated(
				&elementary_case[i], elementary_any_double(&random));
	}
}

/* The doubles with the largest errors of all that were ever tried, or that once had. */
static const struct {
	const char *function;
	double x;
} hard[] = {
	{"erf", 0x1.c67057799524dp-1},
};

static void
hard_doubles_are_as_stated(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(hard); i++)
		double_is_as_stated(elementary_find(hard[i].function), hard[i].x);
}

static void
powers_are_as_stated(void **state)
{
	uint64_t random = 8;
	double worst = 0;

	(void)state;
	for (int n = 0; n < 200000; n++) {
		double x, y;
		const double error = elementary_any_power(&random, &x, &y);

		worst = error > worst ? error : worst;
	}
	assert_true(worst <= elementary_power_most);
	assert_true(worst > 0.6);
}

/* Powers of integers are numbers, or have few digits more than numbers: the hardest to
   round, for they lie on or near the middle between two. */
static void
powers_of_integers_are_exact_or_nearest(void **state)
{
	(void)state;
	for (int x = 2; x < 2000; x++)
		for (int y = 2; y < 12; y++) {
			const long double power = powl(x, y);

			if (power < 0x1p53L)
				assert_true((long double)opgen_pow(x, y) == power);
			else
				assert_true(elementary_power_error(x, y) < 0.65);
		}
}

static void
powers_have_the_limits_of_the_library(void **state)
{
	static const double number[] = {0, -0.0, 1, -1, 2, -2, 0.5, -0.5, 3, -3, 1.5,
		-1.5, INFINITY, -INFINITY, NAN, 0x1p-1074, -0x1p-1074, 0x1p-1022, 1e308,
		-1e308, 1e-300, 0x1p51 + 0.5, 0x1p52 - 1, 0x1p52 + 1, -0x1p52 - 1, 0x1p53,
		0x1p53 + 2, -0x1p53, 0x1p1023};

	(void)state;
	for (size_t i = 0; i < countof(number); i++)
		for (size_t j = 0; j < countof(number); j++) {
			const double x = number[i], y = number[j];
			const double got = opgen_pow(x, y), expected = pow(x, y);

			assert_int_equal(isnan(got) != 0, isnan(expected) != 0);
			if (isnan(got))
				continue;
			assert_int_equal(signbit(got) != 0, signbit(expected) != 0);
			assert_int_equal(isinf(got) != 0, isinf(expected) != 0);
			assert_int_equal(got == 0, expected == 0);
			assert_true(isinf(got) || elementary_power_error(x, y) < 0.7);
		}
}

static void
powers_of_floats_are_rounded_once_more(void **state)
{
	uint64_t random = 9;

	(void)state;
	for (int n = 0; n < 100000; n++) {
		const float x = opgen_float_from_bits(
			(uint32_t)(next_random(&random) >> 33) % 0x7f800000);
		const float y = (float)elementary_any_double(&random) / 8;
		const double expected = pow((double)x, (double)y);
		const float got = opgen_powf(x, y);

		assert_true(elementary_is_special(got, expected));
		assert_true(elementary_error(got, expected) < 0.51);
	}
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(floats_are_as_stated),
		cmocka_unit_test(seams_are_as_stated),
		cmocka_unit_test(doubles_are_as_stated),
		cmocka_unit_test(hard_doubles_are_as_stated),
		cmocka_unit_test(powers_are_as_stated),
		cmocka_unit_test(powers_of_integers_are_exact_or_nearest),
		cmocka_unit_test(powers_have_the_limits_of_the_library),
		cmocka_unit_test(powers_of_floats_are_rounded_once_more),
	};

	return run_table("limits of elementary functions", limit, limit_is_exact) +
	       cmocka_run_group_tests_name("elementary", tests, NULL, NULL);
}
