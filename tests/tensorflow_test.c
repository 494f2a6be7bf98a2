#include "readers/tensorflow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena.h"
#include "reading.h"
#include "rows.h"
#include "tensorflow_graphs.h"
#include "wire.h"

/* A file in tests/models/tensorflow: what a node of it is, or what is said of the file.
 */
struct row {
	const char *name, *file, *node, *wanted;
};

/* clang-format off */
static const struct row rows[] = {
	{"a type that is not the input's", "bad_T_mismatch", "d2s",
	 "DepthToSpace-0 (x float32[1, 2, 3, 12]) -> d2s int32?; T=3; block_size=2; data_format='NHWC' !has the type int32, but its input 'x' holds float32"},
	{"a block of 1 is for the operation to judge", "bad_block_1", "d2s",
	 "DepthToSpace-0 (x float32[1, 2, 3, 12]) -> d2s float32?; T=1; block_size=1; data_format='NHWC'"},
	{"no block is too", "bad_block_missing", "d2s",
	 "DepthToSpace-0 (x float32[1, 2, 3, 12]) -> d2s float32?; T=1"},
	{"an input that is not there", "bad_dangling", "d2s",
	 "DepthToSpace-0 (nosuch float32? !is made by no node) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"so is a depth that the block does not divide", "bad_depth", "d2s",
	 "DepthToSpace-0 (x float32[1, 2, 3, 12]) -> d2s float32?; T=1; block_size=5; data_format='NHWC'"},
	{"two nodes of one name", "bad_duplicate_name", "d2s",
	 "DepthToSpace-0 (x float32[1, 2, 3, 12]) -> d2s float32?; T=1; block_size=2; data_format='NHWC' !has a name that another node has too"},
	{"extents whose product wraps", "bad_huge_dims", "d2s",
	 "DepthToSpace-0 (x float32[4611686018427387904, 4611686018427387904, 4, 4]) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"no input is for the operation to judge", "bad_no_input", "d2s",
	 "DepthToSpace-0 () -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"an output that is not there", "bad_port", "d2s",
	 "DepthToSpace-0 (x:7 float32? !is none of the outputs of 'x') -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"a constant of bfloat16", "const_bfloat16_half_val", "d2s",
	 "DepthToSpace-0 (x bfloat16[1, 2, 2, 4] = 0 3f80 4000 4040 4080 40a0 40c0 40e0 4100 4110 4120 4130 4140 4150 4160 4170) -> d2s bfloat16?; T=14; block_size=2; data_format='NHWC'"},
	{"a constant of zeros", "const_empty_value", "d2s",
	 "DepthToSpace-0 (x float32[1, 2, 2, 4] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"a constant of half", "const_half_val", "d2s",
	 "DepthToSpace-0 (x float16[1, 2, 2, 4] = 0 3c00 4000 4200 4400 4500 4600 4700 4800 4880 4900 4980 4a00 4a80 4b00 4b80) -> d2s float16?; T=19; block_size=2; data_format='NHWC'"},
	{"a constant that is filled up", "const_short_tail", "d2s",
	 "DepthToSpace-0 (x int32[1, 2, 2, 4] = 0 1 2 3 4 5 5 5 5 5 5 5 5 5 5 5) -> d2s int32?; T=3; block_size=2; data_format='NHWC'"},
	{"a constant of raw content", "const_tensor_content", "d2s",
	 "DepthToSpace-0 (x float32[1, 2, 2, 4] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"a length beyond the end", "len_past_end", NULL,
	 "t.pb: error: no TensorFlow graph: neither a GraphDef nor a SavedModel nor a MetaGraphDef with nodes\n"},
	{"channels first", "nchw_f32", "d2s",
	 "DepthToSpace-0 (x float32[2, 12, 2, 3]) -> d2s float32?; T=1; block_size=2; data_format='NCHW'"},
	{"bfloat16", "nhwc_bfloat16", "d2s",
	 "DepthToSpace-0 (x bfloat16[1, 1, 2, 8]) -> d2s bfloat16?; T=14; block_size=2; data_format='NHWC'"},
	{"bool", "nhwc_bool", "d2s",
	 "DepthToSpace-0 (x bool[1, 2, 2, 4]) -> d2s bool?; T=10; block_size=2; data_format='NHWC'"},
	{"a layout that is not said", "nhwc_default_format", "d2s",
	 "DepthToSpace-0 (x int32[1, 2, 2, 9]) -> d2s int32?; T=3; block_size=3"},
	{"DepthToSpace", "nhwc_f32", "d2s",
	 "DepthToSpace-0 (x float32[1, 2, 3, 12]) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"an input with its output's number", "nhwc_half", "d2s",
	 "DepthToSpace-0 (x float16[1, 1, 2, 8]) -> d2s float16?; T=19; block_size=2; data_format='NHWC'"},
	{"int16", "nhwc_int16", "d2s",
	 "DepthToSpace-0 (x int16[1, 2, 2, 4]) -> d2s int16?; T=5; block_size=2; data_format='NHWC'"},
	{"int64", "nhwc_int64", "d2s",
	 "DepthToSpace-0 (x int64[1, 2, 2, 4]) -> d2s int64?; T=9; block_size=2; data_format='NHWC'"},
	{"int8", "nhwc_int8", "d2s",
	 "DepthToSpace-0 (x int8[1, 2, 2, 4]) -> d2s int8?; T=6; block_size=2; data_format='NHWC'"},
	{"qint32", "nhwc_qint32", "d2s",
	 "DepthToSpace-0 (x int32[1, 2, 2, 4]) -> d2s int32?; T=13; block_size=2; data_format='NHWC'"},
	{"quint8", "nhwc_quint8", "d2s",
	 "DepthToSpace-0 (x uint8[1, 2, 2, 4]) -> d2s uint8?; T=12; block_size=2; data_format='NHWC'"},
	{"uint16", "nhwc_uint16", "d2s",
	 "DepthToSpace-0 (x uint16[1, 2, 2, 4]) -> d2s uint16?; T=17; block_size=2; data_format='NHWC'"},
	{"an ONNX model", "onnx_file_named", NULL,
	 "t.pb: error: no TensorFlow graph: neither a GraphDef nor a SavedModel nor a MetaGraphDef with nodes\n"},
	{"a SavedModel", "saved_model", "d2s",
	 "DepthToSpace-0 (x float32[1, 2, 3, 12]) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"no shape", "shape_absent", "d2s",
	 "DepthToSpace-0 (x float32?) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"shapes of _output_shapes", "shape_from_output_shapes", "d2s",
	 "DepthToSpace-0 (x float32[1, 2, 3, 12]) -> d2s float32[1, 4, 6, 3]; T=1; block_size=2; data_format='NHWC'; _output_shapes=other"},
	{"a scalar of a new graph", "shape_scalar_means_legacy_unknown", "d2s",
	 "DepthToSpace-0 (x float32[]) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"a rank that is not known", "shape_unknown_rank", "d2s",
	 "DepthToSpace-0 (x float32?) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"a second output", "split_output_1", "d2s",
	 "DepthToSpace-0 (sp:1 float32[1, 2, 3, 12]) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"nodes in any order", "through_identity", "d2s",
	 "DepthToSpace-0 (relu float32?) -> d2s float32?; T=1; block_size=2; data_format='NHWC'"},
	{"one byte", "trunc_1", NULL,
	 "t.pb: error: no TensorFlow graph: neither a GraphDef nor a SavedModel nor a MetaGraphDef with nodes\n"},
	{"all but the end", "trunc_171", NULL,
	 "t.pb: error: no TensorFlow graph: neither a GraphDef nor a SavedModel nor a MetaGraphDef with nodes\n"},
	{"20 bytes", "trunc_20", NULL,
	 "t.pb: error: no TensorFlow graph: neither a GraphDef nor a SavedModel nor a MetaGraphDef with nodes\n"},
	{"three bytes", "trunc_3", NULL,
	 "t.pb: error: no TensorFlow graph: neither a GraphDef nor a SavedModel nor a MetaGraphDef with nodes\n"},
	{"a node behind another one", "two_nodes", "up/d2s_2",
	 "DepthToSpace-0 (up/d2s_1 float32?) -> up/d2s_2 float32?; T=1; block_size=2; data_format='NHWC'"},
	{"a number of 11 bytes", "varint_11", NULL,
	 "t.pb: error: no TensorFlow graph: neither a GraphDef nor a SavedModel nor a MetaGraphDef with nodes\n"},
};
/* clang-format on */

static void
row_is_read(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct reading reading;

	tensorflow_begin(&reading,
		load(arena_format(&arena, "tests/models/tensorflow/%s.pb", row->file),
			&arena));
	assert_int_equal(reading.good, row->node != NULL);
	if (reading.good)
		assert_string_equal(reading_node(&reading, row->node), row->wanted);
	else
		assert_string_equal(reading.said, row->wanted);
	reading_end(&reading);
	arena_free(&arena);
}

/* A meta graph of one Placeholder. */
static struct bytes
meta_graph(struct arena *arena, const char *tag, const char *name)
{
	return wire(arena,
		wire_bytes(
			arena, META_INFORMATION, wire_text(arena, INFORMATION_TAGS, tag)),
		wire_bytes(arena, META_GRAPH,
			graph_node(arena, name, "Placeholder", "", nothing)));
}

static void
a_meta_graph_is_read(void **state)
{
	struct arena arena = {0};
	struct reading reading;

	(void)state;
	tensorflow_begin(&reading, meta_graph(&arena, "train", "x"));
	assert_true(reading.good);
	assert_int_equal(reading.model.nunsearched, 0);
	assert_string_equal(reading_node(&reading, "x"), "Placeholder-0 () -> x none?");
	reading_end(&reading);
	arena_free(&arena);
}

static void
of_a_saved_model_the_graph_to_serve_is_read(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes train =
		wire_bytes(&arena, SAVED_META, meta_graph(&arena, "train", "t"));
	struct bytes serve =
		wire_bytes(&arena, SAVED_META, meta_graph(&arena, "serve", "s"));

	(void)state;
	tensorflow_begin(
		&reading, wire(&arena, wire_number(&arena, 1, 1), train, serve, serve));
	assert_true(reading.good);
	assert_int_equal(reading.model.nnode, 1);
	assert_true(bytes_are(reading.model.node[0].name, "s"));
	assert_string_equal(reading.model.unsearched[0], "2 more meta graphs");
	reading_end(&reading);
	tensorflow_begin(&reading, wire(&arena, wire_number(&arena, 1, 1), train, train));
	assert_true(reading.good);
	assert_true(bytes_are(reading.model.node[0].name, "t"));
	assert_string_equal(reading.model.unsearched[0], "1 more meta graph");
	reading_end(&reading);
	arena_free(&arena);
}

static void
a_placeholder_of_an_old_graph_without_extents_has_any_shape(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes x = graph_node(&arena, "x", "Placeholder", "",
		attribute(&arena, "shape", wire_bytes(&arena, VALUE_SHAPE, nothing)));

	(void)state;
	tensorflow_begin(&reading, x);
	assert_string_equal(
		reading_node(&reading, "x"), "Placeholder-0 () -> x none?; shape=[]");
	reading_end(&reading);
	tensorflow_begin(&reading,
		wire(&arena, x,
			wire_bytes(&arena, GRAPH_VERSIONS, wire_number(&arena, 1, 22))));
	assert_string_equal(
		reading_node(&reading, "x"), "Placeholder-0 () -> x none[]; shape=[]");
	reading_end(&reading);
	arena_free(&arena);
}

/* Reads bytes that ask for much, within a second. */
static void
read_in_time(struct reading *reading, struct bytes bytes)
{
	clock_t start = clock();

	tensorflow_begin(reading, bytes);
	assert_true(clock() - start < CLOCKS_PER_SEC);
}

static void
functions_in_functions_are_not_followed(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes value = wire_text(&arena, VALUE_FUNC, "");

	(void)state;
	for (int i = 0; i < 2000; i++)
		value = wire_bytes(&arena, VALUE_FUNC,
			wire_bytes(&arena, 2,
				wire(&arena, wire_text(&arena, 1, "f"),
					wire_bytes(&arena, 2, value))));
	read_in_time(&reading,
		graph_node(&arena, "x", "Op", "", attribute(&arena, "a", value)));
	assert_true(reading.good);
	assert_string_equal(reading_node(&reading, "x"), "Op-0 () -> x none?; a=other");
	reading_end(&reading);
	arena_free(&arena);
}

static void
too_many_nodes_are_refused(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes first = graph_node(&arena, "x", "Op", "", nothing),
		     empty = wire_text(&arena, GRAPH_NODE, "");

	(void)state;
	read_in_time(&reading, wire(&arena, first, wire_times(&arena, 300000, empty)));
	assert_false(reading.good);
	assert_non_null(strstr(reading.said,
		"error: the graph has 300001 nodes; opgen takes at most 262144"));
	reading_end(&reading);
	read_in_time(&reading, wire(&arena, first, wire_times(&arena, 3000000, empty)));
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, "of memory"));
	reading_end(&reading);
	arena_free(&arena);
}

static void
too_many_inputs_are_refused(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes inputs =
		wire_times(&arena, 600000, wire_text(&arena, NODE_INPUT, ""));

	(void)state;
	read_in_time(&reading, graph_node(&arena, "x", "Op", "", inputs));
	assert_false(reading.good);
	assert_non_null(strstr(reading.said,
		"error: the graph has 600000 inputs of nodes; opgen takes at most"));
	reading_end(&reading);
	arena_free(&arena);
}

static void
too_many_outputs_are_refused(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes graph = nothing, part = nothing;

	(void)state;
	for (int i = 0; i < 300; i++) {
		char name[16], output[24];

		snprintf(name, sizeof name, "n%d", i);
		snprintf(output, sizeof output, "n%d:4095", i);
		part = graph_node(&arena, name, "Op", output, nothing);
		graph = wire(&arena, graph, part);
	}
	read_in_time(&reading, graph);
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, "more than 1048576 outputs"));
	reading_end(&reading);
	arena_free(&arena);
}

static void
a_long_name_of_a_function_takes_no_memory(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	char *name = arena_alloc(&arena, 1000001);
	struct bytes empty = wire_text(&arena, FUNCTION_NODE, "");

	(void)state;
	memset(name, 'f', 1000000);
	read_in_time(&reading,
		wire(&arena, graph_node(&arena, "x", "Op", "", nothing),
			wire_bytes(&arena, GRAPH_LIBRARY,
				wire_bytes(&arena, 1,
					wire(&arena,
						wire_bytes(&arena, FUNCTION_SIGNATURE,
							wire_text(&arena, SIGNATURE_NAME,
								name)),
						wire_times(&arena, 100, empty))))));
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, "the names of the graph's tensors"));
	reading_end(&reading);
	arena_free(&arena);
}

/* Wherever a good file ends, and whatever a byte of it becomes, nothing breaks. */
static void
any_byte_may_be_wrong_or_missing(void **state)
{
	static const char *const files[] = {
		"split_output_1", "const_half_val", "saved_model", "through_identity"};
	struct arena arena = {0};

	(void)state;
	for (size_t f = 0; f < countof(files); f++) {
		struct bytes bytes = load(
			arena_format(&arena, "tests/models/tensorflow/%s.pb", files[f]),
			&arena);

		for (size_t i = 0; i < bytes.size; i++) {
			struct reading reading;
			char *changed = arena_copy_text(&arena, bytes.text, bytes.size),
			     *part = malloc(i + 1);

			assert_non_null(part);
			memcpy(part, bytes.text, i);
			part[i] = '\0';
			tensorflow_begin(&reading, (struct bytes){part, i});
			reading_use(&reading);
			reading_end(&reading);
			free(part);
			changed[i] = (char)(changed[i] ^ (1 << i % 8));
			tensorflow_begin(&reading, (struct bytes){changed, bytes.size});
			reading_use(&reading);
			reading_end(&reading);
		}
	}
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_meta_graph_is_read),
		cmocka_unit_test(of_a_saved_model_the_graph_to_serve_is_read),
		cmocka_unit_test(
			a_placeholder_of_an_old_graph_without_extents_has_any_shape),
		cmocka_unit_test(functions_in_functions_are_not_followed),
		cmocka_unit_test(too_many_nodes_are_refused),
		cmocka_unit_test(too_many_inputs_are_refused),
		cmocka_unit_test(too_many_outputs_are_refused),
		cmocka_unit_test(a_long_name_of_a_function_takes_no_memory),
		cmocka_unit_test(any_byte_may_be_wrong_or_missing),
	};
	int failed = run_table("files", rows, row_is_read);

	return failed + cmocka_run_group_tests_name("tensorflow", tests, NULL, NULL);
}
