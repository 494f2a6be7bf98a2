#include "diag/first_error.h"

#include "support/test.h"

#include <stdlib.h>

#include "base/arena.h"

static void
the_first_error_is_told(void **state)
{
	struct arena arena = {0};
	struct first_error error;

	(void)state;
	source_error(
		first_error_begin(&error, &arena), NULL, "pads: expected %d values", 4);
	source_error(&error.source, NULL, "another");
	assert_string_equal(error.text, "pads: expected 4 values");
	arena_free(&arena);
}

static void
a_warning_before_it_is_not(void **state)
{
	struct arena arena = {0};
	struct first_error error;

	(void)state;
	source_warning(first_error_begin(&error, &arena), NULL, "ceil_mode: ignored");
	source_error(&error.source, NULL, "strides: too large");
	assert_string_equal(error.text, "strides: too large");
	arena_free(&arena);
}

static void
what_was_said_before_is_forgotten(void **state)
{
	struct arena arena = {0};
	struct first_error error;

	(void)state;
	source_error(
		first_error_begin(&error, &arena), NULL, "a long story about node 1");
	source_error(first_error_begin(&error, &arena), NULL, "node 2");
	assert_int_equal(error.source.nerror, 1);
	assert_string_equal(error.text, "node 2");
	arena_free(&arena);
}

static void
warnings_can_be_said_elsewhere(void **state)
{
	static const char said[] =
		"m: node 'a': warning: ceil_mode: ignored\nm: warning: late\n";
	struct arena arena = {0};
	struct first_error error;
	struct source other = {.path = "m", .is_model = true};
	char *text;
	size_t size;

	(void)state;
	other.messages = open_memstream(&text, &size);
	assert_non_null(other.messages);
	source_warning(first_error_begin(&error, &arena),
		place_member(NULL, "node 'a'", &arena), "ceil_mode: %s", "ignored");
	source_warning(&error.source, NULL, "late");
	first_error_warn(&error, &other);
	fclose(other.messages);
	assert_string_equal(text, said);
	assert_int_equal(other.nwarning, 2);
	free(text);
	arena_free(&arena);
}

static void
it_cannot_steer_a_terminal(void **state)
{
	struct arena arena = {0};
	struct first_error error;

	(void)state;
	source_error(
		first_error_begin(&error, &arena), NULL, "a\xc2\x9b%s", "\xe2\x80\xae");
	assert_string_equal(error.text, "a\\xc2\\x9b\\xe2\\x80\\xae");
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_error_is_told),
		cmocka_unit_test(a_warning_before_it_is_not),
		cmocka_unit_test(what_was_said_before_is_forgotten),
		cmocka_unit_test(warnings_can_be_said_elsewhere),
		cmocka_unit_test(it_cannot_steer_a_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
