#include "support/rows.h"

#include "model/model.h"
#include "model/raw.h"

static const struct extent two_by_three[] = {{.length = 2}, {.length = 3}};

static const struct value matrix = {
	.dtype = DTYPE_INT16,
	.shape = {true, 2, two_by_three},
};

static void
aligned_bytes_are_the_elements(void **state)
{
	static const int16_t bytes[] = {1, 2, 3, 4, 5, 6};
	struct arena arena = {0};
	const char *why;

	(void)state;
	assert_ptr_equal(raw_elements(&matrix, bytes, sizeof bytes, &arena, &why), bytes);
	assert_null(arena.block);
}

static void
bytes_at_odd_places_are_copied(void **state)
{
	static const char bytes[] = "-\1\0\2\0\3\0\4\0\5\0\6";
	struct arena arena = {0};
	const char *why;
	const int16_t *element = raw_elements(&matrix, bytes + 1, 12, &arena, &why);

	(void)state;
	assert_non_null(element);
	for (int16_t i = 0; i < 6; i++)
		assert_int_equal(element[i], i + 1);
	arena_free(&arena);
}

static void
nothing_is_no_null(void **state)
{
	static const struct extent none[] = {{.length = 0}, {.length = 3}};
	struct value empty = {.dtype = DTYPE_FLOAT64, .shape = {true, 2, none}};
	struct arena arena = {0};
	const char *why;

	(void)state;
	assert_non_null(raw_elements(&empty, NULL, 0, &arena, &why));
	arena_free(&arena);
}

static void
elements_are_counted(void **state)
{
	static const struct extent large[] = {
		{.length = (int64_t)1 << 30}, {.length = (int64_t)1 << 29}};
	static const struct extent unknown[] = {{.length = -1}};
	static const struct extent empty[] = {
		{.length = INT64_MAX}, {.length = 0}, {.length = 3}};
	struct value value = {.shape = {true, 1, large}};
	int64_t n = -1;

	(void)state;
	assert_true(raw_count(&value, &n));
	assert_int_equal(n, (int64_t)1 << 30);
	value.shape.rank = 2;
	assert_false(raw_count(&value, &n));
	value.shape = (struct model_shape){true, 1, unknown};
	assert_false(raw_count(&value, &n));
	value.shape = (struct model_shape){true, 3, empty};
	assert_false(raw_count(&value, &n));
	value.shape = (struct model_shape){true, 2, empty + 1};
	assert_true(raw_count(&value, &n));
	assert_int_equal(n, 0);
	value.shape = (struct model_shape){.known = true};
	assert_true(raw_count(&value, &n));
	assert_int_equal(n, 1);
}

static void
a_type_is_told_in_words(void **state)
{
	struct extent ones[20];
	struct value value = {.dtype = DTYPE_BOOL, .shape = {true, 20, ones}};
	struct arena arena = {0};

	(void)state;
	for (size_t i = 0; i < countof(ones); i++)
		ones[i] = (struct extent){.length = 1};
	assert_string_equal(raw_type_text(&matrix, &arena), "[2, 3] of int16");
	assert_string_equal(raw_type_text(&value, &arena),
		"[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ...] of bool");
	value.shape.rank = 0;
	assert_string_equal(raw_type_text(&value, &arena), "[] of bool");
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(aligned_bytes_are_the_elements),
		cmocka_unit_test(bytes_at_odd_places_are_copied),
		cmocka_unit_test(nothing_is_no_null),
		cmocka_unit_test(elements_are_counted),
		cmocka_unit_test(a_type_is_told_in_words),
	};

	return cmocka_run_group_tests_name("raw", tests, NULL, NULL);
}
