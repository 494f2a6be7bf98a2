#include "support/onnx_model.h"

#include "support/wire.h"

/* A graph in the words of graph_of, and a line of what it comes to. */
struct row {
	const char *claim;
	const char *graph;
	const char *line;
};

/* clang-format off */
static const struct row rows[] = {
	{"types by their numbers", "input X 1 1", "'X' float32 [1]"},
	{"types that opgen has not have their names", "input X 8 1", "'X' string [1]"},
	{"an extent by its name", "input X 1 N,2", "'X' float32 ['N', 2]"},
	{"an extent with an empty name is not known", "input X 1 ,", "'X' float32 [-1]"},
	{"declarations complete each other", "input X 1 N,2;info X 1 3,M", "'X' float32 [3, 2]"},
	{"a name stays while no length is known", "input X 1 N,2;info X 1 -1,2", "'X' float32 ['N', 2]"},
	{"a type comes from where it is known", "input X 0 2;info X 11 -", "'X' float64 [2]"},
	{"declarations of different lengths", "input X 1 2,3;info X 1 2,4", "'X' float32 [2, 3] ! is declared with an extent of 3 and of 4 on axis 1"},
	{"declarations of different ranks", "input X 1 2,3;info X 1 2", "'X' float32 [2, 3] ! is declared with 2 and with 1 dimensions"},
	{"declarations of different types", "input X 1 2;info X 11 2", "'X' float32 [2] ! is declared as float32 and as float64"},
	{"a constant of another type than declared", "input W 1 2;constant W 11 0", "'W' float64 [0] ! is declared as float32, but is a constant of float64"},
	{"a constant's own shape counts", "info W 1 N;constant W 1 0", "'W' float32 [0] ="},
	{"two inputs of one name", "input X 1 2;input X 1 2", "'X' float32 [2] ! is two inputs of the graph"},
	{"an input that a node makes", "input X 1 2;node Relu - X r", "'r' 'Relu'-13 ai.onnx: -> 'X' ! has the output 'X', which is an input of the graph and is made by a node"},
	{"a constant that a node makes", "constant W 1 0;node Relu - W r", "'r' 'Relu'-13 ai.onnx: -> 'W' ! has the output 'W', which is a constant and is made by a node"},
	{"one node makes a tensor twice", "node Split - a,a r", "'r' 'Split'-13 ai.onnx: -> 'a' 'a' ! has an output that another node makes too"},
	{"an absent input between others", "node Clip X,,M a r;input X 1 1;input M 1 1", "'r' 'Clip'-13 ai.onnx: 'X' - 'M' -> 'a'"},
	{"absent inputs at the end are none", "node Clip X,,, a r;input X 1 1", "'r' 'Clip'-13 ai.onnx: 'X' -> 'a'"},
	{"an absent output", "node Dropout X ,m r;input X 1 1", "'r' 'Dropout'-13 ai.onnx: 'X' -> - 'm'"},
	{"only absent outputs", "node Dropout X , r;input X 1 1", "'r' 'Dropout'-13 ai.onnx: 'X' -> ! has no output"},
	{"nodes in any order", "node Relu a b r;node Relu X a q;input X 1 1", "'r' 'Relu'-13 ai.onnx: 'a' -> 'b'"},
	{"a node that waits for itself", "node Add a,a a r", "'r' 'Add'-13 ai.onnx: 'a' 'a' -> 'a' ! lies on a cycle of the graph, or after one"},
	{"a node beside a cycle", "node Relu a b r;node Relu b a q;input X 1 1;node Relu X c s", "'s' 'Relu'-13 ai.onnx: 'X' -> 'c'"},
	{"a name that is the beginning of another", "input aa 1 1;input a 11 1;input aaa 9 1", "'aa' float32 [1]"},
};
/* clang-format on */

static void
row_is_read(void **state)
{
	const struct row *row = *state;
	struct reading reading = {.good = false};

	read_bytes(
		&reading, model_of(&reading.arena, graph_of(&reading.arena, row->graph)));
	assert_line(&reading, row->line);
	end(&reading);
}

static void
a_nul_is_part_of_a_name(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;
	struct bytes name = {"a\0b", 3};

	(void)state;
	read_bytes(&reading,
		model_of(arena,
			wire(arena, graph_of(arena, "input a 1 1"),
				wire_bytes(arena, GRAPH_NODE,
					wire(arena,
						wire_text(arena, NODE_OP_TYPE, "Relu"),
						wire_text(arena, NODE_INPUT, "a"),
						wire_bytes(arena, NODE_OUTPUT, name))))));
	assert_line(&reading, "'a' float32 [1]");
	assert_line(&reading, "'a\\x00b' ? ! has a NUL in its name");
	assert_line(&reading, "'' 'Relu'-13 ai.onnx: 'a' -> 'a\\x00b' ! has the output "
			      "'a\\x00b', which has a NUL in its name");
	end(&reading);
}

static void
an_op_with_a_nul_is_another_op(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(
		&reading, model_of(arena, wire_bytes(arena, GRAPH_NODE,
						  wire_bytes(arena, NODE_OP_TYPE,
							  (struct bytes){"Conv\0", 5}))));
	assert_false(bytes_are(reading.model.node[0].op, "Conv"));
	end(&reading);
}

static void
names_end_in_a_nul(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		model_of(arena, graph_of(arena, "node Relu X abcdefghijklmnop "
						"abcdefghijklmnopqrstuvwxyzabcdef")));
	assert_string_equal(
		reading.model.node[0].name.text, "abcdefghijklmnopqrstuvwxyzabcdef");
	assert_string_equal(reading.model.value[1].name.text, "abcdefghijklmnop");
	assert_string_equal(reading.model.node[0].function.text, "");
	end(&reading);
}

static void
a_sequence_is_no_tensor(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		model_of(arena,
			wire_bytes(arena, GRAPH_INPUT,
				wire(arena, wire_text(arena, 1, "X"),
					wire_bytes(arena, 2, wire_text(arena, 4, ""))))));
	assert_line(&reading, "'X' a type that is no tensor's");
	end(&reading);
}

static void
sparse_constants_are_told(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		model_of(arena, wire_text(arena, GRAPH_SPARSE_INITIALIZER, "")));
	assert_line(&reading, "unsearched: 1 sparse constant");
	end(&reading);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_nul_is_part_of_a_name),
		cmocka_unit_test(an_op_with_a_nul_is_another_op),
		cmocka_unit_test(names_end_in_a_nul),
		cmocka_unit_test(a_sequence_is_no_tensor),
		cmocka_unit_test(sparse_constants_are_told),
	};
	int failed = run_table("graphs", rows, row_is_read);

	return failed + cmocka_run_group_tests_name("onnx_values", tests, NULL, NULL);
}
