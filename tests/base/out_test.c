#include "support/test.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "deliver/depfile.h"
#include "deliver/out_file.h"

/* A file's old text (NULL: there is none), its new one, and the diff between them. */
struct diff_row {
	const char *claim;
	const char *old, *new;
	const char *diff; /* without its two lines of names; NULL: no difference */
};

struct number_row {
	const char *claim;
	int64_t number;
	const char *text;
};

struct json_row {
	const char *claim;
	const char *text, *escaped;
};

struct depfile_row {
	const char *claim;
	const char *path;
	const char *text;
};

/* Whether a depfile can name a path: as a file, and as a target. */
struct name_row {
	const char *claim;
	const char *path;
	bool as_file, as_target;
};

/* clang-format off */
static const struct diff_row diff_rows[] = {
	{"equal texts have no diff", "a\nb\n", "a\nb\n", NULL},
	{"empty files are equal", "", "", NULL},
	{"a missing file differs from an empty one", NULL, "", "@@ -0,0 +0,0 @@\n"},
	{"a missing file is all new", NULL, "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n"},
	{"an empty file is all new", "", "a\n", "@@ -0,0 +1,1 @@\n+a\n"},
	{"everything can go", "a\nb\n", "", "@@ -1,2 +0,0 @@\n-a\n-b\n"},
	{"a changed line", "a\nb\nc\n", "a\nx\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"},
	{"three lines of context", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n",
		"@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"},
	{"one hunk from the first to the last difference", "a\nb\nc\n", "x\nb\ny\n",
		"@@ -1,3 +1,3 @@\n-a\n-b\n-c\n+x\n+b\n+y\n"},
	{"a line is added at the end", "a\n", "a\nb\n", "@@ -1,1 +1,2 @@\n a\n+b\n"},
	{"a line is added at the beginning", "a\n", "b\na\n", "@@ -1,1 +1,2 @@\n+b\n a\n"},
	{"a repeated line is added once", "a\na\n", "a\na\na\n", "@@ -1,2 +1,3 @@\n a\n a\n+a\n"},
	{"a line goes behind four", "1\n2\n3\n4\n5\n", "1\n2\n3\n4\n", "@@ -2,4 +2,3 @@\n 2\n 3\n 4\n-5\n"},
	{"the ends of different lines are no context", "ax\n", "bx\n", "@@ -1,1 +1,1 @@\n-ax\n+bx\n"},
	{"a line that ends the other's longer one is no context", "ab\n", "b\n", "@@ -1,1 +1,1 @@\n-ab\n+b\n"},
	{"a newline is missing in the old file", "a\nb", "a\nb\n",
		"@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"},
	{"a newline is missing in the new file", "a\n", "a",
		"@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n"},
	{"a newline is missing in both", "a\nb", "x\nb",
		"@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n"},
};

static const struct number_row number_rows[] = {
	{"zero", 0, "0"},
	{"one digit", 7, "7"},
	{"many digits", 1234567890, "1234567890"},
	{"a negative number", -42, "-42"},
	{"the greatest number", INT64_MAX, "9223372036854775807"},
	{"the least number", INT64_MIN, "-9223372036854775808"},
};

static const struct json_row json_rows[] = {
	{"what a terminal shows stays", "a\xc3\xa9\xe4\xb8\xad\"\\", "a\xc3\xa9\xe4\xb8\xad\"\\"},
	{"control characters are escaped", "\n\x1b\x7f\xc2\x85\xc2\x9b", "\\u000a\\u001b\\u007f\\u0085\\u009b"},
	{"so are ends of lines and paragraphs", "\xe2\x80\xa8\xe2\x80\xa9", "\\u2028\\u2029"},
	{"so is what changes the direction", "\xd8\x9c\xe2\x80\xae\xe2\x81\xa7", "\\u061c\\u202e\\u2067"},
	{"beyond 16 bits it is a pair", "\xf3\xa0\x80\x81", "\\udb40\\udc01"},
	{"what is not UTF-8 stays", "\xff\xc3", "\xff\xc3"},
};

static const struct depfile_row depfile_rows[] = {
	{"a plain path stays", "a/b-c.json", "a/b-c.json"},
	{"a space is escaped", "a b", "a\\ b"},
	{"a hash is escaped", "a#b", "a\\#b"},
	{"a colon is escaped", "c:b", "c\\:b"},
	{"a dollar sign is doubled", "a$b", "a$$b"},
	{"a backslash stays", "a\\b", "a\\b"},
	{"a backslash before a space is doubled", "a\\ b", "a\\\\\\ b"},
};

static const struct name_row name_rows[] = {
	{"a plain path is carried", "a/b-c.json", true, true},
	{"what is escaped is carried", "a b#c:d$e", true, true},
	{"parentheses within are carried", "net (1).onnx", true, true},
	{"parentheses around are carried", "(a)", true, true},
	{"what is no ASCII is carried", "\xc3\xa9.json", true, true},
	{"a backslash is carried", "C:\\a", true, true},
	{"a newline is refused", "a\nb", false, false},
	{"a tab is refused", "a\tb", false, false},
	{"a carriage return is refused", "a\rb", false, false},
	{"DEL is refused", "a\x7f", false, false},
	{"a part of an archive is refused", "lib(a)", false, false},
	{"a home directory is refused", "~/a", false, false},
	{"a tilde within is carried", "a/~b~", true, true},
	{"an assignment is refused", "a=b", false, false},
	{"a recipe is refused", "a;b", false, false},
	{"a pattern of the shell is refused", "a[b]", false, false},
	{"a star is refused", "a*", false, false},
	{"a quote is refused", "bob's", false, false},
	{"a bar is refused", "a|b", false, false},
	{"a pattern of Make is no target", "a%b", true, false},
	{"a space at the end is refused", "a ", false, false},
	{"a colon at the end is refused", "a:", false, false},
	{"a backslash at the end is refused", "a\\", false, false},
	{"a backslash before a space is carried", "a\\ b", true, true},
	{"a backslash before a hash is refused", "a\\#b", false, false},
	{"a backslash before a dollar sign is refused", "a\\$b", false, false},
};
/* clang-format on */

/* The directory of one test, removed after it. */
static char directory[] = "/tmp/opgen-out-XXXXXX";
static struct arena arena;

static const char *
inside(const char *name)
{
	return arena_format(&arena, "%s/%s", directory, name);
}

static int
setup(void **state)
{
	(void)state;
	memcpy(strrchr(directory, '-') + 1, "XXXXXX", 6);
	return mkdtemp(directory) ? 0 : -1;
}

/* Names in the directory, the hidden ones included. */
static size_t
count_files(bool removing)
{
	DIR *stream = opendir(directory);
	size_t n = 0;

	assert_non_null(stream);
	for (struct dirent *entry; (entry = readdir(stream));) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		n++;
		if (removing)
			unlink(inside(entry->d_name));
	}
	closedir(stream);
	return n;
}

static int
teardown(void **state)
{
	(void)state;
	count_files(true);
	rmdir(directory);
	arena_free(&arena);
	return 0;
}

static void
write_text(const char *path, const char *text)
{
	FILE *stream = fopen(path, "w");

	assert_non_null(stream);
	fputs(text, stream);
	fclose(stream);
}

static void
assert_file(const char *path, const char *text)
{
	char *found = arena_alloc(&arena, 8 * OUT_BUFFER);
	FILE *stream = fopen(path, "r");

	assert_non_null(stream);
	fread(found, 1, (8 * OUT_BUFFER) - 1, stream);
	fclose(stream);
	assert_string_equal(found, text);
}

static void
diff_holds(void **state)
{
	const struct diff_row *row = *state;
	const char *path = inside("x");
	struct out out, diff;
	bool same;

	if (row->old)
		write_text(path, row->old);
	assert_true(out_open_check(&out, path));
	out_text(&out, row->new);
	assert_true(out_open(&diff, inside("diff")));
	assert_true(out_finish_check(&out, &diff, &same));
	assert_true(out_commit(&diff));
	assert_int_equal(same, row->diff == NULL);
	assert_file(inside("diff"),
		row->diff ? arena_format(&arena, "--- %s\n+++ %s (would be written)\n%s",
				    path, path, row->diff)
			  : "");
	assert_int_equal(count_files(false), row->old ? 2 : 1);
}

static void
number_holds(void **state)
{
	const struct number_row *row = *state;
	struct out out;

	assert_true(out_open(&out, inside("x")));
	out_int(&out, row->number);
	assert_true(out_commit(&out));
	assert_file(inside("x"), row->text);
}

static void
json_holds(void **state)
{
	const struct json_row *row = *state;
	struct out out;

	assert_true(out_open(&out, inside("x")));
	out_json(&out, row->text, strlen(row->text));
	assert_true(out_commit(&out));
	assert_file(inside("x"), row->escaped);
}

static void
depfile_holds(void **state)
{
	const struct depfile_row *row = *state;
	struct out out;

	assert_true(out_open(&out, inside("x")));
	depfile_put(&out, &row->path, 1, &row->path, 1);
	assert_true(out_commit(&out));
	assert_file(inside("x"),
		arena_format(&arena, "%s: \\\n  %s\n", row->text, row->text));
}

static void
name_holds(void **state)
{
	const struct name_row *row = *state;

	assert_int_equal(!depfile_refusal(row->path, false), row->as_file);
	assert_int_equal(!depfile_refusal(row->path, true), row->as_target);
}

static void
nothing_appears_before_the_commit(void **state)
{
	struct out out;

	(void)state;
	write_text(inside("x"), "old");
	assert_true(out_open(&out, inside("x")));
	out_text(&out, "new");
	assert_true(out_complete(&out));
	assert_file(inside("x"), "old");
	assert_true(out_commit(&out));
	assert_file(inside("x"), "new");
	assert_int_equal(count_files(false), 1);
}

static void
a_dropped_output_leaves_no_trace(void **state)
{
	struct out out;

	(void)state;
	assert_true(out_open(&out, inside("x")));
	out_text(&out, "new");
	out_discard(&out);
	assert_int_equal(count_files(false), 0);
}

static void
equal_bytes_leave_the_file_alone(void **state)
{
	struct stat before, after;
	struct out out;

	(void)state;
	write_text(inside("x"), "same");
	assert_int_equal(stat(inside("x"), &before), 0);
	assert_true(out_open(&out, inside("x")));
	out_text(&out, "same");
	assert_true(out_commit(&out));
	assert_int_equal(stat(inside("x"), &after), 0);
	assert_int_equal(before.st_ino, after.st_ino);
	assert_int_equal(count_files(false), 1);
}

static void
text_longer_than_the_buffer_arrives(void **state)
{
	char *text = arena_alloc(&arena, 3 * OUT_BUFFER + 1);
	struct out out;

	(void)state;
	memset(text, 'x', 3 * OUT_BUFFER);
	text[OUT_BUFFER] = 'y';
	assert_true(out_open(&out, inside("x")));
	out_text(&out, ">");
	out_format(&out, "%s.", text);
	out_bytes(&out, text, OUT_BUFFER);
	out_uint(&out, 12);
	assert_int_equal(out.written, 4 * OUT_BUFFER + 4);
	assert_true(out_commit(&out));
	assert_file(
		inside("x"), arena_format(&arena, ">%s.%.*s12", text, OUT_BUFFER, text));
}

/* Lines as templates write them: marked, so that they can be wrapped. */
static void
text_that_is_wanted_whole_begins_with_its_first_line(void **state)
{
	size_t n = 3 * OUT_BUFFER / 8, size = 0;
	char *text = arena_alloc(&arena, 8 * n + 1);
	struct out out;

	(void)state;
	assert_true(out_open(&out, inside("x")));
	out.whole = true;
	for (size_t i = 0; i < n; i++) {
		size_t line = out_line(&out);

		size += (size_t)sprintf(text + size, "%07zu\n", i);
		out_bytes(&out, text + size - 8, 8);
		out_wrap(&out, line, 80);
	}
	assert_non_null(out.kept);
	assert_memory_equal(out.kept->bytes, text, out.kept->size);
	assert_true(out_commit(&out));
	assert_file(inside("x"), text);
}

static void
constants_are_counted_apart(void **state)
{
	struct out out;

	(void)state;
	out_open_counting(&out);
	out_text(&out, "1234");
	out_begin_constant(&out);
	for (int i = 0; i < OUT_BUFFER; i++)
		out_text(&out, "5");
	out_end_constant(&out);
	out_begin_constant(&out);
	out_format(&out, "%d", 678);
	out_end_constant(&out);
	out_uint(&out, 9);
	assert_int_equal(out.written, OUT_BUFFER + 8);
	assert_int_equal(out.constant, OUT_BUFFER + 3);
	out_discard(&out);
}

static void
a_full_disk_fails_the_commit(void **state)
{
	struct out out;

	(void)state;
	assert_true(out_open(&out, "/dev/full"));
	out_text(&out, "x");
	assert_false(out_commit(&out));
	assert_int_equal(out.error, ENOSPC);
}

#define test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int
main(void)
{
	const struct CMUnitTest single[] = {
		test(nothing_appears_before_the_commit),
		test(a_dropped_output_leaves_no_trace),
		test(equal_bytes_leave_the_file_alone),
		test(text_longer_than_the_buffer_arrives),
		test(text_that_is_wanted_whole_begins_with_its_first_line),
		test(constants_are_counted_apart),
		test(a_full_disk_fails_the_commit),
	};
	struct CMUnitTest out[countof(single) + countof(diff_rows) +
			      countof(number_rows) + countof(json_rows) +
			      countof(depfile_rows) + countof(name_rows)];
	size_t n = 0;

	for (size_t i = 0; i < countof(single); i++)
		out[n++] = single[i];
	for (size_t i = 0; i < countof(diff_rows); i++)
		out[n++] = (struct CMUnitTest){diff_rows[i].claim, diff_holds, setup,
			teardown, (void *)&diff_rows[i]};
	for (size_t i = 0; i < countof(number_rows); i++)
		out[n++] = (struct CMUnitTest){number_rows[i].claim, number_holds, setup,
			teardown, (void *)&number_rows[i]};
	for (size_t i = 0; i < countof(json_rows); i++)
		out[n++] = (struct CMUnitTest){json_rows[i].claim, json_holds, setup,
			teardown, (void *)&json_rows[i]};
	for (size_t i = 0; i < countof(depfile_rows); i++)
		out[n++] = (struct CMUnitTest){depfile_rows[i].claim, depfile_holds,
			setup, teardown, (void *)&depfile_rows[i]};
	for (size_t i = 0; i < countof(name_rows); i++)
		out[n++] = (struct CMUnitTest){name_rows[i].claim, name_holds, NULL, NULL,
			(void *)&name_rows[i]};
	return cmocka_run_group_tests(out, NULL, NULL) != 0;
}
