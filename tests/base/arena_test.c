#include "base/arena.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "support/test.h"

enum {
	LARGE = 1000000
};

static void
assert_zeroed(const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		assert_int_equal(bytes[i], 0);
}

static void
memory_is_zeroed_and_aligned(void **state)
{
	static const size_t size[] = {0, 1, 15, 16, 17, 1000, LARGE, 3};
	struct arena arena = {0};

	(void)state;
	for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
		char *bytes = arena_alloc(&arena, size[i]);

		assert_int_equal((uintptr_t)bytes % alignof(max_align_t), 0);
		assert_zeroed(bytes, size[i]);
		memset(bytes, 0xff, size[i]);
	}
	arena_free(&arena);
	assert_null(arena.block);
}

/* What is handed out after clearing is as good as new. */
static void
cleared_memory_is_zeroed(void **state)
{
	struct arena arena = {0};

	(void)state;
	for (int i = 0; i < 5; i++) {
		char *small = arena_alloc(&arena, 1000), *large;

		assert_zeroed(small, 1000);
		memset(small, 0xff, 1000);
		if (i > 2) {
			large = arena_alloc(&arena, LARGE);
			assert_zeroed(large, LARGE);
			memset(large, 0xff, LARGE);
		}
		arena_clear(&arena);
	}
	arena_free(&arena);
}

/* What a release takes back is handed out again, zeroed, and what was there before the
   mark stays, whether it is small, large, or nothing. */
static void
released_memory_is_handed_out_again(void **state)
{
	static const size_t size[] = {0, 10, LARGE, 60000};
	struct arena arena = {0};

	(void)state;
	for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
		char *kept = size[i] ? arena_alloc(&arena, size[i]) : NULL, *first;
		struct arena_mark mark = arena_mark(&arena);

		if (kept)
			memset(kept, 'a', size[i]);
		for (int round = 0; round < 3; round++) {
			char *small = arena_alloc(&arena, 1000);
			char *large = arena_alloc(&arena, LARGE);
			char *last = arena_alloc(&arena, 60000);

			first = round ? first : small;
			assert_ptr_equal(small, first);
			assert_zeroed(small, 1000);
			assert_zeroed(large, LARGE);
			assert_zeroed(last, 60000);
			memset(small, 0xff, 1000);
			memset(large, 0xff, LARGE);
			memset(last, 0xff, 60000);
			arena_release(&arena, mark);
		}
		for (size_t k = 0; k < size[i]; k++)
			assert_int_equal(kept[k], 'a');
	}
	arena_free(&arena);
}

static void
clearing_nothing_is_nothing(void **state)
{
	struct arena arena = {0};

	(void)state;
	arena_clear(&arena);
	arena_alloc(&arena, LARGE);
	arena_clear(&arena);
	assert_null(arena.block);
}

static void
texts_of_any_length_are_formatted(void **state)
{
	struct arena arena = {0};

	(void)state;
	for (int length = 0; length < 600; length++) {
		const char *text = arena_format(&arena, "%*d", length, 7);

		assert_int_equal(strlen(text), length ? length : 1);
		assert_int_equal(text[strlen(text) - 1], '7');
	}
	arena_free(&arena);
}

/* What a text or an array of nothing points to is not read, and may be NULL. */
static void
nothing_is_copied(void **state)
{
	struct arena arena = {0};
	const int numbers[] = {1, 2, 3};
	int *copy = arena_copy(&arena, numbers, 3, sizeof *numbers);

	(void)state;
	assert_memory_equal(copy, numbers, sizeof numbers);
	assert_non_null(arena_copy(&arena, NULL, 0, sizeof *numbers));
	assert_string_equal(arena_copy_text(&arena, NULL, 0), "");
	arena_free(&arena);
}

/* What was another arena's outlives it. */
static void
memory_goes_from_one_to_another(void **state)
{
	static const size_t size[] = {10, LARGE, 1000};
	struct arena arena = {0}, other = {0};
	char *bytes[3];

	(void)state;
	arena_take(&arena, &other);
	assert_null(arena.block);
	for (size_t i = 0; i < 3; i++)
		bytes[i] = memset(arena_alloc(&other, size[i]), 'a', size[i]);
	arena_take(&arena, &other);
	assert_null(other.block);
	assert_zeroed(arena_alloc(&other, 1000), 1000);
	arena_free(&other);
	assert_zeroed(arena_alloc(&arena, 1000), 1000);
	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < size[i]; k++)
			assert_int_equal(bytes[i][k], 'a');
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_zeroed_and_aligned),
		cmocka_unit_test(cleared_memory_is_zeroed),
		cmocka_unit_test(released_memory_is_handed_out_again),
		cmocka_unit_test(clearing_nothing_is_nothing),
		cmocka_unit_test(nothing_is_copied),
		cmocka_unit_test(memory_goes_from_one_to_another),
		cmocka_unit_test(texts_of_any_length_are_formatted),
	};

	return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
