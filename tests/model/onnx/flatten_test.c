/* Functions of a model's own, and branches, in the place of their calls and Ifs. */

#include "support/onnx_model.h"

#include "model/limits.h"
#include "support/wire.h"

/* An attribute that is a graph, told in words. */
static struct bytes
branch(struct arena *arena, const char *name, const char *words)
{
	return wire_bytes(arena, NODE_ATTRIBUTE,
		wire(arena, wire_text(arena, ATTR_NAME, name),
			wire_bytes(arena, ATTR_G, graph_of(arena, words)),
			wire_number(arena, ATTR_TYPE, 5)));
}

/* An If of one output, with its branches. */
static struct bytes
if_of(struct arena *arena, const char *condition, const char *output, const char *then,
	const char *otherwise)
{
	return wire_bytes(arena, GRAPH_NODE,
		wire(arena, wire_text(arena, NODE_INPUT, condition),
			wire_text(arena, NODE_OUTPUT, output),
			wire_text(arena, NODE_NAME, "if"),
			wire_text(arena, NODE_OP_TYPE, "If"),
			branch(arena, "then_branch", then),
			branch(arena, "else_branch", otherwise)));
}

/* The nodes of a graph told in words, as those of a function. */
static struct bytes
function_nodes(struct arena *arena, const char *words)
{
	struct bytes graph = graph_of(arena, words), nodes = {"", 0};
	size_t at = 0;

	while (at < graph.size) {
		size_t size = 0, shift = 0, begin;
		unsigned char byte;

		assert_int_equal(graph.text[at++], GRAPH_NODE << 3 | 2);
		do {
			byte = (unsigned char)graph.text[at++];
			size |= (size_t)(byte & 127) << shift;
			shift += 7;
		} while (byte & 128);
		begin = at;
		at += size;
		nodes = wire(arena, nodes,
			wire_bytes(arena, FUNCTION_NODE,
				(struct bytes){graph.text + begin, size}));
	}
	return nodes;
}

/* A function x, … -> y of the domain "own". */
static struct bytes
function_of(struct arena *arena, const char *name, struct bytes more, const char *words)
{
	return wire_bytes(arena, MODEL_FUNCTIONS,
		wire(arena, wire_text(arena, FUNCTION_NAME, name),
			wire_text(arena, FUNCTION_DOMAIN, "own"),
			wire_text(arena, FUNCTION_INPUT, "x"),
			wire_text(arena, FUNCTION_OUTPUT, "y"), more,
			function_nodes(arena, words)));
}

static struct bytes
call_of(struct arena *arena, const char *op, const char *input, const char *output,
	struct bytes more)
{
	return wire_bytes(arena, GRAPH_NODE,
		wire(arena, wire_text(arena, NODE_INPUT, input),
			wire_text(arena, NODE_OUTPUT, output),
			wire_text(arena, NODE_NAME, "call"),
			wire_text(arena, NODE_OP_TYPE, op),
			wire_text(arena, NODE_DOMAIN, "own"), more));
}

static const struct bytes nothing = {"", 0};

static void
branches_stand_before_their_if(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		model_of(arena,
			wire(arena,
				graph_of(arena, "node Relu X r;input X 1 2;input c 9 1"),
				if_of(arena, "c", "z", "node Neg r t inner;output t 1 2",
					"constant k 1 2 0000000000000000;node Add r,k "
					"t;output t 1 2"))));
	assert_int_equal(reading.model.nnode, 4);
	assert_line(&reading, "'inner#1' 'Neg'-13 ai.onnx: 'r' -> 't#1'");
	assert_line(&reading, "'' 'Add'-13 ai.onnx: 'r' 'k#2' -> 't#2'");
	assert_line(&reading, "'if' 'If'-13 ai.onnx: 'c' 't#1' 't#2' -> 'z'");
	assert_string_equal(reading.model.node[3].op.text, "If");
	end(&reading);
}

static void
an_outer_tensor_can_be_a_branch(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		model_of(arena, wire(arena, graph_of(arena, "input X 1 2;input c 9 1"),
					if_of(arena, "c", "z", "output X 1 2",
						"node Neg X t;output t 1 2"))));
	assert_line(&reading, "'if' 'If'-13 ai.onnx: 'c' 'X' 't#2' -> 'z'");
	end(&reading);
}

static void
names_like_those_made_get_longer_ones(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		model_of(arena,
			wire(arena,
				graph_of(
					arena, "node Relu X t#1;input X 1 2;input c 9 1"),
				if_of(arena, "c", "z", "node Neg t#1 t;output t 1 2",
					"node Abs X t;output t 1 2"))));
	assert_line(&reading, "'' 'Neg'-13 ai.onnx: 't#1' -> 't##1'");
	end(&reading);
}

static void
an_if_without_one_of_its_branches_stays(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		model_of(arena, wire_bytes(arena, GRAPH_NODE,
					wire(arena, wire_text(arena, NODE_INPUT, "c"),
						wire_text(arena, NODE_OUTPUT, "z"),
						wire_text(arena, NODE_OP_TYPE, "If"),
						branch(arena, "then_branch",
							"node Neg X t;output t 1 2")))));
	assert_line(&reading, "'' 'Neg'-13 ai.onnx: -> ! is in a subgraph of an unnamed "
			      "node 'If', which is not searched");
	end(&reading);
}

static void
functions_stand_for_their_calls(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		wire(arena,
			model_of(arena, wire(arena, graph_of(arena, "input X 1 2"),
						call_of(arena, "f", "X", "a", nothing),
						call_of(arena, "f", "a", "b", nothing))),
			function_of(arena, "f",
				wire_bytes(arena, FUNCTION_OPSET_IMPORT,
					wire_number(arena, 2, 11)),
				"node Relu x t r;node Neg t y")));
	assert_int_equal(reading.model.nnode, 4);
	assert_line(&reading, "'r#1' 'Relu'-11 ai.onnx: 'X' -> 't#1'");
	assert_line(&reading, "'' 'Neg'-11 ai.onnx: 't#1' -> 'a'");
	assert_line(&reading, "'r#2' 'Relu'-11 ai.onnx: 'a' -> 't#2'");
	assert_line(&reading, "'' 'Neg'-11 ai.onnx: 't#2' -> 'b'");
	end(&reading);
}

/* An attribute of a function's node that is one of the function's. */
static struct bytes
reference(struct arena *arena, const char *name)
{
	return wire_bytes(arena, NODE_ATTRIBUTE,
		wire(arena, wire_text(arena, ATTR_NAME, name),
			wire_text(arena, ATTR_REF, "a"),
			wire_number(arena, ATTR_TYPE, 2)));
}

/* An attribute "a", an INT, as a field. */
static struct bytes
number_a(struct arena *arena, uint32_t field, uint64_t number)
{
	return wire_bytes(arena, field,
		wire(arena, wire_text(arena, ATTR_NAME, "a"),
			wire_number(arena, ATTR_I, number),
			wire_number(arena, ATTR_TYPE, 2)));
}

static struct bytes
concat_function(struct arena *arena, struct bytes more)
{
	return wire_bytes(arena, MODEL_FUNCTIONS,
		wire(arena, wire_text(arena, FUNCTION_NAME, "f"),
			wire_text(arena, FUNCTION_DOMAIN, "own"),
			wire_text(arena, FUNCTION_INPUT, "x"),
			wire_text(arena, FUNCTION_OUTPUT, "y"), more,
			wire_bytes(arena, FUNCTION_NODE,
				wire(arena, wire_text(arena, NODE_INPUT, "x"),
					wire_text(arena, NODE_OUTPUT, "y"),
					wire_text(arena, NODE_OP_TYPE, "Concat"),
					reference(arena, "axis")))));
}

static void
attributes_of_calls_are_taken(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;
	struct bytes calls = wire(arena, graph_of(arena, "input X 1 2"),
		call_of(arena, "f", "X", "a", number_a(arena, NODE_ATTRIBUTE, 3)),
		call_of(arena, "f", "X", "b", nothing));

	(void)state;
	read_bytes(
		&reading, wire(arena, model_of(arena, calls),
				  concat_function(arena,
					  number_a(arena, FUNCTION_ATTRIBUTE_PROTO, 7))));
	assert_int_equal(reading.model.node[0].attribute[0].i, 3);
	assert_string_equal(reading.model.node[0].attribute[0].name.text, "axis");
	assert_int_equal(reading.model.node[1].attribute[0].i, 7);
	end(&reading);
	reading = (struct reading){.good = false};
	read_bytes(&reading,
		wire(arena,
			model_of(arena, wire(arena, graph_of(arena, "input X 1 2"),
						call_of(arena, "f", "X", "b", nothing))),
			concat_function(arena, nothing)));
	assert_int_equal(reading.model.node[0].nattribute, 0);
	end(&reading);
}

static void
an_input_can_be_an_output(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		wire(arena,
			model_of(arena, wire(arena, graph_of(arena, "input X 1 2"),
						call_of(arena, "f", "X", "b", nothing))),
			wire_bytes(arena, MODEL_FUNCTIONS,
				wire(arena, wire_text(arena, FUNCTION_NAME, "f"),
					wire_text(arena, FUNCTION_DOMAIN, "own"),
					wire_text(arena, FUNCTION_INPUT, "x"),
					wire_text(arena, FUNCTION_OUTPUT, "x")))));
	assert_line(&reading, "'call' 'Identity'-13 ai.onnx: 'X' -> 'b'");
	end(&reading);
}

static void
a_function_that_calls_itself_is_told(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;
	struct bytes itself = wire_bytes(arena, FUNCTION_NODE,
		wire(arena, wire_text(arena, NODE_INPUT, "x"),
			wire_text(arena, NODE_OUTPUT, "y"),
			wire_text(arena, NODE_OP_TYPE, "f"),
			wire_text(arena, NODE_DOMAIN, "own")));

	(void)state;
	read_bytes(&reading,
		wire(arena,
			model_of(arena, wire(arena, graph_of(arena, "input X 1 2"),
						call_of(arena, "f", "X", "b", nothing))),
			function_of(arena, "f", itself, "")));
	assert_int_equal(reading.model.nnode, 1);
	assert_string_equal(reading.model.node[0].fault,
		"calls a function of the model that calls itself, or lies too deep in "
		"others");
	end(&reading);
}

/* Each function calls the one before it twice: 2^40 calls. */
static void
calls_beyond_all_limits_are_refused(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;
	struct bytes functions = function_of(arena, "f0", nothing, "");

	(void)state;
	for (int i = 1; i <= 40; i++) {
		struct bytes twice = wire_times(arena, 2,
			wire_bytes(arena, FUNCTION_NODE,
				wire(arena,
					wire_text(arena, NODE_OP_TYPE,
						arena_format(arena, "f%d", i - 1)),
					wire_text(arena, NODE_DOMAIN, "own"))));

		functions = wire(arena, functions,
			function_of(arena, arena_format(arena, "f%d", i), twice, ""));
	}
	read_bytes(&reading,
		wire(arena,
			model_of(
				arena, wire(arena, graph_of(arena, "input X 1 2"),
					       call_of(arena, "f40", "X", "b", nothing))),
			functions));
	assert_false(reading.good);
	assert_string_equal(reading.text,
		arena_format(arena,
			"m.onnx: error: the graph has %d nodes; opgen takes at most %d\n",
			MOST_NODES + 1, MOST_NODES));
	end(&reading);
}

static void
a_broken_function_is_told(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		wire(arena, model_of(arena, graph_of(arena, "node Relu X y;input X 1 1")),
			wire_bytes(
				arena, MODEL_FUNCTIONS, (struct bytes){"\x0a\x7f", 2})));
	assert_line(&reading, "unsearched: 1 subgraph or function that cannot be read");
	end(&reading);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(branches_stand_before_their_if),
		cmocka_unit_test(an_outer_tensor_can_be_a_branch),
		cmocka_unit_test(names_like_those_made_get_longer_ones),
		cmocka_unit_test(an_if_without_one_of_its_branches_stays),
		cmocka_unit_test(functions_stand_for_their_calls),
		cmocka_unit_test(attributes_of_calls_are_taken),
		cmocka_unit_test(an_input_can_be_an_output),
		cmocka_unit_test(a_function_that_calls_itself_is_told),
		cmocka_unit_test(calls_beyond_all_limits_are_refused),
		cmocka_unit_test(a_broken_function_is_told),
	};

	return cmocka_run_group_tests_name("onnx_flatten", tests, NULL, NULL);
}
