#include "support/onnx_model.h"

#include "support/wire.h"

/* An attribute's members after its name, and what comes of it. */
struct row {
	const char *claim;
	struct bytes members;
	const char *line;
	const char *fault; /* of the node; NULL: none */
};

#define BYTES(text) \
	{ \
		text, sizeof text - 1 \
	}

/* Of a member's first byte, the upper five bits are its number; type is A0 01. */
/* clang-format off */
static const struct row rows[] = {
	{"an int", BYTES("\x18\x07\xa0\x01\x02"), "  'a' int 7", NULL},
	{"a negative int", BYTES("\x18\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\xa0\x01\x02"), "  'a' int -1", NULL},
	{"a float", BYTES("\x15\x00\x00\xc0\x3f\xa0\x01\x01"), "  'a' float 1.5", NULL},
	{"a string", BYTES("\x22\x02hi\xa0\x01\x03"), "  'a' string 'hi'", NULL},
	{"a string with a NUL", BYTES("\x22\x03h\0i\xa0\x01\x03"), "  'a' string 'h\\x00i'", NULL},
	{"packed ints", BYTES("\x42\x02\x01\x02\xa0\x01\x07"), "  'a' list 1 2", NULL},
	{"unpacked ints", BYTES("\x40\x01\x40\x02\xa0\x01\x07"), "  'a' list 1 2", NULL},
	{"no ints", BYTES("\xa0\x01\x07"), "  'a' list", NULL},
	{"floats", BYTES("\x3a\x04\x00\x00\xc0\x3f\xa0\x01\x06"), "  'a' list 1.5", NULL},
	{"strings", BYTES("\x4a\x02hi\x4a\x00\xa0\x01\x08"), "  'a' list 'hi' ''", NULL},
	{"a tensor", BYTES("\x2a\x0e\x08\x01\x10\x07\x4a\x08\x05\0\0\0\0\0\0\0\xa0\x01\x04"), "  'a' tensor int64 [1] = 5", NULL},
	{"a tensor that is not there", BYTES("\xa0\x01\x04"), "  'a' tensor ? [] ! has no element type", NULL},
	{"an int that is not there is 0", BYTES("\xa0\x01\x02"), "  'a' int 0", NULL},
	{"a string that is not there is empty", BYTES("\xa0\x01\x03"), "  'a' string ''", NULL},
	{"a graph is seen", BYTES("\x32\x00\xa0\x01\x05"), "  'a' other", NULL},
	{"a type that opgen has no use for", BYTES("\xa0\x01\x0d"), "  'a' other", NULL},
	{"a type of the future", BYTES("\xa0\x01\x63"), "  'a' other", NULL},
	{"a zero of another type says nothing", BYTES("\x18\x07\x15\0\0\0\0\x22\x00\xa0\x01\x02"), "  'a' int 7", NULL},
	{"an int without a type", BYTES("\x18\x07"), "  'a' int 7", NULL},
	{"a zero without a type", BYTES("\x18\x00"), "  'a' int 0", NULL},
	{"a float without a type", BYTES("\x15\x00\x00\xc0\x3f"), "  'a' float 1.5", NULL},
	{"a string without a type", BYTES("\x22\x02hi"), "  'a' string 'hi'", NULL},
	{"ints without a type", BYTES("\x42\x02\x01\x02"), "  'a' list 1 2", NULL},
	{"neither type nor value", BYTES(""), "  'a' other", "has neither a type nor a value"},
	{"values without a type", BYTES("\x18\x07\x22\x02hi"), "  'a' other", "has no type, but values of several"},
	{"a value of another type", BYTES("\x18\x07\xa0\x01\x03"), "  'a' string ''", "is of type STRING, but has a value of INT"},
	{"two values", BYTES("\x18\x07\x42\x01\x01\xa0\x01\x02"), "  'a' int 7", "is of type INT, but has a value of INTS"},
	{"a reference", BYTES("\xaa\x01\x01x\xa0\x01\x02"), "  'a' int 0", "refers to an attribute of a function"},
};
/* clang-format on */

static struct bytes
node_with(struct arena *arena, struct bytes attributes)
{
	return model_of(
		arena, wire_bytes(arena, GRAPH_NODE,
			       wire(arena, wire_text(arena, NODE_OP_TYPE, "Op"),
				       wire_text(arena, NODE_OUTPUT, "y"), attributes)));
}

static void
row_is_read(void **state)
{
	const struct row *row = *state;
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	read_bytes(&reading,
		node_with(arena, wire_bytes(arena, NODE_ATTRIBUTE,
					 wire(arena, wire_text(arena, ATTR_NAME, "a"),
						 row->members))));
	assert_line(&reading, row->line);
	if (row->fault)
		assert_string_equal(reading.model.node[0].fault,
			arena_format(
				arena, "has the attribute 'a', which %s", row->fault));
	else
		assert_null(reading.model.node[0].fault);
	end(&reading);
}

static void
too_many_attributes_are_not_compared(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		node_with(arena,
			wire_times(arena, 100000, wire_text(arena, NODE_ATTRIBUTE, ""))));
	assert_line(&reading, "'' 'Op'-13 ai.onnx: -> 'y' ! has 100000 attributes");
	end(&reading);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(too_many_attributes_are_not_compared),
	};
	int failed = run_table("attributes", rows, row_is_read);

	return failed + cmocka_run_group_tests_name("onnx_attribute", tests, NULL, NULL);
}
