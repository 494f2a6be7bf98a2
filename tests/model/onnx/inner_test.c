#include "support/onnx_model.h"

#include "support/wire.h"

/* A node with a graph in it. */
static struct bytes
loop_around(struct arena *arena, const char *name, struct bytes graph)
{
	struct bytes attribute = wire(arena, wire_text(arena, ATTR_NAME, "body"),
		wire_bytes(arena, ATTR_G, graph), wire_number(arena, ATTR_TYPE, 5));

	return wire_bytes(arena, GRAPH_NODE,
		wire(arena, wire_text(arena, NODE_OP_TYPE, "Loop"),
			wire_text(arena, NODE_NAME, name),
			wire_text(arena, NODE_OUTPUT, "y"),
			wire_bytes(arena, NODE_ATTRIBUTE, attribute)));
}

static void
nodes_in_a_subgraph_are_listed(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		model_of(arena,
			wire(arena,
				loop_around(arena, "outer",
					graph_of(arena, "node Conv X,W c inner")),
				graph_of(arena, "node Relu X z last;input X 1 1"))));
	assert_int_equal(reading.model.nnode, 3);
	assert_line(&reading, "'outer' 'Loop'-13 ai.onnx: -> 'y'");
	assert_line(&reading, "'last' 'Relu'-13 ai.onnx: 'X' -> 'z'");
	assert_line(&reading, "'inner' 'Conv'-13 ai.onnx: -> ! is in a subgraph of node "
			      "'outer', which is not searched");
	assert_string_equal(reading.model.node[2].op.text, "Conv");
	assert_line(&reading, "unsearched: 1 subgraph");
	end(&reading);
}

static void
branches_are_several_graphs(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;
	struct bytes graph = graph_of(arena, "node Conv X,W c");

	(void)state;
	read_bytes(&reading,
		model_of(arena,
			wire_bytes(arena, GRAPH_NODE,
				wire(arena, wire_text(arena, NODE_OP_TYPE, "If"),
					wire_text(arena, NODE_OUTPUT, "y"),
					wire_bytes(arena, NODE_ATTRIBUTE,
						wire_times(arena, 2,
							wire_bytes(arena, ATTR_GRAPHS,
								graph)))))));
	assert_int_equal(reading.model.nnode, 3);
	assert_line(&reading, "'' 'Conv'-13 ai.onnx: -> ! is in a subgraph of an unnamed "
			      "node 'If', which is not searched");
	assert_line(&reading, "unsearched: 2 subgraphs");
	end(&reading);
}

static struct bytes
nested(struct arena *arena, size_t depth)
{
	struct bytes graph = graph_of(arena, "node Conv X,W c deepest");

	for (size_t i = 0; i < depth; i++)
		graph = loop_around(arena, "loop", graph);
	return model_of(arena, graph);
}

static void
thirty_loops_are_legal(void **state)
{
	struct reading reading = {.good = false};

	(void)state;
	read_bytes(&reading, nested(&reading.arena, 30));
	assert_line(&reading,
		"'deepest' 'Conv'-13 ai.onnx: -> ! is in a subgraph of node "
		"'loop', which is not searched");
	assert_line(&reading, "unsearched: 30 subgraphs");
	end(&reading);
}

static void
many_loops_are_not_followed(void **state)
{
	struct reading reading = {.good = false};

	(void)state;
	read_bytes(&reading, nested(&reading.arena, 2000));
	assert_int_equal(reading.model.nnode, 65);
	assert_line(&reading, "unsearched: 1 subgraph or function that cannot be read");
	end(&reading);
}

static void
a_broken_subgraph_is_told(void **state)
{
	struct reading reading = {.good = false};
	struct arena *arena = &reading.arena;

	(void)state;
	read_bytes(&reading,
		model_of(arena, loop_around(arena, "l", (struct bytes){"\x0a\x7f", 2})));
	assert_int_equal(reading.model.nnode, 1);
	assert_line(&reading, "unsearched: 1 subgraph or function that cannot be read");
	end(&reading);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_in_a_subgraph_are_listed),
		cmocka_unit_test(branches_are_several_graphs),
		cmocka_unit_test(thirty_loops_are_legal),
		cmocka_unit_test(many_loops_are_not_followed),
		cmocka_unit_test(a_broken_subgraph_is_told),
	};

	return cmocka_run_group_tests_name("onnx_inner", tests, NULL, NULL);
}
