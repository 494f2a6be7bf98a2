#include "readers/tensorflow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena.h"
#include "described.h"
#include "model.h"
#include "readers/request.h"
#include "rows.h"
#include "source.h"
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

/* Bytes that are read, with the messages caught. */
struct reading {
	struct source source;
	struct arena arena;
	struct model model;
	bool good;
	char *said;
};

static void
read_bytes(struct reading *reading, struct bytes bytes)
{
	const struct read_request request = {0};
	size_t nsaid;

	*reading = (struct reading){.good = false};
	source_from_text(&reading->source, "t.pb", bytes.text, bytes.size);
	reading->source.messages = open_memstream(&reading->said, &nsaid);
	assert_non_null(reading->source.messages);
	reading->good = tensorflow_read(
		&reading->source, &reading->model, &request, &reading->arena);
	fclose(reading->source.messages);
	assert_int_equal(reading->source.nerror, !reading->good);
}

static void
end(struct reading *reading)
{
	arena_free(&reading->arena);
	free(reading->said);
}

/* The bytes of a file of tests/models/tensorflow. */
static struct bytes
load(const char *file, struct arena *arena)
{
	const char *path = arena_format(arena, "tests/models/tensorflow/%s.pb", file);
	FILE *stream = fopen(path, "rb");
	char *text = arena_alloc(arena, 64 * 1024);
	size_t size;

	assert_non_null(stream);
	size = fread(text, 1, 64 * 1024, stream);
	assert_true(feof(stream));
	fclose(stream);
	return (struct bytes){text, size};
}

static const char *
describe(struct reading *reading, const char *name)
{
	for (size_t i = 0; i < reading->model.nnode; i++)
		if (bytes_are(reading->model.node[i].name, name))
			return describe_node(&reading->model, &reading->model.node[i],
				&reading->arena);
	fail_msg("there is no node %s", name);
	return NULL;
}

static void
row_is_read(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct reading reading;

	read_bytes(&reading, load(row->file, &arena));
	assert_int_equal(reading.good, row->node != NULL);
	if (reading.good)
		assert_string_equal(describe(&reading, row->node), row->wanted);
	else
		assert_string_equal(reading.said, row->wanted);
	end(&reading);
	arena_free(&arena);
}

/* Numbers of fields. */
enum {
	GRAPH_NODE = 1,
	GRAPH_LIBRARY = 2,
	GRAPH_VERSIONS = 4,
	NODE_NAME = 1,
	NODE_OP = 2,
	NODE_INPUT = 3,
	NODE_ATTR = 5,
	VALUE_LIST = 1,
	VALUE_S = 2,
	VALUE_I = 3,
	VALUE_B = 5,
	VALUE_TYPE = 6,
	VALUE_SHAPE = 7,
	VALUE_TENSOR = 8,
	VALUE_FUNC = 10,
	LIST_S = 2,
	LIST_I = 3,
	LIST_F = 4,
	LIST_B = 5,
	LIST_TYPE = 6,
	LIST_SHAPE = 7,
	SHAPE_DIM = 2,
	SHAPE_UNKNOWN_RANK = 3,
	TENSOR_DTYPE = 1,
	TENSOR_SHAPE = 2,
	TENSOR_CONTENT = 4,
	FUNCTION_SIGNATURE = 1,
	FUNCTION_NODE = 3,
	FUNCTION_ARG_ATTR = 7,
	SIGNATURE_NAME = 1,
	SIGNATURE_INPUT = 2,
	META_INFORMATION = 1,
	META_GRAPH = 2,
	INFORMATION_TAGS = 4,
	SAVED_META = 2
};

static const struct bytes nothing = {"", 0};

static struct bytes
attribute(struct arena *arena, const char *key, struct bytes value)
{
	return wire_bytes(arena, NODE_ATTR,
		wire(arena, wire_text(arena, 1, key), wire_bytes(arena, 2, value)));
}

static struct bytes
type_attribute(struct arena *arena, const char *key, uint64_t type)
{
	return attribute(arena, key, wire_number(arena, VALUE_TYPE, type));
}

static struct bytes
dims(struct arena *arena, const char *extents)
{
	struct bytes shape = nothing;

	for (char *end; *extents; extents = *end ? end + 1 : end) {
		uint64_t extent = (uint64_t)strtoll(extents, &end, 10);

		shape = wire(arena, shape,
			wire_bytes(arena, SHAPE_DIM, wire_number(arena, 1, extent)));
	}
	return shape;
}

/* A node; its inputs are separated by blanks. */
static struct bytes
node(struct arena *arena, const char *name, const char *op, const char *inputs,
	struct bytes attributes)
{
	struct bytes content = wire(arena, wire_text(arena, NODE_NAME, name),
		wire_text(arena, NODE_OP, op), attributes);

	while (*inputs) {
		size_t n = strcspn(inputs, " ");

		content = wire(arena, content,
			wire_bytes(arena, NODE_INPUT, (struct bytes){inputs, n}));
		inputs += n + (inputs[n] == ' ');
	}
	return content;
}

static struct bytes
graph_node(struct arena *arena, const char *name, const char *op, const char *inputs,
	struct bytes attributes)
{
	return wire_bytes(arena, GRAPH_NODE, node(arena, name, op, inputs, attributes));
}

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
	read_bytes(&reading,
		graph_node(&arena, "x", "Op", "", attribute(&arena, "a", value)));
	assert_true(reading.good);
	assert_string_equal(describe(&reading, "x"),
		arena_format(&arena, "Op-0 () -> x none?; a=%s", row->wanted));
	end(&reading);
	arena_free(&arena);
}

/* A constant: one field of its tensor. */
struct tensor_row {
	const char *name;
	uint64_t type;
	const char *dims;
	uint32_t field;
	struct bytes content; /* of a list: packed */
	const char *wanted;
};

#define BYTES(text) \
	{ \
		text, sizeof(text) - 1 \
	}

/* clang-format off */
static const struct tensor_row tensor_rows[] = {
	{"float_val",                   1, "2", 5, BYTES("\0\0\xc0\x3f\0\0\0\xc0"), "float32[2] = 1.5 -2"},
	{"double_val",                  2, "1", 6, BYTES("\0\0\0\0\0\0\xf8\x3f"), "float64[1] = 1.5"},
	{"int_val of int32",            3, "2", 7, BYTES("\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "int32[2] = 1 -1"},
	{"int_val of uint8",            4, "1", 7, BYTES("\xff\x01"), "uint8[1] = 255"},
	{"int_val of int16",            5, "1", 7, BYTES("\xff\xff\x01"), "int16[1] = 32767"},
	{"int_val of int8",             6, "1", 7, BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "int8[1] = -1"},
	{"scomplex_val",                8, "1", 9, BYTES("\0\0\x80\x3f\0\0\0\x40"), "complex64[1] = 1+2i"},
	{"int64_val",                   9, "1", 10, BYTES("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), "int64[1] = -9223372036854775808"},
	{"bool_val",                   10, "2", 11, BYTES("\x01\x00"), "bool[2] = 1 0"},
	{"qint8",                      11, "1", 7, BYTES("\x05"), "qint8[1] = 5"},
	{"quint8 is uint8",            12, "1", 7, BYTES("\xff\x01"), "uint8[1] = 255"},
	{"qint32 is int32",            13, "1", 7, BYTES("\x05"), "int32[1] = 5"},
	{"qint16 is int16",            15, "1", 7, BYTES("\x05"), "int16[1] = 5"},
	{"quint16 is uint16",          16, "1", 7, BYTES("\xff\xff\x03"), "uint16[1] = 65535"},
	{"uint16",                     17, "1", 7, BYTES("\xff\xff\x03"), "uint16[1] = 65535"},
	{"dcomplex_val",               18, "", 12, BYTES("\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\x40"), "complex128[] = 1+2i"},
	{"half_val of half",           19, "2", 13, BYTES("\x80\x78\x80\xfc\x03"), "float16[2] = 3c00 fe00"},
	{"half_val of bfloat16",       14, "1", 13, BYTES("\x80\x7f"), "bfloat16[1] = 3f80"},
	{"uint32_val",                 22, "1", 16, BYTES("\xff\xff\xff\xff\x0f"), "uint32[1] = 4294967295"},
	{"uint64_val",                 23, "1", 17, BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "uint64[1] = 18446744073709551615"},
	{"the last value is repeated",  3, "2,2", 7, BYTES("\x01\x02"), "int32[2, 2] = 1 2 2 2"},
	{"a complex one too",           8, "2", 9, BYTES("\0\0\x80\x3f\0\0\0\x40"), "complex64[2] = 1+2i 1+2i"},
	{"no value is 0",               3, "3", 7, BYTES(""), "int32[3] = 0 0 0"},
	{"no elements",                 3, "0,4", 7, BYTES(""), "int32[0, 4] ="},
	{"tensor_content",              5, "2", 4, BYTES("\x01\x00\xff\xff"), "int16[2] = 1 -1"},
	{"tensor_content of complex",   8, "1", 4, BYTES("\0\0\x80\x3f\0\0\0\x40"), "complex64[1] = 1+2i"},
	{"tensor_content too short",    5, "2", 4, BYTES("\x01\x00\xff"), "int16[2] !has 3 bytes of data, expected 4 for [2] of int16"},
	{"tensor_content too long",     5, "2", 4, BYTES("\x01\x00\xff\xff\xff"), "int16[2] !has 5 bytes of data, expected 4 for [2] of int16"},
	{"tensor_content of a bool 2", 10, "1", 4, BYTES("\x02"), "bool[1] !has the bool 2 at element 0, expected 0 or 1"},
	{"too many values",             3, "1", 7, BYTES("\x01\x02"), "int32[1] !has 2 values in int_val, expected 1 at most for [1] of int32"},
	{"half of a complex number",    8, "1", 9, BYTES("\0\0\x80\x3f"), "complex64[1] !has half a number at the end of its scomplex_val"},
	{"an int8 of 128",              6, "1", 7, BYTES("\x80\x01"), "int8[1] !has 128 in int_val, which int8 cannot hold"},
	{"a uint8 of -1",               4, "1", 7, BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), "uint8[1] !has -1 in int_val, which uint8 cannot hold"},
	{"a half of 65536",            19, "1", 13, BYTES("\x80\x80\x04"), "float16[1] !has 65536 in half_val, which float16 cannot hold"},
	{"the wrong list",              1, "1", 7, BYTES("\x01"), "float32[1] !holds float32, but has values in other lists than float_val"},
	{"one value for a gigabyte",    6, "1073741824", 7, BYTES("\x01"), "int8[1073741824] !is [1073741824] of int8, but has 1 values; more than 64 MiB are not filled up"},
	{"extents whose product wraps", 6, "4294967296,4294967296", 7, BYTES("\x01"), "int8[4294967296, 4294967296] !has too many elements"},
	{"an extent that is not known", 6, "-1", 7, BYTES("\x01"), "int8[?] !has too many elements"},
	{"strings",                     7, "1", 8, BYTES("a"), "string[1] !has elements of a type that opgen does not have"},
	{"an unknown type",            99, "1", 7, BYTES("\x01"), "type 99[1] !has elements of a type that opgen does not have"},
};
/* clang-format on */

static void
tensor_is_read(void **state)
{
	const struct tensor_row *row = *state;
	struct arena arena = {0};
	struct reading reading;
	const char *wanted = arena_format(
		&arena, "Const-0 () -> c %s; value=%s", row->wanted, row->wanted);

	read_bytes(&reading,
		graph_node(&arena, "c", "Const", "",
			attribute(&arena, "value",
				wire_bytes(&arena, VALUE_TENSOR,
					wire(&arena,
						wire_number(
							&arena, TENSOR_DTYPE, row->type),
						wire_bytes(&arena, TENSOR_SHAPE,
							dims(&arena, row->dims)),
						wire_bytes(&arena, row->field,
							row->content))))));
	assert_true(reading.good);
	assert_string_equal(describe(&reading, "c"), wanted);
	end(&reading);
	arena_free(&arena);
}

/* What an input means in a graph of a Placeholder p, a Split s and an unknown op u. */
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

	read_bytes(&reading,
		wire(&arena, graph_node(&arena, "n", "Op", row->input, nothing),
			graph_node(&arena, "p", "Placeholder", "",
				wire(&arena, type_attribute(&arena, "dtype", 3), shape)),
			graph_node(
				&arena, "s", "Split", "", type_attribute(&arena, "T", 1)),
			graph_node(&arena, "u", "Unknown", "", nothing),
			graph_node(&arena, "d", "Unknown", "", nothing),
			graph_node(&arena, "d", "Unknown", "", nothing)));
	assert_true(reading.good);
	assert_string_equal(describe(&reading, "n"),
		arena_format(&arena, "Op-0 (%s) -> n none?", row->wanted));
	end(&reading);
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

	read_bytes(&reading,
		wire(&arena, graph_node(&arena, "p", "Placeholder", "", nothing),
			wire_bytes(&arena, GRAPH_LIBRARY,
				wire(&arena, function(&arena, "f", row->input),
					function(&arena, "g", "")))));
	assert_true(reading.good);
	assert_int_equal(reading.model.nnode, 7);
	assert_int_equal(reading.model.node[0].function.size, 0);
	assert_true(bytes_are(reading.model.node[3].function, "f"));
	assert_true(bytes_are(reading.model.node[6].function, "g"));
	assert_string_equal(describe(&reading, "n"),
		arena_format(&arena, "DepthToSpace-0 (%s) -> f/n float32?; T=1%s", value,
			is_type ? " !has the type float32, but its input 'f/y' holds int8"
				: ""));
	end(&reading);
	arena_free(&arena);
}

static void
functions_of_one_name_are_a_fault(void **state)
{
	struct arena arena = {0};
	struct reading reading;

	(void)state;
	read_bytes(&reading,
		wire(&arena, graph_node(&arena, "p", "Placeholder", "", nothing),
			wire_bytes(&arena, GRAPH_LIBRARY,
				wire(&arena, function(&arena, "f", "x"),
					function(&arena, "f", "x")))));
	assert_true(reading.good);
	assert_null(reading.model.node[0].fault);
	for (size_t i = 1; i < 7; i++)
		assert_string_equal(reading.model.node[i].fault,
			"is in a function whose name another one has too");
	end(&reading);
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
	read_bytes(&reading, meta_graph(&arena, "train", "x"));
	assert_true(reading.good);
	assert_int_equal(reading.model.nunsearched, 0);
	assert_string_equal(describe(&reading, "x"), "Placeholder-0 () -> x none?");
	end(&reading);
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
	read_bytes(
		&reading, wire(&arena, wire_number(&arena, 1, 1), train, serve, serve));
	assert_true(reading.good);
	assert_int_equal(reading.model.nnode, 1);
	assert_true(bytes_are(reading.model.node[0].name, "s"));
	assert_string_equal(reading.model.unsearched[0], "2 more meta graphs");
	end(&reading);
	read_bytes(&reading, wire(&arena, wire_number(&arena, 1, 1), train, train));
	assert_true(reading.good);
	assert_true(bytes_are(reading.model.node[0].name, "t"));
	assert_string_equal(reading.model.unsearched[0], "1 more meta graph");
	end(&reading);
	arena_free(&arena);
}

static void
attributes_twice_and_without_a_value_are_faults(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes one = type_attribute(&arena, "T", 1);

	(void)state;
	read_bytes(&reading,
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
	end(&reading);
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
	read_bytes(&reading, x);
	assert_string_equal(
		describe(&reading, "x"), "Placeholder-0 () -> x none?; shape=[]");
	end(&reading);
	read_bytes(&reading,
		wire(&arena, x,
			wire_bytes(&arena, GRAPH_VERSIONS, wire_number(&arena, 1, 22))));
	assert_string_equal(
		describe(&reading, "x"), "Placeholder-0 () -> x none[]; shape=[]");
	end(&reading);
	arena_free(&arena);
}

/* Reads bytes that ask for much, within a second. */
static void
read_in_time(struct reading *reading, struct bytes bytes)
{
	clock_t start = clock();

	read_bytes(reading, bytes);
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
	assert_string_equal(describe(&reading, "x"), "Op-0 () -> x none?; a=other");
	end(&reading);
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
	end(&reading);
	read_in_time(&reading, wire(&arena, first, wire_times(&arena, 3000000, empty)));
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, "of memory"));
	end(&reading);
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
	end(&reading);
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
	end(&reading);
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
	end(&reading);
	arena_free(&arena);
}

static void
use_all(struct reading *reading)
{
	for (size_t i = 0; reading->good && i < reading->model.nnode; i++)
		describe_node(&reading->model, &reading->model.node[i], &reading->arena);
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
		struct bytes bytes = load(files[f], &arena);

		for (size_t i = 0; i < bytes.size; i++) {
			struct reading reading;
			char *changed = arena_copy_text(&arena, bytes.text, bytes.size),
			     *part = malloc(i + 1);

			assert_non_null(part);
			memcpy(part, bytes.text, i);
			part[i] = '\0';
			read_bytes(&reading, (struct bytes){part, i});
			use_all(&reading);
			end(&reading);
			free(part);
			changed[i] = (char)(changed[i] ^ (1 << i % 8));
			read_bytes(&reading, (struct bytes){changed, bytes.size});
			use_all(&reading);
			end(&reading);
		}
	}
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_of_one_name_are_a_fault),
		cmocka_unit_test(a_meta_graph_is_read),
		cmocka_unit_test(of_a_saved_model_the_graph_to_serve_is_read),
		cmocka_unit_test(attributes_twice_and_without_a_value_are_faults),
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

	failed += run_table("attributes", attribute_rows, attribute_is_read);
	failed += run_table("tensors", tensor_rows, tensor_is_read);
	failed += run_table("inputs", input_rows, input_is_found);
	failed += run_table("functions", function_rows, input_of_a_function_is_found);
	return failed + cmocka_run_group_tests_name("tensorflow", tests, NULL, NULL);
}
