#include "model/tensorflow/tensorflow.h"

#include "base/arena.h"
#include "support/reading.h"
#include "support/rows.h"
#include "support/tensorflow_graphs.h"
#include "support/wire.h"

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_meta_graph_is_read),
		cmocka_unit_test(of_a_saved_model_the_graph_to_serve_is_read),
		cmocka_unit_test(
			a_placeholder_of_an_old_graph_without_extents_has_any_shape),
	};
	int failed = run_table("files", rows, row_is_read);

	return failed + cmocka_run_group_tests_name("tensorflow", tests, NULL, NULL);
}
