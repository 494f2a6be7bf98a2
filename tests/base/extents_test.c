#include "base/extents.h"

#include "support/test.h"

#include <string.h>

#include "base/arena.h"

/* Extents, and what is printed of them. */
struct row {
	const char *claim;
	size_t rank;
	int64_t extent[18];
	const char *text, *word;
};

/* clang-format off */
static const struct row rows[] = {
	{"a scalar has none", 0, {0}, "[]", "[]"},
	{"one stands alone", 1, {7}, "[7]", "[7]"},
	{"a comma stands between two", 2, {0, 10}, "[0, 10]", "[0,10]"},
	{"one that is not known is a question mark", 3, {-1, 3, -1}, "[?, 3, ?]", "[?,3,?]"},
	{"the largest one has 19 digits", 1, {INT64_MAX}, "[9223372036854775807]", "[9223372036854775807]"},
	{"sixteen are shown", 16, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
		"[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]"},
	{"dots stand for more", 18, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18},
		"[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, ...]", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,...]"},
};
/* clang-format on */

static void
extents_are_printed(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};

	assert_string_equal(extents_text(row->extent, row->rank, &arena), row->text);
	assert_string_equal(extents_word(row->extent, row->rank, &arena), row->word);
	arena_free(&arena);
}

static void
all_digits_of_all_fit(void **state)
{
	struct arena arena = {0};
	int64_t extent[EXTENTS_SHOWN + 1];

	(void)state;
	for (size_t i = 0; i <= EXTENTS_SHOWN; i++)
		extent[i] = INT64_MAX;
	assert_int_equal(strlen(extents_text(extent, EXTENTS_SHOWN + 1, &arena)),
		EXTENTS_SHOWN * (19 + 2) + 5);
	arena_free(&arena);
}

int
main(void)
{
	struct CMUnitTest test[countof(rows) + 1] = {
		cmocka_unit_test(all_digits_of_all_fit)};

	for (size_t i = 0; i < countof(rows); i++)
		test[i + 1] = (struct CMUnitTest){
			rows[i].claim, extents_are_printed, NULL, NULL, (void *)&rows[i]};
	return _cmocka_run_group_tests("extents", test, countof(test), NULL, NULL);
}
