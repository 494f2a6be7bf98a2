#include "support/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/external.h"

/* A directory with a model and what its location may lead to:

       cache/model.onnx -> ../model/model.onnx
       model/model.onnx
       model/bytes.bin             "0123456789"
       model/inside.bin -> bytes.bin
       model/outside.bin -> ../bytes.bin
       model/below/bytes.bin       "0123456789"
       model/pipe
       bytes.bin                   "0123456789"
*/
static char root[200];

struct row {
	const char *claim;
	const char *model; /* below root */
	const char *location;
	int64_t offset, length;
	const char *bytes; /* or NULL, and then what is said behind the location */
	const char *said;
};

/* clang-format off */
static const struct row rows[] = {
	{"a whole file", "model/model.onnx", "bytes.bin", 0, -1, "0123456789", NULL},
	{"a part of a file", "model/model.onnx", "bytes.bin", 3, 4, "3456", NULL},
	{"the end of a file", "model/model.onnx", "bytes.bin", 7, -1, "789", NULL},
	{"nothing at the end of a file", "model/model.onnx", "bytes.bin", 10, -1, "", NULL},
	{"a file further below", "model/model.onnx", "below/bytes.bin", 9, 1, "9", NULL},
	{"a link that stays inside", "model/model.onnx", "inside.bin", 0, 1, "0", NULL},
	{"a link of the model is followed to its files", "cache/model.onnx", "../model/bytes.bin", 0, 1, NULL, "which leads out of the model's directory"},
	{"a link beside a link of the model", "cache/model.onnx", "bytes.bin", 0, 1, "0", NULL},
	{"a link that leads out", "model/model.onnx", "outside.bin", 0, 1, NULL, "which leads out of the model's directory"},
	{"a step up", "model/model.onnx", "../bytes.bin", 0, 1, NULL, "which leads out of the model's directory"},
	{"a step up further behind", "model/model.onnx", "below/../bytes.bin", 0, 1, NULL, "which leads out of the model's directory"},
	{"only a step up", "model/model.onnx", "..", 0, 1, NULL, "which leads out of the model's directory"},
	{"two dots in a name are no step", "model/model.onnx", "..bytes.bin", 0, 1, NULL, "which cannot be read: No such file or directory"},
	{"an absolute path", "model/model.onnx", "/etc/passwd", 0, 1, NULL, "which is no path relative to the model"},
	{"no path", "model/model.onnx", "", 0, 1, NULL, "which names no file"},
	{"a directory", "model/model.onnx", "below", 0, 1, NULL, "which cannot be read: not a regular file"},
	{"a pipe is not waited for", "model/model.onnx", "pipe", 0, 1, NULL, "which cannot be read: not a regular file"},
	{"an offset behind the end", "model/model.onnx", "bytes.bin", 11, -1, NULL, "from byte 11 on, but the file has 10"},
	{"an offset that would overflow", "model/model.onnx", "bytes.bin", INT64_MAX, 1, NULL, "from byte 9223372036854775807 on, but the file has 10"},
	{"a length behind the end", "model/model.onnx", "bytes.bin", 8, 3, NULL, "3 bytes from byte 8 on, but the file has 10"},
	{"a length that would overflow", "model/model.onnx", "bytes.bin", 1, INT64_MAX, NULL, "9223372036854775807 bytes from byte 1 on, but the file has 10"},
};
/* clang-format on */

static const char *
below_root(const char *path, struct arena *arena)
{
	return arena_format(arena, "%s/%s", root, path);
}

static void
row_is_read(void **state)
{
	const struct row *row = *state;
	struct external part = {
		{row->location, strlen(row->location)}, row->offset, row->length};
	struct arena arena = {0};
	const char *path = NULL, *why = NULL;
	int64_t size = row->bytes ? (int64_t)strlen(row->bytes) : row->length;
	const void *bytes = external_read(
		&part, below_root(row->model, &arena), size, &path, &arena, &why);

	if (row->bytes) {
		assert_non_null(bytes);
		assert_non_null(path);
		assert_memory_equal(bytes, row->bytes, (size_t)size);
	} else {
		assert_null(bytes);
		assert_null(path);
		assert_string_equal(
			why, arena_format(&arena, "keeps its data in '%s', %s",
				     row->location, row->said));
	}
	arena_free(&arena);
}

static void
another_size_is_refused(void **state)
{
	struct external part = {{"bytes.bin", 9}, 0, -1};
	struct arena arena = {0};
	const char *path = NULL, *why = NULL;

	(void)state;
	assert_null(external_read(
		&part, below_root("model/model.onnx", &arena), 11, &path, &arena, &why));
	assert_string_equal(why, "keeps its data in 'bytes.bin', 10 bytes, expected 11");
	part.location = (struct bytes){"bytes\0.bin", 10};
	assert_null(external_read(
		&part, below_root("model/model.onnx", &arena), 10, &path, &arena, &why));
	assert_string_equal(
		why, "keeps its data in 'bytes\\x00.bin', which has a NUL in its name");
	arena_free(&arena);
}

static int
put_file(const char *path)
{
	FILE *file = fopen(path, "wb");

	return !file || fputs("0123456789", file) < 0 || fclose(file);
}

/* Makes the tree; the current directory is the root while it does. */
static int
make_tree(void)
{
	static const char *const directory[] = {"cache", "model", "model/below"};
	static const char *const file[] = {"model/model.onnx", "model/bytes.bin",
		"model/below/bytes.bin", "bytes.bin"};
	const char *build = getenv("OPGEN_BUILD");
	char was[2000];
	int failed = 0;

	if (!getcwd(was, sizeof was))
		return -1;
	snprintf(root, sizeof root, "%s/external_test.XXXXXX", build ? build : "build");
	if (!mkdtemp(root) || chdir(root))
		return -1;
	for (size_t i = 0; i < countof(directory); i++)
		failed |= mkdir(directory[i], 0700);
	for (size_t i = 0; i < countof(file); i++)
		failed |= put_file(file[i]);
	failed |= symlink("../model/model.onnx", "cache/model.onnx");
	failed |= symlink("../model/bytes.bin", "cache/bytes.bin");
	failed |= symlink("bytes.bin", "model/inside.bin");
	failed |= symlink("../bytes.bin", "model/outside.bin");
	failed |= mkfifo("model/pipe", 0600);
	return chdir(was) || failed;
}

static void
remove_tree(void)
{
	static const char *const path[] = {"cache/model.onnx", "cache/bytes.bin", "cache",
		"model/pipe", "model/outside.bin", "model/inside.bin",
		"model/below/bytes.bin", "model/below", "model/bytes.bin",
		"model/model.onnx", "model", "bytes.bin"};
	struct arena arena = {0};

	for (size_t i = 0; i < countof(path); i++)
		remove(below_root(path[i], &arena));
	remove(root);
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(another_size_is_refused),
	};
	int failed;

	if (make_tree()) {
		fputs("external_test: cannot make its files\n", stderr);
		return 1;
	}
	failed = run_table("parts", rows, row_is_read) +
		 cmocka_run_group_tests_name("external", tests, NULL, NULL);
	remove_tree();
	return failed;
}
