#include "support/rows.h"

#include <string.h>

#include "diag/foreign.h"
#include "model/format.h"

/* The beginning of a file, or all of it, and what it is. */
struct row {
	const char *claim;
	const char *text;
	size_t size;
	enum format format;
};

#define TEXT(text) text, sizeof text - 1

/* clang-format off */
static const struct row rows[] = {
	{"an object is a spec", TEXT("{\"op\": \"Conv\"}"), FORMAT_SPEC},
	{"space and a byte order mark may precede a spec", TEXT("\xef\xbb\xbf \r\n\t{"), FORMAT_SPEC},
	{"an element is an IR", TEXT("<?xml version=\"1.0\"?>"), FORMAT_OPENVINO},
	{"space may precede an IR", TEXT(" \n<net>"), FORMAT_OPENVINO},
	{"an IR may be UTF-16", TEXT("\xff\xfe<\0n\0"), FORMAT_OPENVINO},
	{"a spec may not, and says so", TEXT("\xff\xfe{\0\"\0"), FORMAT_SPEC},
	{"nor one whose high bytes come first", TEXT("\xfe\xff\0{\0\""), FORMAT_SPEC},
	{"a numpy array is known by its magic", TEXT("\x93NUMPY\1\0"), FORMAT_NPY},
	{"nothing is a text", TEXT(""), FORMAT_TEXT},
	{"a list is a text", TEXT("[1, 2]"), FORMAT_TEXT},
	{"words are a text", TEXT("hello world"), FORMAT_TEXT},
	{"a message in text form is known by its first field", TEXT("node {\n"), FORMAT_PROTO_TEXT},
	{"a field of text form may be a number", TEXT("# made by hand\nir_version: 8\n"), FORMAT_PROTO_TEXT},
	{"a graph in field 7 is ONNX", TEXT("\x08\x08\x3a\x02\x0a\x00"), FORMAT_ONNX},
	{"ONNX needs no version", TEXT("\x3a\x00"), FORMAT_ONNX},
	{"ONNX's fields have any order", TEXT("\x3a\x00\x12\x01p\x08\x08"), FORMAT_ONNX},
	{"ONNX may be cut off", TEXT("\x08\x08\x3a\x7f\x0a\x00"), FORMAT_ONNX},
	{"a version alone is nothing", TEXT("\x08\x08"), FORMAT_UNKNOWN},
	{"nodes in field 1 are TensorFlow's", TEXT("\x0a\x03\x0a\x01x"), FORMAT_TENSORFLOW},
	{"a library in field 2 is no tensor", TEXT("\x0a\x03\x0a\x01x\x12\x00"), FORMAT_TENSORFLOW},
	{"a schema version and graphs are TensorFlow's", TEXT("\x08\x01\x12\x02\x12\x00"), FORMAT_TENSORFLOW},
	{"a number in field 2 is a tensor's type", TEXT("\x08\x02\x10\x01\x4a\x04" "abcd"), FORMAT_TENSOR},
	{"a description and one kind of many are Core ML's", TEXT("\x08\x01\x12\x02\x12\x00\xa2\x1f\x01x"), FORMAT_CORE_ML},
	{"noise is nothing", TEXT("\x01\x02\x03"), FORMAT_UNKNOWN},
	{"a group is nothing", TEXT("\x0b\x0c\x01"), FORMAT_UNKNOWN},
	{"a number without an end is nothing", TEXT("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), FORMAT_UNKNOWN},
};

/* How a file begins, and a part of what it is said to be; NULL: nothing is. */
static const struct foreign_row {
	const char *claim;
	const char *text;
	size_t size;
	const char *what;
} foreign_rows[] = {
	{"a Git LFS pointer", TEXT("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"), "Git LFS pointer"},
	{"its beginning alone is none", TEXT("version https://git-lfs"), NULL},
	{"a TensorFlow Lite model", TEXT("\x1c\0\0\0TFL3\x14\0"), "TensorFlow Lite"},
	{"a producer called TFL3 makes none", TEXT("\x08\x07\x12\x04TFL3\x3a\x00"), NULL},
	{"onnxruntime's own", TEXT("\x20\0\0\0ORTM\0\0"), "onnxruntime's own"},
	{"HDF5", TEXT("\x89HDF\r\n\x1a\n\0"), "HDF5"},
	{"a PyTorch file", TEXT("PK\3\4\0\0\x08\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x10\0\x12\0archive/data.pkl"), "PyTorch"},
	{"an archive of arrays", TEXT("PK\3\4\x14\0\0\0\0\0\0\0!\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\5\0\x14\0W.npy\1"), "numpy arrays"},
	{"a Keras model", TEXT("PK\3\4\x14\0\0\0\0\0\0\0!\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\x0d\0\x14\0metadata.json"), "Keras"},
	{"any other archive", TEXT("PK\3\4\x14\0\0\0\0\0\0\0!\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\5\0\x14\0a.txt"), "zip archive"},
	{"an archive without a name", TEXT("PK\3\4"), "zip archive"},
	{"an older PyTorch file", TEXT("\x80\2\x8a\x0al\xfc"), "pickle"},
	{"safetensors", TEXT("\x58\1\0\0\0\0\0\0{\"W\":{"), "safetensors"},
	{"a web page", TEXT("<!DOCTYPE html>\n<html>"), "web page"},
	{"what is compressed", TEXT("\x1f\x8b\x08\0"), "compressed"},
	{"GGUF", TEXT("GGUF\3\0\0\0"), "GGUF"},
	{"a spec is nothing else", TEXT("{\"op\": \"Conv\"}"), NULL},
	{"an IR is nothing else", TEXT("<?xml version=\"1.0\"?>"), NULL},
	{"ONNX is nothing else", TEXT("\x08\x08\x3a\x02\x0a\x00"), NULL},
	{"nothing", TEXT(""), "empty"},
};
/* clang-format on */

static void
foreign_holds(void **state)
{
	const struct foreign_row *row = *state;
	struct arena arena = {0};
	char *text = arena_alloc(&arena, row->size);
	const char *what;

	if (row->size)
		memcpy(text, row->text, row->size);
	what = foreign_file(text, row->size);
	if (row->what) {
		assert_non_null(what);
		assert_non_null(strstr(what, row->what));
	} else {
		assert_null(what);
	}
	arena_free(&arena);
}

static void
format_holds(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	char *text = arena_copy_text(&arena, row->text, row->size);

	assert_int_equal(format_of(text, row->size), row->format);
	assert_true(format_limit(text, row->size) > 0);
	arena_free(&arena);
}

/* A first node of 123 bytes makes a graph begin as a spec may. */
static void
a_graph_is_no_spec(void **state)
{
	char graph[2 + 123] = "\n{\n\x01x\x12\x76";

	(void)state;
	memset(graph + 7, ' ', sizeof graph - 7);
	assert_int_equal(format_of(graph, sizeof graph), FORMAT_TENSORFLOW);
	assert_int_equal(format_of(graph, sizeof graph - 1), FORMAT_SPEC);
}

static void
words_of_from_are_formats(void **state)
{
	(void)state;
	for (size_t i = 0; format_word[i]; i++)
		assert_true(format_is_read(format_find(format_word[i])));
	assert_int_equal(format_find("xml"), FORMAT_UNKNOWN);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_graph_is_no_spec),
		cmocka_unit_test(words_of_from_are_formats),
	};
	int failed = run_table("formats", rows, format_holds) +
		     run_table("foreign files", foreign_rows, foreign_holds);

	return failed + cmocka_run_group_tests_name("more", tests, NULL, NULL);
}
