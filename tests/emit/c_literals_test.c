#include "support/test.h"

#include "deliver/out_file.h"
#include "emit/c_literals.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *
spelt(double number, bool single, char *text, size_t size)
{
	struct out out;

	out_open_counting(&out);
	put_number(&out, number, single);
	assert_true(out.used < size);
	memcpy(text, out.buffer, out.used);
	text[out.used] = '\0';
	out_discard(&out);
	return text;
}

/* clang-format off */
static const struct {
	const char *name;
	double number;
	bool single;
	const char *text;
} rows[] = {
	{"a whole number is a floating literal", 1, true, "1.0f"},
	{"a double has no suffix", 1, false, "1.0"},
	{"the fewest digits are enough", 0.1f, true, "0.1f"},
	{"an exponent needs no point", 1e30f, true, "1e+30f"},
	{"the sign of zero is kept", -0.0, true, "-0.0f"},
	{"the least subnormal is kept", FLT_TRUE_MIN, true, "1.4013e-45f"},
	{"the largest double is kept", DBL_MAX, false, "1.7976931348623157e+308"},
};
/* clang-format on */

static void
spells(void **state)
{
	size_t i = (size_t)(uintptr_t)*state;
	char text[80];

	assert_string_equal(
		spelt(rows[i].number, rows[i].single, text, sizeof text), rows[i].text);
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
			float back = strtof(spelt(narrow, true, text, sizeof text), NULL);

			assert_memory_equal(&back, &narrow, sizeof back);
		}
		if (isfinite(wide)) {
			double back = strtod(spelt(wide, false, text, sizeof text), NULL);

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
