#include "support/rows.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diag/locate.h"
#include "diag/source.h"
#include "diag/source_read.h"

/* A way through a text: steps with '/' between them, entries by their number, "@" in
   front of a key that is itself meant. */
struct locate_row {
	const char *claim;
	const char *text;
	const char *steps;
	const char *found; /* how the text goes on there */
};

/* clang-format off */
static const struct locate_row locate_rows[] = {
	{"no step is the whole text", " \n{}", "", "{}"},
	{"a member's value", "{\"a\": 1, \"b\" : 2}", "b", "2}"},
	{"a member's key", "{\"a\": 1, \"b\" : 2}", "@b", "\"b\" : 2}"},
	{"an entry", "[10, [20], 30]", "2", "30]"},
	{"an entry of a list of lists", "[10, [20, 21], 30]", "1/1", "21], 30]"},
	{"members behind lists and objects", "{\"a\": [{\"b\": [1]}, 2], \"b\": {\"c\": 3}}", "b/c", "3}}"},
	{"brackets in strings are no brackets", "{\"a\": \"]}\\\"{[\", \"b\": 2}", "b", "2}"},
	{"a key is no value", "{\"a\": \"b\", \"b\": 2}", "b", "2}"},
	{"a longer key is another", "{\"ab\": 1, \"a\": 2}", "a", "2}"},
	{"a shorter key is another", "{\"a\": 1, \"ab\": 2}", "ab", "2}"},
	{"a key may be escaped", "{\"\\u0061\\n\\/\": 1}", "a\n\\", "1}"},
	{"a key may be written as surrogates", "{\"\\uD83D\\uDE00\": 1}", "\xf0\x9f\x98\x80", "1}"},
	{"a key may have two bytes", "{\"\\u00e9\": 1}", "\xc3\xa9", "1}"},
	{"a key may have three bytes", "{\"\\u2192\": 1}", "\xe2\x86\x92", "1}"},
	{"a missing member shows its object", "{\"a\": {\"b\": 1}}", "a/c", "{\"b\": 1}}"},
	{"a missing entry shows its list", "{\"a\": [1]}", "a/1", "[1]}"},
	{"a step into a number stays there", "{\"a\": 5}", "a/b", "5}"},
	{"an empty list has no entry", "[]", "0", "[]"},
};
/* clang-format on */

/* The steps as places; '\\' in a key stands for '/'. */
static const struct place *
read_steps(const char *steps, struct arena *arena)
{
	char *text = arena_copy_text(arena, steps, strlen(steps));
	const struct place *place = NULL;

	for (char *step = strtok(text, "/"); step; step = strtok(NULL, "/")) {
		for (char *c = strchr(step, '\\'); c; c = strchr(c, '\\'))
			*c = '/';
		if (*step >= '0' && *step <= '9')
			place = place_entry(place, strtoul(step, NULL, 10), arena);
		else if (*step == '@')
			place = place_key(place_member(place, step + 1, arena), arena);
		else
			place = place_member(place, step, arena);
	}
	return place;
}

static void
locate_holds(void **state)
{
	const struct locate_row *row = *state;
	struct arena arena = {0};
	struct source source;
	const char *found;

	source_from_text(&source, "t.json", row->text, strlen(row->text));
	found = row->text +
		locate(source.text, source.size, read_steps(row->steps, &arena));
	assert_memory_equal(found, row->found, strlen(row->found));
	arena_free(&arena);
}

/* Entries are found from the one before as from the beginning, forwards and backwards,
   and also where lists lie within them. */
static void
entries_are_found_in_any_order(void **state)
{
	static const char text[] =
		"{\"a\": [1, {\"b\": [2, 3]}, [4, 5], \"]\"], \"c\": [6, 7]}";
	static const size_t order[] = {0, 1, 2, 3, 3, 1, 2, 0, 4};
	struct arena arena = {0};
	const struct place *list[] = {
		place_member(NULL, "a", &arena), place_member(NULL, "c", &arena)};
	struct located last = {NULL, 0, 0};

	(void)state;
	for (size_t i = 0; i < countof(order); i++)
		for (size_t k = 0; k < countof(list); k++) {
			const struct place *entry =
				place_entry(list[k], order[i], &arena);
			const struct place *within[] = {entry,
				place_entry(place_member(entry, "b", &arena), 1, &arena),
				place_entry(entry, 1, &arena)};

			for (size_t n = 0; n < countof(within); n++)
				assert_int_equal(
					locate_next(text, strlen(text), within[n], &last),
					locate(text, strlen(text), within[n]));
		}
	arena_free(&arena);
}

/* A source whose messages are caught. */
struct caught {
	struct source source;
	char *text;
	size_t size;
};

static void
listen(struct caught *caught, const char *text)
{
	source_from_text(&caught->source, "t.json", text, text ? strlen(text) : 0);
	caught->source.messages = open_memstream(&caught->text, &caught->size);
	assert_non_null(caught->source.messages);
}

/* Ends the catching; the caller frees what was caught. */
static char *
caught_text(struct caught *caught)
{
	fclose(caught->source.messages);
	return caught->text;
}

static void
a_message_shows_its_place(void **state)
{
	struct caught caught;
	struct place strides = {.key = "strides"};
	char *text;

	(void)state;
	listen(&caught, "{\n\"name\": \"x\",\n  \"strides\": [2]}");
	source_error(&caught.source, &strides, "strides: expected %d values, got 1", 2);
	text = caught_text(&caught);
	assert_string_equal(text,
		"t.json:3:14: error: strides: expected 2 values, got 1\n"
		"   3 |   \"strides\": [2]}\n"
		"     |              ^\n");
	assert_int_equal(caught.source.nerror, 1);
	free(text);
}

static void
a_warning_is_no_error(void **state)
{
	struct caught caught;
	char *text;

	(void)state;
	listen(&caught, "{}");
	source_warning(&caught.source, NULL, "odd");
	text = caught_text(&caught);
	assert_string_equal(text, "t.json:1:1: warning: odd\n   1 | {}\n     | ^\n");
	assert_int_equal(caught.source.nerror, 0);
	free(text);
}

static void
a_text_that_has_ended_can_be_pointed_at(void **state)
{
	struct caught caught;
	char *text;

	(void)state;
	listen(&caught, "ab\n");
	source_error_at(&caught.source, 3, "end");
	text = caught_text(&caught);
	assert_string_equal(text, "t.json:2:1: error: end\n   2 | \n     | ^\n");
	free(text);
}

static void
without_a_text_the_place_is_told_in_words(void **state)
{
	struct caught caught;
	struct place nodes = {.key = "node"}, node = {.parent = &nodes, .index = 2};
	struct place pads = {.parent = &node, .key = "pads"};
	char *text;

	(void)state;
	listen(&caught, NULL);
	source_error(&caught.source, &pads, "too few");
	source_warning(&caught.source, NULL, "odd");
	text = caught_text(&caught);
	assert_string_equal(
		text, "t.json: node 2: pads: error: too few\nt.json: warning: odd\n");
	free(text);
}

static void
a_name_in_a_message_is_made_harmless(void **state)
{
	struct caught caught;
	char *text;

	(void)state;
	listen(&caught, NULL);
	source_error(&caught.source, NULL, "%s", "a\033[1m\n\xff\t");
	text = caught_text(&caught);
	assert_string_equal(text, "t.json: error: a\\x1b[1m\\x0a\\xff\\x09\n");
	free(text);
}

static void
a_byte_order_mark_is_skipped(void **state)
{
	struct caught caught;
	char *text;

	(void)state;
	listen(&caught, "\xef\xbb\xbf[1]");
	assert_int_equal(caught.source.size, 3);
	assert_int_equal(caught.source.skipped, 3);
	source_error_at(&caught.source, 1, "one");
	text = caught_text(&caught);
	assert_string_equal(text, "t.json:1:2: error: one\n   1 | [1]\n     |  ^\n");
	free(text);
}

static size_t
count(const char *text, const char *word)
{
	size_t n = 0;

	for (; (text = strstr(text, word)); text++)
		n++;
	return n;
}

static void
twenty_errors_are_shown(void **state)
{
	struct caught caught;
	char *text;

	(void)state;
	listen(&caught, "{}");
	for (int i = 0; i < 20; i++)
		source_error(&caught.source, NULL, "wrong");
	assert_false(source_is_full(&caught.source));
	for (int i = 0; i < 30; i++)
		source_error_at(&caught.source, 0, "wrong");
	assert_true(source_is_full(&caught.source));
	for (int i = 0; i < 30; i++)
		source_warning(&caught.source, NULL, "odd");
	text = caught_text(&caught);
	assert_int_equal(count(text, "error: wrong\n"), 20);
	assert_int_equal(count(text, "warning: odd\n"), 20);
	assert_int_equal(count(text, "t.json: more than 20 errors; "), 1);
	assert_int_equal(count(text, "t.json: more than 20 warnings; "), 1);
	assert_int_equal(caught.source.nerror, 50);
	free(text);
}

/* A file of the test's own, below the build directory. */
static const char *
scratch_path(struct arena *arena)
{
	const char *build = getenv("OPGEN_BUILD");

	return arena_format(
		arena, "%s/source_test.%ld", build ? build : "build", (long)getpid());
}

static void
write_file(const char *path, size_t size)
{
	FILE *stream = fopen(path, "wb");

	assert_non_null(stream);
	for (size_t i = 0; i < size; i++)
		putc(' ', stream);
	assert_int_equal(fclose(stream), 0);
}

static size_t
spec_limit(const char *start, size_t size)
{
	(void)start;
	assert_true(size <= SOURCE_START);
	return SOURCE_SIZE_LIMIT;
}

/* Reads a source with standard error thrown away. */
static enum source_status
read_quietly(struct source *source, const char *path, struct arena *arena)
{
	int kept = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
	enum source_status status;

	assert_true(kept >= 0 && null >= 0);
	dup2(null, STDERR_FILENO);
	status = source_read(source, path, spec_limit, arena);
	dup2(kept, STDERR_FILENO);
	close(kept);
	close(null);
	return status;
}

static void
a_file_is_read_up_to_16_MiB(void **state)
{
	struct arena arena = {0};
	const char *path = scratch_path(&arena);
	struct source source;

	(void)state;
	write_file(path, SOURCE_SIZE_LIMIT);
	assert_int_equal(read_quietly(&source, path, &arena), SOURCE_READ);
	assert_int_equal(source.size, SOURCE_SIZE_LIMIT);
	assert_int_equal(source.text[source.size], '\0');
	write_file(path, SOURCE_SIZE_LIMIT + 1);
	assert_int_equal(read_quietly(&source, path, &arena), SOURCE_REFUSED);
	remove(path);
	arena_free(&arena);
}

static void
an_empty_file_is_an_empty_text(void **state)
{
	struct arena arena = {0};
	const char *path = scratch_path(&arena);
	struct source source;

	(void)state;
	write_file(path, 0);
	assert_int_equal(source_read(&source, path, spec_limit, &arena), SOURCE_READ);
	assert_int_equal(source.size, 0);
	remove(path);
	arena_free(&arena);
}

static void
what_cannot_be_read_is_a_failure(void **state)
{
	struct arena arena = {0};
	struct source source;

	(void)state;
	assert_int_equal(read_quietly(&source, "no/such.json", &arena), SOURCE_FAILED);
	assert_int_equal(read_quietly(&source, "tests", &arena), SOURCE_FAILED);
	arena_free(&arena);
}

static void
a_dash_is_standard_input(void **state)
{
	struct arena arena = {0};
	struct source source;
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "[1]", 3), 3);
	close(ends[1]);
	assert_true(dup2(ends[0], STDIN_FILENO) >= 0);
	close(ends[0]);
	assert_int_equal(source_read(&source, "-", spec_limit, &arena), SOURCE_READ);
	assert_string_equal(source.path, "<stdin>");
	assert_string_equal(source.text, "[1]");
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entries_are_found_in_any_order),
		cmocka_unit_test(a_message_shows_its_place),
		cmocka_unit_test(a_warning_is_no_error),
		cmocka_unit_test(a_text_that_has_ended_can_be_pointed_at),
		cmocka_unit_test(without_a_text_the_place_is_told_in_words),
		cmocka_unit_test(a_name_in_a_message_is_made_harmless),
		cmocka_unit_test(a_byte_order_mark_is_skipped),
		cmocka_unit_test(twenty_errors_are_shown),
		cmocka_unit_test(a_file_is_read_up_to_16_MiB),
		cmocka_unit_test(an_empty_file_is_an_empty_text),
		cmocka_unit_test(what_cannot_be_read_is_a_failure),
		cmocka_unit_test(a_dash_is_standard_input),
	};
	int failed = run_table("places", locate_rows, locate_holds);

	return failed + cmocka_run_group_tests_name("source", tests, NULL, NULL);
}
