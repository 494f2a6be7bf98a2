/* The numbers that self-tests feed functions with, and how results are compared: what
   every processor and every version of opgen has to do alike. */
#include <stdio.h>

static void say(const char *text);
#define OPGEN_SELF_TEST_PRINT(text) say(text)
#include "opgen_self_test.h"

#include "support/test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "opgen_runtime.h"

/* What was printed. */
static char said[400];

static void
say(const char *text)
{
	strncat(said, text, sizeof said - strlen(said) - 1);
}

enum {
	MANY = 4096
};

/* The first numbers of an input: the generator stays what it is. */
struct first_row {
	const char *claim;
	enum opgen_test_type type;
	enum opgen_test_round round;
	size_t input;
	uint64_t number[4];
};

/* clang-format off */
static const struct first_row first_rows[] = {
	{"float32 numbers", OPGEN_TEST_FLOAT32, OPGEN_TEST_NUMBERS, 0, {0xbe1dcdafu, 0xbea35cacu, 0xbf740fb6u, 0x3df73e4f}},
	{"float32 specials of the second input", OPGEN_TEST_FLOAT32, OPGEN_TEST_SPECIALS, 1, {0x40f27f59, 0xbe1fdd76u, 0xc0244d24u, 0x3e94d3fb}},
	{"float64 numbers", OPGEN_TEST_FLOAT64, OPGEN_TEST_NUMBERS, 0, {0xbfc0a8397b1dcdafu, 0xbfd0120a5ea35cacu, 0xbfe93d56a5f40fb6u, 0x3fbdfd8909773e4fu}},
	{"float16 numbers", OPGEN_TEST_FLOAT16, OPGEN_TEST_NUMBERS, 0, {0xb1af, 0xb4ac, 0xbbb6, 0x2e4f}},
	{"int8 numbers", OPGEN_TEST_INT8, OPGEN_TEST_NUMBERS, 0, {0x7, 0x4, 0xfe, 0x7}},
	{"uint64 specials", OPGEN_TEST_UINT64, OPGEN_TEST_SPECIALS, 0, {0xef36e01eb8ac6b30u, 0x9baabcda20db2fceu, 0x9d55856cf03813a5u, 0x0}},
};
/* clang-format on */

static uint64_t
number(enum opgen_test_type type, enum opgen_test_round round, size_t input, size_t i)
{
	const struct opgen_test_format format = opgen_test_format_of(type);

	return opgen_test_number(&format, round, input, i);
}

static void
generator_stays(void **state)
{
	const struct first_row *row = *state;

	for (size_t i = 0; i < countof(row->number); i++)
		assert_int_equal(
			number(row->type, row->round, row->input, i), row->number[i]);
}

/* The bits of a special number, and the round that has it. */
struct special_row {
	const char *claim;
	enum opgen_test_type type;
	enum opgen_test_round round;
	uint64_t bits;
};

/* clang-format off */
#define FLOATS(name, type, numbers_sign, infinity, largest, least, subnormal) \
	{name " numbers have 0", type, OPGEN_TEST_NUMBERS, 0}, \
	{name " numbers have -0", type, OPGEN_TEST_NUMBERS, numbers_sign}, \
	{name " numbers have the least subnormal", type, OPGEN_TEST_NUMBERS, 1}, \
	{name " numbers have the largest subnormal", type, OPGEN_TEST_NUMBERS, subnormal}, \
	{name " numbers have the least normal number", type, OPGEN_TEST_NUMBERS, least}, \
	{name " specials have infinity", type, OPGEN_TEST_SPECIALS, infinity}, \
	{name " specials have -infinity", type, OPGEN_TEST_SPECIALS, numbers_sign | infinity}, \
	{name " specials have the largest", type, OPGEN_TEST_SPECIALS, largest}, \
	{name " specials have a signalling NaN", type, OPGEN_TEST_SPECIALS, infinity | 1}
#define INTEGERS(name, type, lowest, highest) \
	{name " specials have the lowest", type, OPGEN_TEST_SPECIALS, lowest}, \
	{name " specials have the highest", type, OPGEN_TEST_SPECIALS, highest}, \
	{name " specials have 0", type, OPGEN_TEST_SPECIALS, 0}

static const struct special_row special_rows[] = {
	FLOATS("float32", OPGEN_TEST_FLOAT32, 0x80000000u, 0x7f800000u, 0x7f7fffffu, 0x00800000u, 0x007fffffu),
	FLOATS("float64", OPGEN_TEST_FLOAT64, 0x8000000000000000u, 0x7ff0000000000000u, 0x7fefffffffffffffu, 0x0010000000000000u, 0x000fffffffffffffu),
	FLOATS("float16", OPGEN_TEST_FLOAT16, 0x8000u, 0x7c00u, 0x7bffu, 0x0400u, 0x03ffu),
	FLOATS("bfloat16", OPGEN_TEST_BFLOAT16, 0x8000u, 0x7f80u, 0x7f7fu, 0x0080u, 0x007fu),
	INTEGERS("int8", OPGEN_TEST_INT8, 0x80, 0x7f),
	INTEGERS("int16", OPGEN_TEST_INT16, 0x8000, 0x7fff),
	INTEGERS("int32", OPGEN_TEST_INT32, 0x80000000u, 0x7fffffff),
	INTEGERS("int64", OPGEN_TEST_INT64, 0x8000000000000000u, 0x7fffffffffffffff),
	INTEGERS("uint8", OPGEN_TEST_UINT8, 0, 0xff),
	INTEGERS("uint16", OPGEN_TEST_UINT16, 0, 0xffff),
	INTEGERS("uint32", OPGEN_TEST_UINT32, 0, 0xffffffffu),
	INTEGERS("uint64", OPGEN_TEST_UINT64, 0, 0xffffffffffffffffu),
	{"bool has false", OPGEN_TEST_BOOL, OPGEN_TEST_NUMBERS, 0},
	{"bool has true", OPGEN_TEST_BOOL, OPGEN_TEST_SPECIALS, 1},
};
/* clang-format on */

static void
special_is_there(void **state)
{
	const struct special_row *row = *state;
	size_t i = 0;

	while (i < MANY && number(row->type, row->round, 0, i) != row->bits)
		i++;
	assert_true(i < MANY);
}

/* Sums of them depend on the order in which they are added, and stay finite. */
static void
numbers_are_finite_and_of_similar_size(void **state)
{
	static const enum opgen_test_type types[] = {OPGEN_TEST_FLOAT32,
		OPGEN_TEST_FLOAT64, OPGEN_TEST_FLOAT16, OPGEN_TEST_BFLOAT16};

	(void)state;
	for (size_t t = 0; t < countof(types); t++) {
		const struct opgen_test_format format = opgen_test_format_of(types[t]);
		const uint64_t bias =
			(opgen_test_infinity(&format) >> 1) >> format.fraction;

		for (size_t i = 0; i < MANY; i++) {
			uint64_t bits = number(types[t], OPGEN_TEST_NUMBERS, 3, i);
			uint64_t exponent =
				(bits & opgen_test_infinity(&format)) >> format.fraction;

			assert_true(exponent <= bias + 2);
			assert_true(exponent <= 1 || exponent >= bias - 5);
		}
	}
}

static void
booleans_are_0_or_1(void **state)
{
	(void)state;
	for (int round = 0; round < OPGEN_TEST_ROUNDS; round++)
		for (size_t i = 0; i < MANY; i++)
			assert_true(number(OPGEN_TEST_BOOL, (enum opgen_test_round)round,
					    0, i) <= 1);
}

/* Numbers of an output; how many a word stands for, and how many words there are. */
struct block_row {
	const char *claim;
	size_t n, block, nword;
};

static const struct block_row block_rows[] = {
	{"nothing has no words", 0, 1, 0},
	{"one number is a word", 1, 1, 1},
	{"64 numbers are words", 64, 1, 64},
	{"65 are two blocks", 65, 64, 2},
	{"4096 are 64 blocks", 4096, 64, 64},
	{"one more has larger ones", 4097, 128, 33},
	{"a million", 1000000, 16384, 62},
};

static void
output_has_words(void **state)
{
	const struct block_row *row = *state;

	assert_int_equal(opgen_test_block(row->n), row->block);
	assert_int_equal(opgen_test_nword(row->n), row->nword);
}

static float result[100];

static struct opgen_test_tensor
results(size_t n)
{
	return (struct opgen_test_tensor){"Y", result, n, OPGEN_TEST_FLOAT32};
}

static void
any_nan_will_do_where_bits_are_computed(void **state)
{
	const struct opgen_test_tensor tensor = results(2);
	uint32_t bits[2] = {0x7fc00000, 0xff800001};

	(void)state;
	memcpy(result, bits, sizeof bits);
	assert_int_equal(opgen_test_word(&tensor, 0, 0), 0x7fc00000);
	assert_int_equal(opgen_test_word(&tensor, 1, 0), 0x7fc00000);
	assert_int_equal(opgen_test_word(&tensor, 1, 1), 0xff800001);
}

static void
each_bit_of_a_block_counts(void **state)
{
	const struct opgen_test_tensor tensor = results(100);
	uint64_t hash[2];

	(void)state;
	memset(result, 0, sizeof result);
	hash[0] = opgen_test_word(&tensor, 0, 0);
	hash[1] = opgen_test_word(&tensor, 1, 0);
	result[3] = -0.0f;
	assert_true(opgen_test_word(&tensor, 0, 0) != hash[0]);
	/* Two alike do not cancel. */
	result[4] = -0.0f;
	assert_true(opgen_test_word(&tensor, 0, 0) != hash[0]);
	assert_int_equal(opgen_test_word(&tensor, 1, 0), hash[1]);
}

/* Functions under test: Y = 2 X, but for one element in the second. */
static float given[70], made[70];

static void
twice(void)
{
	for (size_t i = 0; i < countof(given); i++)
		made[i] = 2 * given[i];
}

static void
twice_but_once(void)
{
	twice();
	made[66] = 0.5f;
}

static void
never(void)
{
}

/* What is said of a function in the second variant's words, which are those of twice().
 */
struct difference_row {
	const char *claim;
	size_t n;
	void (*call)(void), (*call_packed)(void), (*call_parts)(void);
	int agrees;
	const char *said;
};

/* clang-format off */
static const struct difference_row difference_rows[] = {
	{"who does alike agrees", 70, twice, NULL, NULL, 1, " ok\n"},
	{"a block is named", 70, twice_but_once, NULL, NULL, 0, " differs: of numbers, Y[64] to Y[69]: wanted hash 0x"},
	{"what is not compared may differ", 66, twice_but_once, NULL, NULL, 1, " ok\n"},
	{"what is left unwritten is found", 3, never, NULL, NULL, 0, " differs: of numbers, Y[0]: wanted 0x"},
	{"with what it was", 3, never, NULL, NULL, 0, ", got 0xa5a5a5a5\n"},
	{"packed weights are tried, too", 3, twice, never, NULL, 0, " differs: of numbers, with packed weights, Y[0]: wanted 0x"},
	{"so are parts", 3, twice, NULL, never, 0, " differs: of numbers, in parts, Y[0]: wanted 0x"},
};
/* clang-format on */

static void
difference_is_told(void **state)
{
	const struct difference_row *row = *state;
	const struct opgen_test_tensor x = {
		"X", given, countof(given), OPGEN_TEST_FLOAT32};
	const struct opgen_test_tensor y = {"Y", made, row->n, OPGEN_TEST_FLOAT32};
	uint64_t wanted[2 * 2 * OPGEN_TEST_BLOCKS] = {0};
	const size_t nword = opgen_test_nword(row->n);
	const struct opgen_test test = {"f",
		{row->call, row->call_packed, row->call_parts}, &x, 1, &y, 1, wanted,
		2 * nword, 2, 0};

	for (int round = 0; round < OPGEN_TEST_ROUNDS; round++) {
		opgen_test_fill(&x, (enum opgen_test_round)round, 0);
		twice();
		for (size_t k = 0; k < nword; k++)
			wanted[(2 + (size_t)round) * nword + k] =
				opgen_test_word(&y, k, 0);
	}
	*said = '\0';
	assert_int_equal(opgen_test_one(&test), row->agrees);
	if (!strstr(said, row->said))
		fail_msg("expected '%s', got '%s'", row->said, said);
}

static void
first_of_several_is_returned(void **state)
{
	static const uint64_t wanted[2] = {1, 2};
	const struct opgen_test_tensor y = {"Y", made, 1, OPGEN_TEST_FLOAT32};
	const struct opgen_test wrong = {
		"g", {never, NULL, NULL}, NULL, 0, &y, 1, wanted, 2, 1, 0};
	const struct opgen_test empty = {
		"f", {never, NULL, NULL}, NULL, 0, NULL, 0, wanted, 0, 1, 0};
	const struct opgen_test *const all[] = {&empty, &wrong, &wrong};

	(void)state;
	assert_int_equal(opgen_test_all(all, 1), 0);
	assert_int_equal(opgen_test_all(all, 3), 2);
}

int
main(void)
{
	struct CMUnitTest test[countof(first_rows) + countof(special_rows) +
			       countof(block_rows) + countof(difference_rows) + 5] = {
		cmocka_unit_test(numbers_are_finite_and_of_similar_size),
		cmocka_unit_test(booleans_are_0_or_1),
		cmocka_unit_test(any_nan_will_do_where_bits_are_computed),
		cmocka_unit_test(each_bit_of_a_block_counts),
		cmocka_unit_test(first_of_several_is_returned),
	};
	size_t n = 5;

#define ADD(rows, function) \
	for (size_t i = 0; i < countof(rows); i++) \
		test[n++] = (struct CMUnitTest){ \
			(rows)[i].claim, function, NULL, NULL, (void *)&(rows)[i]};
	ADD(first_rows, generator_stays)
	ADD(special_rows, special_is_there)
	ADD(block_rows, output_has_words)
	ADD(difference_rows, difference_is_told)
	return _cmocka_run_group_tests("self_test", test, n, NULL, NULL) != 0;
}
