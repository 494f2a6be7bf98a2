#include "model/tensorflow/attributes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/reading.h"
#include "support/rows.h"
#include "support/tensorflow_graphs.h"
#include "support/wire.h"

/* A node x whose one attribute a has a value. */
struct attribute_row {
	const char *name, *wanted;
	uint32_t field, inner; /* of the value; of a list in it */
	uint64_t number;
	const char *text; /* instead of the number */
};

/* clang-format off */
static const struct attribute_row attribute_rows[] = {
	{"an integer",                 "-3",            VALUE_I, 0, (uint64_t)-3, NULL},
	{"a text",                     "'NHWC'",        VALUE_S, 0, 0, "NHWC"},
	{"a bool is an integer",       "1",             VALUE_B, 0, 1, NULL},
	{"a type is an integer",       "19",            VALUE_TYPE, 0, 19, NULL},
	{"a shape is integers",        "[]",            VALUE_SHAPE, 0, 0, ""},
	{"a shape of no known rank",   "other",         VALUE_SHAPE, SHAPE_UNKNOWN_RANK, 1, NULL},
	{"an empty list",              "[]",            VALUE_LIST, 0, 0, ""},
	{"a list of integers",         "[7]",           VALUE_LIST, LIST_I, 7, NULL},
	{"a list of texts",            "['ab']",        VALUE_LIST, LIST_S, 0, "ab"},
	{"a list of bools",            "[1]",           VALUE_LIST, LIST_B, 1, NULL},
	{"a list of types",            "[3]",           VALUE_LIST, LIST_TYPE, 3, NULL},
	{"a packed list of numbers",   "[1.5]",         VALUE_LIST, LIST_F, 0, NULL},
	{"a list of shapes",           "other",         VALUE_LIST, LIST_SHAPE, 0, ""},
	{"a list of functions",        "other",         VALUE_LIST, 9, 0, "f"},
	{"a function",                 "other",         VALUE_FUNC, 0, 0, "f"},
	{"a placeholder",              "other",         9, 0, 0, "p"},
	{"a value of a later version", "other",         77, 0, 0, "p"},
	{"a tensor",                   "int8[] = 0",    VALUE_TENSOR, TENSOR_DTYPE, 6, NULL},
};
/* clang-format on */

static void
attribute_is_read(void **state)
{
	const struct attribute_row *row = *state;
	struct arena arena = {0};
	struct reading reading;
	uint32_t field = row->inner ? row->inner : row->field;
	struct bytes value;

	if (row->inner == LIST_F)
		value = wire_bytes(&arena, LIST_F, (struct bytes){"\x00\x00\xc0\x3f", 4});
	else
		value = row->text ? wire_text(&arena, field, row->text)
				  : wire_number(&arena, field, row->number);
	if (row->inner)
		value = wire_bytes(&arena, row->field, value);
	tensorflow_begin(&reading,
		graph_node(&arena, "x", "Op", "", attribute(&arena, "a", value)));
	assert_true(reading.good);
	assert_string_equal(reading_node(&reading, "x"),
		arena_format(&arena, "Op-0 () -> x none?; a=%s", row->wanted));
	reading_end(&reading);
	arena_free(&arena);
}

static void
attributes_twice_and_without_a_value_are_faults(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes one = type_attribute(&arena, "T", 1);

	(void)state;
	tensorflow_begin(&reading,
		wire(&arena,
			graph_node(&arena, "twice", "Op", "", wire(&arena, one, one)),
			graph_node(&arena, "absent", "Op", "",
				wire_bytes(&arena, NODE_ATTR, wire_text(&arena, 1, "T"))),
			graph_node(&arena, "empty", "Op", "",
				attribute(&arena, "T", nothing)),
			graph_node(
				&arena, "many", "Op", "", wire_times(&arena, 257, one))));
	assert_true(reading.good);
	assert_string_equal(reading.model.node[0].fault, "has the attribute 'T' twice");
	assert_string_equal(
		reading.model.node[1].fault, "has the attribute 'T' without a value");
	assert_string_equal(
		reading.model.node[2].fault, "has the attribute 'T' without a value");
	assert_string_equal(reading.model.node[3].fault,
		"has 257 attributes; at most 256 make sense");
	reading_end(&reading);
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(attributes_twice_and_without_a_value_are_faults),
	};
	int failed = run_table("attributes", attribute_rows, attribute_is_read);

	return failed + cmocka_run_group_tests_name("attributes", tests, NULL, NULL);
}
