#include "overheard.h"

#include "test.h"

#include "arena.h"

static void
the_first_error_is_told(void **state)
{
	struct arena arena = {0};
	struct overheard overheard;

	(void)state;
	source_error(overheard_next(&overheard), NULL, "pads: expected %d values", 4);
	source_error(&overheard.source, NULL, "another");
	assert_string_equal(
		overheard_first(&overheard, &arena), "pads: expected 4 values");
	arena_free(&arena);
}

static void
a_warning_before_it_is_not(void **state)
{
	struct arena arena = {0};
	struct overheard overheard;

	(void)state;
	source_warning(overheard_next(&overheard), NULL, "ceil_mode: ignored");
	source_error(&overheard.source, NULL, "strides: too large");
	assert_string_equal(overheard_first(&overheard, &arena), "strides: too large");
	arena_free(&arena);
}

static void
what_was_said_before_is_forgotten(void **state)
{
	struct arena arena = {0};
	struct overheard overheard;

	(void)state;
	source_error(overheard_next(&overheard), NULL, "a long story about node 1");
	overheard_first(&overheard, &arena);
	source_error(overheard_next(&overheard), NULL, "node 2");
	assert_int_equal(overheard.source.nerror, 1);
	assert_string_equal(overheard_first(&overheard, &arena), "node 2");
	arena_free(&arena);
}

static void
it_cannot_steer_a_terminal(void **state)
{
	struct arena arena = {0};
	struct overheard overheard;

	(void)state;
	source_error(overheard_next(&overheard), NULL, "a\xc2\x9b%s", "\xe2\x80\xae");
	assert_string_equal(
		overheard_first(&overheard, &arena), "a\\xc2\\x9b\\xe2\\x80\\xae");
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_error_is_told),
		cmocka_unit_test(a_warning_before_it_is_not),
		cmocka_unit_test(what_was_said_before_is_forgotten),
		cmocka_unit_test(it_cannot_steer_a_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
