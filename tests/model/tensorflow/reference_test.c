#include "model/tensorflow/reference.h"
#include "model/tensorflow/scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/reading.h"
#include "support/rows.h"
#include "support/tensorflow_graphs.h"
#include "support/wire.h"

/* What an input means in a graph of a Placeholder p, a Split s, a Floor f and an unknown
   op u. */
struct input_row {
	const char *name, *input, *wanted;
};

/* clang-format off */
static const struct input_row input_rows[] = {
	{"a node",                     "p", "p int32[2]"},
	{"output 0",                   "p:0", "p int32[2]"},
	{"a further output",           "s:2", "s:2 float32?"},
	{"of an unknown operation",    "u:3", "u:3 none?"},
	{"only what comes first",      "^p", ""},
	{"only what comes first, in vain", "^nosuch", ""},
	{"one output too far",         "p:1", "p:1 none? !is none of the outputs of 'p'"},
	{"of an operation that has one","f:1", "f:1 none? !is none of the outputs of 'f'"},
	{"an output without a number", "p:", "p: none? !is none of the outputs of 'p'"},
	{"an output in words",         "p:x", "p:x none? !is none of the outputs of 'p'"},
	{"a negative output",          "p:-1", "p:-1 none? !is none of the outputs of 'p'"},
	{"output 4096",                "u:4096", "u:4096 none? !is none of the outputs of 'u'"},
	{"output 2^64",                "u:18446744073709551616", "u:18446744073709551616 none? !is none of the outputs of 'u'"},
	{"no node",                    "nosuch", "nosuch none? !is made by no node"},
	{"a function's spelling",      "s:output:1", "s:output:1 none? !is none of the outputs of 's'"},
	{"a name that two nodes have", "d", "d none? !is made by more than one node"},
};
/* clang-format on */

static void
input_is_found(void **state)
{
	const struct input_row *row = *state;
	struct arena arena = {0};
	struct reading reading;
	struct bytes shape = attribute(
		&arena, "shape", wire_bytes(&arena, VALUE_SHAPE, dims(&arena, "2")));

	tensorflow_begin(&reading,
		wire(&arena, graph_node(&arena, "n", "Op", row->input, nothing),
			graph_node(&arena, "p", "Placeholder", "",
				wire(&arena, type_attribute(&arena, "dtype", 3), shape)),
			graph_node(
				&arena, "s", "Split", "", type_attribute(&arena, "T", 1)),
			graph_node(&arena, "f", "Floor", "", nothing),
			graph_node(&arena, "u", "Unknown", "", nothing),
			graph_node(&arena, "d", "Unknown", "", nothing),
			graph_node(&arena, "d", "Unknown", "", nothing)));
	assert_true(reading.good);
	assert_string_equal(reading_node(&reading, "n"),
		arena_format(&arena, "Op-0 (%s) -> n none?", row->wanted));
	reading_end(&reading);
	arena_free(&arena);
}

/* The entry of an argument's attributes that has its shape. */
static struct bytes
argument_shape(struct arena *arena, uint64_t which, const char *extents)
{
	struct bytes list = wire_bytes(arena, LIST_SHAPE, dims(arena, extents));

	return wire_bytes(arena, FUNCTION_ARG_ATTR,
		wire(arena, wire_number(arena, 1, which),
			wire_bytes(arena, 2,
				wire_bytes(arena, 1,
					wire(arena, wire_text(arena, 1, "_output_shapes"),
						wire_bytes(arena, 2,
							wire_bytes(arena, VALUE_LIST,
								list)))))));
}

/* A function of arguments x, a float, and y, a reference to an int8. */
static struct bytes
function(struct arena *arena, const char *name, const char *inputs)
{
	struct bytes x = wire(arena, wire_text(arena, 1, "x"), wire_number(arena, 3, 1));
	struct bytes y =
		wire(arena, wire_text(arena, 1, "y"), wire_number(arena, 3, 106));
	struct bytes signature = wire(arena, wire_text(arena, SIGNATURE_NAME, name),
		wire_bytes(arena, SIGNATURE_INPUT, x),
		wire_bytes(arena, SIGNATURE_INPUT, y));
	struct bytes t = type_attribute(arena, "T", 1);

	return wire_bytes(arena, 1,
		wire(arena, wire_bytes(arena, FUNCTION_SIGNATURE, signature),
			argument_shape(arena, 0, "1,-1,4"), argument_shape(arena, 7, "1"),
			wire_bytes(
				arena, FUNCTION_NODE, node(arena, "x", "Relu", "x", t)),
			wire_bytes(arena, FUNCTION_NODE,
				node(arena, "bn", "FusedBatchNormV3", "x:activations:0",
					t)),
			wire_bytes(arena, FUNCTION_NODE,
				node(arena, "n", "DepthToSpace", inputs, t))));
}

/* clang-format off */
static const struct input_row function_rows[] = {
	{"an argument",                "x", "f/x float32[1, ?, 4]"},
	{"an argument by reference",   "y", "f/y int8? !"},
	{"an output by its name",      "x:activations:0", "f/x float32?"},
	{"a first output of several",  "bn:y:0", "f/bn float32?"},
	{"a later output of several",  "bn:batch_variance:0", "f/bn:2 float32?"},
	{"an output of another name",  "bn:z:0", "f/bn:z:0 float32? !is none of the outputs of 'bn'"},
	{"a second tensor of one",     "x:activations:1", "f/x:activations:1 float32? !is none of the outputs of 'x'"},
	{"all of an output",           "x:activations", "f/x float32?"},
	{"what comes first",           "^bn", ""},
	{"no argument",                "z", "f/z float32? !is no argument of the function"},
	{"no node",                    "z:y:0", "f/z:y:0 float32? !is made by no node"},
	{"a node of the graph",        "p:y:0", "f/p:y:0 float32? !is made by no node"},
};
/* clang-format on */

static void
input_of_a_function_is_found(void **state)
{
	const struct input_row *row = *state;
	struct arena arena = {0};
	struct reading reading;
	size_t n = strcspn(row->wanted, "!");
	bool is_type = row->wanted[n] && !row->wanted[n + 1];
	const char *value =
		is_type ? arena_format(&arena, "%.*s", (int)n - 1, row->wanted)
			: row->wanted;

	tensorflow_begin(&reading,
		wire(&arena, graph_node(&arena, "p", "Placeholder", "", nothing),
			wire_bytes(&arena, GRAPH_LIBRARY,
				wire(&arena, function(&arena, "f", row->input),
					function(&arena, "g", "")))));
	assert_true(reading.good);
	assert_int_equal(reading.model.nnode, 7);
	assert_int_equal(reading.model.node[0].function.size, 0);
	assert_true(bytes_are(reading.model.node[3].function, "f"));
	assert_true(bytes_are(reading.model.node[6].function, "g"));
	assert_string_equal(reading_node(&reading, "n"),
		arena_format(&arena, "DepthToSpace-0 (%s) -> f/n float32?; T=1%s", value,
			is_type ? " !has the type float32, but its input 'f/y' holds int8"
				: ""));
	reading_end(&reading);
	arena_free(&arena);
}

static void
functions_of_one_name_are_a_fault(void **state)
{
	struct arena arena = {0};
	struct reading reading;

	(void)state;
	tensorflow_begin(&reading,
		wire(&arena, graph_node(&arena, "p", "Placeholder", "", nothing),
			wire_bytes(&arena, GRAPH_LIBRARY,
				wire(&arena, function(&arena, "f", "x"),
					function(&arena, "f", "x")))));
	assert_true(reading.good);
	assert_null(reading.model.node[0].fault);
	for (size_t i = 1; i < 7; i++)
		assert_string_equal(reading.model.node[i].fault,
			"is in a function whose name another one has too");
	reading_end(&reading);
	arena_free(&arena);
}

static void
a_function_without_a_signature_has_no_name(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes inside = wire_bytes(
		&arena, FUNCTION_NODE, node(&arena, "n", "Relu", "x", nothing));

	(void)state;
	tensorflow_begin(&reading,
		wire(&arena, graph_node(&arena, "p", "Placeholder", "", nothing),
			wire_bytes(
				&arena, GRAPH_LIBRARY, wire_bytes(&arena, 1, inside))));
	assert_true(reading.good);
	assert_string_equal(reading_node(&reading, "n"),
		"Relu-0 (/x none? !is no argument of the function) -> /n none?");
	reading_end(&reading);
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_of_one_name_are_a_fault),
		cmocka_unit_test(a_function_without_a_signature_has_no_name),
	};
	int failed = run_table("inputs", input_rows, input_is_found);

	failed += run_table("functions", function_rows, input_of_a_function_is_found);
	return failed + cmocka_run_group_tests_name("functions", tests, NULL, NULL);
}
