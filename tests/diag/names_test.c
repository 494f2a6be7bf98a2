#include "support/rows.h"

#include <string.h>

#include "diag/names.h"

struct refusal_row {
	const char *claim;
	const char *name;
	const char *refusal; /* how it begins; NULL: the name is legal */
};

/* clang-format off */
static const struct refusal_row name_rows[] = {
	{"a word is a name", "stem", NULL},
	{"a letter is a name", "x", NULL},
	{"capitals, digits and '_' are legal", "Conv_3x3", NULL},
	{"an empty name is refused", "", "does not begin"},
	{"a digit does not begin a name", "3x3", "does not begin"},
	{"'_' does not begin a name", "_x", "does not begin"},
	{"a letter outside ASCII is refused", "caf\xc3\xa9", "holds"},
	{"a space is refused", "a b", "holds"},
	{"a comment's end is refused", "a*/", "holds"},
	{"a trigraph is refused", "a?\?/", "holds"},
	{"a newline is refused", "a\n", "holds"},
	{"main is refused", "main", "is where"},
	{"opgen_ is refused", "opgen_x", "begins with"},
	{"OPGEN_ is refused", "OPGEN_RESTRICT", "begins with"},
	{"opgen without '_' is legal", "opgen", NULL},
	{"_pack is refused", "x_pack", "ends in '_pack'"},
	{"_packed is refused", "x_packed", "ends in '_packed'"},
	{"_part is refused", "x_part", "ends in '_part'"},
	{"pack alone is legal", "pack", NULL},
	{"_pack inside is legal", "x_pack_0", NULL},
	{"the first keyword of C is refused", "alignas", "is a keyword of C"},
	{"the last keyword of C is refused", "while", "is a keyword of C"},
	{"a keyword of C23 is refused", "typeof_unqual", "is a keyword of C"},
	{"the first keyword of C++ is refused", "and", "is a keyword of C++"},
	{"the last keyword of C++ is refused", "xor_eq", "is a keyword of C++"},
	{"a keyword of C++20 is refused", "co_await", "is a keyword of C++"},
	{"a function is refused", "printf", "is a name of the C standard library"},
	{"a type is refused", "uint_least16_t", "is a name of the C standard library"},
	{"a macro is refused", "NULL", "is a name of the C standard library"},
	{"the library's first name is refused", "ATOMIC_BOOL_LOCK_FREE", "is a name of the C standard library"},
	{"the library's last name is refused", "wscanf_s", "is a name of the C standard library"},
	{"a macro of complex.h is refused", "CMPLXF", "is a name of the C standard library"},
	{"a structure's tag is refused", "tm", "is a name of the C standard library"},
	{"a macro of inttypes.h is refused", "PRIdLEAST16", "is a name of the C standard library"},
	{"what only looks like one is legal", "PRIMARY", NULL},
	{"a function of math.h is refused", "sin", "is a name of the C standard library"},
	{"its float form is refused", "sinf", "is a name of the C standard library"},
	{"its long double form is refused", "nextafterl", "is a name of the C standard library"},
	{"its _Float32x form is refused", "hypotf32x", "is a name of the C standard library"},
	{"its decimal form is refused", "expd64", "is a name of the C standard library"},
	{"another ending is legal", "sinx", NULL},
	{"a function of complex.h is refused", "cprojf", "is a name of the C standard library"},
	{"a function of POSIX math.h is refused", "y1", "is a name of the system's C headers"},
	{"a function of POSIX string.h is refused", "index", "is a name of the system's C headers"},
	{"a macro of gcc is refused", "linux", "is a name of the system's C headers"},
	{"a macro of one _FloatN type is refused", "HUGE_VAL_F32", "is a name of the system's C headers"},
	{"its _Float64x form is refused, too", "SNANF64X", "is a name of the system's C headers"},
	{"a function of one _FloatN type is refused", "strtof128_l", "is a name of the system's C headers"},
	{"a function narrowing _Float64x is refused", "f64xaddf128", "is a name of the C standard library"},
	{"a structure's tag of POSIX is refused", "timeval", "is a name of the system's C headers"},
	{"C++'s namespace is refused", "std", "is a name of the system's C headers"},
	{"a keyword's beginning is legal", "whil", NULL},
	{"a keyword in capitals is legal", "While", NULL},
	{"a longer word is legal", "printfs", NULL},
};

static const struct refusal_row prefix_rows[] = {
	{"a prefix may end in '_'", "net_", NULL},
	{"a prefix may be a keyword", "int", NULL},
	{"a prefix has a letter first", "_net", "does not begin"},
	{"an empty prefix begins no identifier", "", "does not begin"},
	{"a prefix has no dash", "a-", "holds"},
	{"a prefix is not opgen_", "opgen_", "begins with"},
};

static const struct path_row {
	const char *claim;
	const char *path;
	long index;
	const char *name;
} path_rows[] = {
	{"the last part counts", "a/b/stem.json", -1, "stem"},
	{"the index is appended", "stem.json", 0, "stem_0"},
	{"only the last suffix goes", "a.b.json", -1, "a_b"},
	{"a name needs no suffix", "dir.d/stem", -1, "stem"},
	{"a dot in front is no suffix", ".json", -1, "node__json"},
	{"what no identifier holds becomes '_'", "3-x \xc3\xa9.json", 2, "node_3_x____2"},
	{"a keyword is put behind a word", "int.json", -1, "node_int"},
	{"main is put behind a word", "main.json", -1, "node_main"},
	{"opgen_ is put behind a word", "opgen_x.json", -1, "node_opgen_x"},
	{"an index makes a keyword legal", "int.json", 1, "int_1"},
	{"a reserved ending is ended otherwise", "x_pack.json", -1, "x_pack_"},
	{"the longer reserved ending, too", "x_packed.json", -1, "x_packed_"},
	{"a reserved ending before an index is legal", "x_pack.json", 3, "x_pack_3"},
	{"nothing left becomes a word", "a/", -1, "node_"},
};

static const struct quoted_row {
	const char *claim;
	const char *text;
	const char *quoted;
} quoted_rows[] = {
	{"quotes around", "abc", "'abc'"},
	{"nothing in quotes", "", "''"},
	{"UTF-8 is kept", "caf\xc3\xa9 \xe2\x86\x92", "'caf\xc3\xa9 \xe2\x86\x92'"},
	{"control characters are told", "\033[0m\n", "'\\x1b[0m\\x0a'"},
	{"the second set of controls, too", "\xc2\x85", "'\\xc2\\x85'"},
	{"a change of direction is told", "\xe2\x80\xae", "'\\xe2\\x80\\xae'"},
	{"so is a mark of direction", "\xd8\x9c", "'\\xd8\\x9c'"},
	{"so is what hides", "\xef\xbf\xb9\xf3\xa0\x80\x81", "'\\xef\\xbf\\xb9\\xf3\\xa0\\x80\\x81'"},
	{"what is not UTF-8 is told", "\xff\xc3", "'\\xff\\xc3'"},
	{"a name is whole", "0123456789012345678901234567890123456789012345678901234567890",
		"'0123456789012345678901234567890123456789012345678901234567890'"},
};

/* Text that is only shown. */
static const struct quoted_row clipped_rows[] = {
	{"60 bytes fit", "012345678901234567890123456789012345678901234567890123456789",
		"'012345678901234567890123456789012345678901234567890123456789'"},
	{"more are cut", "0123456789012345678901234567890123456789012345678901234567890",
		"'012345678901234567890123456789012345678901234567890123456789'... (61 bytes)"},
	{"no character is cut", "01234567890123456789012345678901234567890123456789012345678\xc3\xa9",
		"'01234567890123456789012345678901234567890123456789012345678'... (61 bytes)"},
	{"what is told of one byte counts as one", "\001\002345678901234567890123456789012345678901234567890123456789",
		"'\\x01\\x02345678901234567890123456789012345678901234567890123456789'"},
};
/* clang-format on */

static void
check_refusal(const char *refusal, const char *expected)
{
	if (!expected) {
		assert_null(refusal);
		return;
	}
	assert_non_null(refusal);
	assert_memory_equal(refusal, expected, strlen(expected));
}

static void
name_holds(void **state)
{
	const struct refusal_row *row = *state;

	check_refusal(name_refusal(row->name), row->refusal);
}

static void
prefix_holds(void **state)
{
	const struct refusal_row *row = *state;

	check_refusal(prefix_refusal(row->name), row->refusal);
}

static void
path_holds(void **state)
{
	const struct path_row *row = *state;
	struct arena arena = {0};
	const char *name = name_from_path(row->path, row->index, &arena);

	assert_string_equal(name, row->name);
	assert_null(name_refusal(name));
	arena_free(&arena);
}

/* A text of any bytes, its size, and the name that is made of it. */
static const struct text_row {
	const char *claim;
	const char *text;
	size_t size;
	long index;
	const char *name;
} text_rows[] = {
	{"a path in a graph loses its first slash", "/up/Conv", 8, -1, "up_Conv"},
	{"an index is appended", "/up/Conv", 8, 3, "up_Conv_3"},
	{"a number gets a word in front", "318", 3, -1, "node_318"},
	{"a keyword gets a word in front", "for", 3, -1, "node_for"},
	{"what is kept for opgen gets a word behind", "w_pack", 6, -1, "w_pack_"},
	{"a NUL is a character like another", "a\0b", 3, -1, "a_b"},
	{"what is no letter alone is no name", "///", 3, -1, "node_"},
	{"no text at all is no name", "", 0, 7, "node__7"},
};

static void
text_holds(void **state)
{
	const struct text_row *row = *state;
	struct arena arena = {0};
	const char *name = name_from_text(row->text, row->size, row->index, &arena);

	assert_string_equal(name, row->name);
	assert_null(name_refusal(name));
	arena_free(&arena);
}

static void
quoted_holds(void **state)
{
	const struct quoted_row *row = *state;
	struct arena arena = {0};

	assert_string_equal(quoted(row->text, &arena), row->quoted);
	arena_free(&arena);
}

static void
clipped_holds(void **state)
{
	const struct quoted_row *row = *state;
	struct arena arena = {0};

	assert_string_equal(clipped(row->text, &arena), row->quoted);
	arena_free(&arena);
}

static void
a_name_that_no_tool_writes_is_cut(void **state)
{
	struct arena arena = {0};
	char *name = arena_alloc(&arena, 1026);
	const char *shown;

	(void)state;
	memset(name, 'a', 1024);
	assert_int_equal(strlen(quoted(name, &arena)), 1026);
	name[1024] = 'a';
	shown = quoted(name, &arena);
	assert_string_equal(shown + 1024, "a'... (1025 bytes)");
	arena_free(&arena);
}

static void
a_name_has_at_most_200_characters(void **state)
{
	char name[NAME_LIMIT + 2];

	(void)state;
	memset(name, 'a', sizeof name);
	name[NAME_LIMIT] = '\0';
	assert_null(name_refusal(name));
	name[NAME_LIMIT] = 'a';
	name[NAME_LIMIT + 1] = '\0';
	check_refusal(name_refusal(name), "is longer than");
}

static void
a_long_path_makes_a_legal_name(void **state)
{
	struct arena arena = {0};
	char path[1000];

	(void)state;
	memset(path, '7', sizeof path - 1);
	path[sizeof path - 1] = '\0';
	assert_null(name_refusal(name_from_path(path, 1234567890, &arena)));
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_has_at_most_200_characters),
		cmocka_unit_test(a_long_path_makes_a_legal_name),
		cmocka_unit_test(a_name_that_no_tool_writes_is_cut),
	};
	int failed = run_table("names", name_rows, name_holds) +
		     run_table("names from texts", text_rows, text_holds) +
		     run_table("prefixes", prefix_rows, prefix_holds) +
		     run_table("names from paths", path_rows, path_holds) +
		     run_table("quotes", quoted_rows, quoted_holds) +
		     run_table("texts shown", clipped_rows, clipped_holds);

	return failed + cmocka_run_group_tests_name("lengths", tests, NULL, NULL);
}
