#include "model/name_index.h"

#include "base/arena.h"
#include "support/rows.h"

/* A search in the names below, whose numbers are their places. */
struct row {
	const char *name;
	struct bytes wanted;
	int64_t which; /* -1: not found */
	bool shared;
};

#define BYTES(text) \
	{ \
		text, sizeof text - 1 \
	}

/* clang-format off */
static const struct bytes names[] = {
	BYTES("conv2"), BYTES("conv"), BYTES("relu"), BYTES("conv\0x"), BYTES(""),
	BYTES("conv10"), BYTES("relu"), BYTES("\xff"), BYTES("relu"), BYTES("Conv"),
};

static const struct row rows[] = {
	{"a name", BYTES("conv2"), 0, false},
	{"a name that others begin with", BYTES("conv"), 1, false},
	{"a name with a NUL in it", BYTES("conv\0x"), 3, false},
	{"the empty name", BYTES(""), 4, false},
	{"a byte above 127 stands behind the letters", BYTES("\xff"), 7, false},
	{"capitals are other letters", BYTES("Conv"), 9, false},
	{"of several the first", BYTES("relu"), 2, true},
	{"a beginning of a name is none", BYTES("con"), -1, false},
	{"a name and more is none", BYTES("conv22"), -1, false},
	{"a name and a NUL is none", BYTES("conv\0"), -1, false},
	{"behind the last", BYTES("\xff\xff"), -1, false},
};
/* clang-format on */

static void
name_is_found(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct name_index index;
	const struct indexed *entry;

	name_index_begin(&index, countof(names), &arena);
	for (size_t i = 0; i < countof(names); i++)
		name_index_add(&index, names[i], i);
	name_index_sort(&index);
	entry = name_index_find(&index, row->wanted);
	if (row->which < 0) {
		assert_null(entry);
	} else {
		assert_non_null(entry);
		assert_int_equal(entry->which, row->which);
		assert_int_equal(name_index_is_shared(&index, entry), row->shared);
	}
	arena_free(&arena);
}

static void
nothing_is_in_an_empty_index(void **state)
{
	struct arena arena = {0};
	struct name_index index;

	(void)state;
	name_index_begin(&index, 0, &arena);
	name_index_sort(&index);
	assert_null(name_index_find(&index, names[0]));
	arena_free(&arena);
}

static void
every_one_of_a_shared_name_is_shared(void **state)
{
	struct arena arena = {0};
	struct name_index index;

	(void)state;
	name_index_begin(&index, 3, &arena);
	for (size_t i = 0; i < 3; i++)
		name_index_add(&index, names[2], 2 - i);
	name_index_sort(&index);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(index.entry[i].which, i);
		assert_true(name_index_is_shared(&index, &index.entry[i]));
	}
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_in_an_empty_index),
		cmocka_unit_test(every_one_of_a_shared_name_is_shared),
	};
	int failed = run_table("names", rows, name_is_found);

	return failed + cmocka_run_group_tests_name("name index", tests, NULL, NULL);
}
