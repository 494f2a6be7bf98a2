#include "test.h"

#include "out_file.h"
#include "put.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a hole's value becomes. */
static const char *
spelt(void (*print)(struct out *out, const void *value), const void *value, char *text,
	size_t size)
{
	struct out out;

	out_open_counting(&out);
	print(&out, value);
	assert_true(out.used < size);
	memcpy(text, out.buffer, out.used);
	text[out.used] = '\0';
	out_discard(&out);
	return text;
}

static void
print_number(struct out *out, const void *value)
{
	put_number(out, *(const struct number *)value);
}

static void
print_index(struct out *out, const void *value)
{
	put_index(out, *(const struct index *)value);
}

static void
print_pointer(struct out *out, const void *value)
{
	put_pointer(out, *(const struct pointer *)value);
}

static void
print_element(struct out *out, const void *value)
{
	put_element(out, *(const struct element *)value);
}

static void
print_result(struct out *out, const void *value)
{
	put_result(out, *(const struct result *)value);
}

static const struct window_plan average = {.reduction = REDUCE_AVERAGE};
static const struct window_plan norm_1 = {.reduction = REDUCE_LP, .p = 1};
static const struct window_plan norm_2 = {.reduction = REDUCE_LP, .p = 2};
static const struct window_plan norm_9 = {.reduction = REDUCE_LP, .p = 9};
static const struct window_plan norm_half = {.reduction = REDUCE_LP, .fractional_p = 0.5};
static const struct spelling single = {.accumulator = DTYPE_FLOAT32,
	.store = "",
	.square_root = "sqrtf",
	.root = "opgen_rootf"};
static const struct spelling half = {.accumulator = DTYPE_FLOAT32,
	.store = "opgen_float_to_float16",
	.square_root = "sqrtf",
	.root = "opgen_rootf"};

/* clang-format off */
static const struct {
	const char *name;
	void (*print)(struct out *out, const void *value);
	const void *value;
	const char *text;
} rows[] = {
	{"a whole number is a floating literal", print_number, &(struct number){1, true}, "1.0f"},
	{"a double has no suffix", print_number, &(struct number){1, false}, "1.0"},
	{"the fewest digits are enough", print_number, &(struct number){0.1f, true}, "0.1f"},
	{"an exponent needs no point", print_number, &(struct number){1e30f, true}, "1e+30f"},
	{"the sign of zero is kept", print_number, &(struct number){-0.0, true}, "-0.0f"},
	{"the least subnormal is kept", print_number, &(struct number){FLT_TRUE_MIN, true}, "1.4013e-45f"},
	{"the largest double is kept", print_number, &(struct number){DBL_MAX, false}, "1.7976931348623157e+308"},
	{"an index of one step", print_index, &(struct index){"i", 1, 0}, "i"},
	{"an index of steps and an offset", print_index, &(struct index){"i", 3, 7}, "i * 3 + 7"},
	{"an index without its variable", print_index, &(struct index){NULL, 3, 7}, "7"},
	{"an index that stays", print_index, &(struct index){"i", 0, 0}, "0"},
	{"a pointer alone", print_pointer, &(struct pointer){"x", 0, {{NULL, 3, 0}, {"i", 0, 0}}}, "x"},
	{"a pointer's offset", print_pointer, &(struct pointer){"x", 7, {{NULL, 0, 0}}}, "x + 7"},
	{"a pointer's negative offset", print_pointer, &(struct pointer){"x", -7, {{NULL, 0, 0}}}, "x - 7"},
	{"a pointer that moves", print_pointer, &(struct pointer){"x", 0, {{"i", 3, 0}}}, "x + (i * 3)"},
	{"a pointer that moves with several", print_pointer, &(struct pointer){"x", 7, {{"i", 3, 0}, {NULL, 2, 0}, {"j", 1, 0}}}, "x + (i * 3 + j + 7)"},
	{"an element", print_element, &(struct element){"", "src", 5}, "src[5]"},
	{"an element that is converted", print_element, &(struct element){"load", "src", 5}, "load(src[5])"},
	{"a mean of three divides", print_result, &(struct result){&single, &average, "sum", 3}, "sum / 3.0f"},
	{"a mean of four multiplies", print_result, &(struct result){&single, &average, "sum", 4}, "sum * 0.25f"},
	{"a mean of one is the sum", print_result, &(struct result){&single, &average, "sum", 1}, "sum"},
	{"a divisor that is an argument", print_result, &(struct result){&single, &average, "sum", 0}, "sum / divisor"},
	{"a half is rounded once", print_result, &(struct result){&half, &average, "sum", 3}, "opgen_float_to_float16(sum / 3.0f)"},
	{"the norm of p = 1 is the sum", print_result, &(struct result){&single, &norm_1, "sum", 1}, "sum"},
	{"that of p = 2 a square root", print_result, &(struct result){&single, &norm_2, "sum", 1}, "sqrtf(sum)"},
	{"that of p = 9 a root of the runtime", print_result, &(struct result){&single, &norm_9, "sum", 1}, "opgen_rootf(sum, 9)"},
	{"that of p = 0.5 a power", print_result, &(struct result){&single, &norm_half, "sum", 1}, "(float)pow((double)sum, 2.0)"},
};
/* clang-format on */

static void
spells(void **state)
{
	size_t i = (size_t)(uintptr_t)*state;
	char text[80];

	assert_string_equal(
		spelt(rows[i].print, rows[i].value, text, sizeof text), rows[i].text);
}

/* Numbers of every size read back as themselves, bit by bit. */
static void
literals_read_back(void **state)
{
	uint64_t seed = 1;
	char text[80];

	(void)state;
	for (int i = 0; i < 20000; i++) {
		uint32_t word;
		float narrow;
		double wide;

		seed = seed * 6364136223846793005u + 1442695040888963407u;
		word = (uint32_t)(seed >> 32);
		memcpy(&narrow, &word, sizeof narrow);
		memcpy(&wide, &seed, sizeof wide);
		if (isfinite(narrow)) {
			float back =
				strtof(spelt(print_number, &(struct number){narrow, true},
					       text, sizeof text),
					NULL);

			assert_memory_equal(&back, &narrow, sizeof back);
		}
		if (isfinite(wide)) {
			double back =
				strtod(spelt(print_number, &(struct number){wide, false},
					       text, sizeof text),
					NULL);

			assert_memory_equal(&back, &wide, sizeof back);
		}
	}
}

int
main(void)
{
	struct CMUnitTest tests[countof(rows) + 1];
	void *number[countof(rows)];

	for (size_t i = 0; i < countof(rows); i++) {
		number[i] = (void *)(uintptr_t)i;
		tests[i] =
			(struct CMUnitTest){rows[i].name, spells, NULL, NULL, number[i]};
	}
	tests[countof(rows)] = (struct CMUnitTest)cmocka_unit_test(literals_read_back);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
