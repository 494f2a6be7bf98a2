#include "support/rows.h"

#include <stdlib.h>

#define POOL(more) \
	"{'op': 'AveragePool', 'dtype': 'float32', 'inputs': {'X': [1, 1, 6]}, " more "}"
#define LP_POOL(more) \
	"{'op': 'LpPool', 'dtype': 'float32', 'inputs': {'X': [1, 1, 6]}, " more "}"
#define CONV(inputs) "{'op': 'Conv', 'dtype': 'float32', 'inputs': {" inputs "}}"
#define SPACE_TO_BATCH(more) \
	"{'op': 'SpaceToBatch', 'dtype': 'float32', " more \
	" 'inputs': {'data': [1, 4], " \
	"'block_shape': {'dtype': 'int64', 'shape': [2], 'data': [1, 2]}, " \
	"'pads_begin': {'dtype': 'int8', 'shape': [2], 'data': [0, 0]}, " \
	"'pads_end': {'dtype': 'uint64', 'shape': [2], 'data': [0, 0]}}}"
#define KERNEL "'attributes': {'kernel_shape': [2]}"

/* clang-format off */
static const struct resolve_row rows[] = {
	/* Operations, domains, versions. */
	{"the newest operator set is the default",
		POOL("'attributes': {'kernel_shape': [2], 'dilations': [1]}"), "[1, 1, 5]", NULL},
	{"the empty domain is ai.onnx", POOL("'domain': '', " KERNEL), "[1, 1, 5]", NULL},
	{"an unknown domain", POOL("'domain': 'onnx', " KERNEL), NULL,
		"error: domain: expected ai.onnx, com.microsoft, openvino or tensorflow, got 'onnx'; did you mean 'ai.onnx'?"},
	{"an op of another domain", POOL("'domain': 'tensorflow', " KERNEL), NULL,
		"error: domain: AveragePool is an operation of ai.onnx, not of tensorflow"},
	{"a later operator set is taken with a warning", POOL("'opset': 30, " KERNEL), "[1, 1, 5]",
		"warning: opset: 30 is newer than 28, the newest known; AveragePool-22 is used"},
	{"operator set 23 is known", POOL("'opset': 23, " KERNEL), "[1, 1, 5]", NULL},
	{"operator set 28 is known", POOL("'opset': 28, " KERNEL), "[1, 1, 5]", NULL},
	{"TensorFlow has no operator sets",
		"{'op': 'DepthToSpace', 'opset': 1, 'dtype': 'int8', 'inputs': {'input': [1, 1, 1, 4]}, "
		"'attributes': {'block_size': 2}}", NULL,
		"error: opset: the operations of tensorflow have no operator sets; DepthToSpace of ai.onnx has: write \"domain\": \"ai.onnx\""},
	{"OpenVINO's operator set is 2", SPACE_TO_BATCH("'opset': 2,"), "[2, 2]", NULL},
	{"OpenVINO's first operator set had no SpaceToBatch", SPACE_TO_BATCH("'opset': 1,"), NULL,
		"error: opset: SpaceToBatch came with operator set 2, got 1"},
	{"OpenVINO's operator set 16 has SpaceToBatch-2", SPACE_TO_BATCH("'opset': 16,"), "[2, 2]", NULL},
	{"OpenVINO's later operator sets are not known", SPACE_TO_BATCH("'opset': 17,"), NULL,
		"error: opset: the newest operator set known of openvino is 16, got 17"},

	/* Element types. */
	{"bfloat16 came with AveragePool-22",
		"{'op': 'AveragePool', 'opset': 21, 'dtype': 'bfloat16', 'inputs': {'X': [1, 1, 6]}, "
		KERNEL "}", NULL,
		"error: dtype: bfloat16 came with AveragePool-22; this is AveragePool-19"},
	{"no pool of integers",
		"{'op': 'LpPool', 'opset': 18, 'dtype': 'int32', 'inputs': {'X': [1, 1, 6]}, "
		KERNEL "}", NULL,
		"error: dtype: LpPool-18 takes float32, float64 or float16, got int32"},
	{"no SpaceToBatch of complex numbers",
		"{'op': 'SpaceToBatch', 'dtype': 'complex64', 'inputs': {'data': [1, 4], "
		"'block_shape': {'dtype': 'int64', 'shape': [2], 'data': [1, 2]}, "
		"'pads_begin': {'dtype': 'int64', 'shape': [2], 'data': [0, 0]}, "
		"'pads_end': {'dtype': 'int64', 'shape': [2], 'data': [0, 0]}}}", NULL,
		"error: dtype: SpaceToBatch-2 takes float32, float64, float16, bfloat16, bool, int8, "
		"int16, int32, int64, uint8, uint16, uint32 or uint64, got complex64"},

	/* Inputs. */
	{"an optional input may be absent", CONV("'X': [1, 1, 3], 'W': [1, 1, 2]"), "[1, 1, 2]",
		NULL},
	{"the order of inputs is free", CONV("'B': [1], 'W': [1, 1, 2], 'X': [1, 1, 3]"),
		"[1, 1, 2]", NULL},
	{"any input may be a constant",
		CONV("'W': {'shape': [1, 1, 2], 'data': [1, 2]}, "
			"'X': {'dtype': 'float32', 'shape': [1, 1, 3], 'data': [1, 2, 3]}"),
		"[1, 1, 2]", NULL},
	{"a required input is absent", CONV("'X': [1, 1, 3]"), NULL, "error: inputs: Conv needs W"},
	{"an unknown input", CONV("'X': [1, 1, 3], 'W': [1, 1, 2], 'bias': [1]"), NULL,
		"error: inputs: Conv has X, W and B, not 'bias'; did you mean 'B'?"},
	{"a constant of another type",
		CONV("'X': [1, 1, 3], 'W': {'dtype': 'int8', 'shape': [1, 1, 1], 'data': [1]}"), NULL,
		"error: W: expected the operation's dtype, float32, got int8"},
	{"a vector of the operation's own integer type needs no dtype",
		"{'op': 'SpaceToBatch', 'dtype': 'int16', 'inputs': {'data': [1, 4], "
		"'block_shape': {'shape': [2], 'data': [1, 2]}, "
		"'pads_begin': {'shape': [2], 'data': [0, 0]}, "
		"'pads_end': {'shape': [2], 'data': [0, 0]}}}", "[2, 2]", NULL},
	{"vectors must be constants",
		"{'op': 'SpaceToBatch', 'dtype': 'int64', 'inputs': {'data': [1, 4], "
		"'block_shape': [2], 'pads_begin': {'shape': [2], 'data': [0, 0]}, "
		"'pads_end': {'shape': [2], 'data': [0, 0]}}}", NULL,
		"error: block_shape: expected a constant: an object with data or a file, such as {\"shape\": [2], \"dtype\": \"int64\", \"data\": [1, 1]}"},

	/* Attributes. */
	{"dilations came with AveragePool-19",
		POOL("'opset': 18, 'attributes': {'kernel_shape': [2], 'dilations': [2]}"), NULL,
		"error: AveragePool-11 has no dilations; it came with version 19"},
	{"count_include_pad came with AveragePool-7",
		POOL("'opset': 6, 'attributes': {'kernel_shape': [2], 'count_include_pad': 1}"), NULL,
		"error: AveragePool-1 has no count_include_pad; it came with version 7"},
	{"ceil_mode came with LpPool-18",
		LP_POOL("'opset': 11, 'attributes': {'kernel_shape': [2], 'ceil_mode': 0}"), NULL,
		"error: LpPool-11 has no ceil_mode; it came with version 18"},
	{"mode came with DepthToSpace-11",
		"{'op': 'DepthToSpace', 'domain': 'ai.onnx', 'opset': 10, 'dtype': 'float32', "
		"'inputs': {'input': [1, 4, 1, 1]}, 'attributes': {'blocksize': 2, 'mode': 'DCR'}}", NULL,
		"error: DepthToSpace-1 has no mode; it came with version 11"},
	{"LpPool never has count_include_pad",
		LP_POOL("'attributes': {'kernel_shape': [2], 'count_include_pad': 0}"), NULL,
		"error: LpPool-22 has no attribute 'count_include_pad'; it has auto_pad, ceil_mode, "
		"dilations, kernel_shape, p, pads and strides"},
	{"a misspelt attribute is offered as it should be",
		LP_POOL("'opset': 2, 'attributes': {'kernel_shape': [2], 'stride': [2]}"), NULL,
		"error: LpPool-2 has no attribute 'stride'; it has auto_pad, kernel_shape, p, pads and "
		"strides; did you mean 'strides'?"},
	{"kernel_shape is required, in LpPool-1 too", LP_POOL("'opset': 1"), NULL,
		"error: attributes: LpPool-1 needs kernel_shape"},
	{"p is a FLOAT in version 1", LP_POOL("'opset': 1, 'attributes': {'kernel_shape': [2], 'p': 2.5}"),
		"[1, 1, 5]", NULL},
	{"a FLOAT may be written as an integer",
		LP_POOL("'opset': 1, 'attributes': {'kernel_shape': [2], 'p': 3}"), "[1, 1, 5]", NULL},
	{"a FLOAT must fit float32",
		LP_POOL("'opset': 1, 'attributes': {'kernel_shape': [2], 'p': 3.5e38}"), NULL,
		"error: p: expected a number that float32 can hold, got 3.5e+38"},
	{"p is an INT from version 2",
		LP_POOL("'opset': 2, 'attributes': {'kernel_shape': [2], 'p': 2.5}"), NULL,
		"error: p: LpPool-2 expects an integer (the norm's exponent), got a real number"},
	{"an INT is not written 2.0", LP_POOL("'attributes': {'kernel_shape': [2], 'p': 2.0}"), NULL,
		"error: p: LpPool-22 expects an integer (the norm's exponent), got a real number"},
	{"an INT is no string", LP_POOL("'attributes': {'kernel_shape': [2], 'p': '2'}"), NULL,
		"error: p: LpPool-22 expects an integer (the norm's exponent), got a string"},
	{"INTS is a list even of one", POOL("'attributes': {'kernel_shape': 2}"), NULL,
		"error: kernel_shape: AveragePool-22 expects a list of integers (extents of the window, one for each spatial axis), such as [2], got an integer"},
	{"a flag is 0 or 1",
		POOL("'attributes': {'kernel_shape': [2], 'ceil_mode': 2, 'count_include_pad': -1}"), NULL,
		"error: ceil_mode: expected 0 or 1, got 2\n"
		"error: count_include_pad: expected 0 or 1, got -1"},
	{"the values of a list have a range", POOL("'attributes': {'kernel_shape': [0]}"), NULL,
		"error: kernel_shape: expected 1 or more, got 0"},
	{"the values of a list have an end", POOL("'attributes': {'kernel_shape': [2], 'pads': [0, 4611686018427387905]}"),
		NULL, "error: pads: expected at most 4611686018427387904, got 4611686018427387905"},
	{"auto_pad is case sensitive",
		POOL("'attributes': {'kernel_shape': [2], 'auto_pad': 'valid'}"), NULL,
		"error: auto_pad: expected NOTSET, SAME_UPPER, SAME_LOWER or VALID, got 'valid'; did you "
		"mean 'VALID'?"},
	{"auto_pad is not empty", POOL("'attributes': {'kernel_shape': [2], 'auto_pad': ''}"), NULL,
		"error: auto_pad: expected NOTSET, SAME_UPPER, SAME_LOWER or VALID, got ''"},

	{"one mistake does not hide the next",
		"{'op': 'AveragePool', 'opset': 18, 'dtype': 'bfloat16', 'inputs': {'Z': [1, 1, 6]}, "
		"'attributes': {'p': 1, 'dilations': [1], 'ceil_mode': 1.0, 'strides': [0]}}", NULL,
		"error: dtype: bfloat16 came with AveragePool-22; this is AveragePool-11\n"
		"error: inputs: AveragePool has X, not 'Z'\n"
		"error: inputs: AveragePool needs X\n"
		"error: AveragePool-11 has no attribute 'p'; it has auto_pad, ceil_mode, "
		"count_include_pad, kernel_shape, pads and strides\n"
		"error: AveragePool-11 has no dilations; it came with version 19\n"
		"error: ceil_mode: AveragePool-11 expects an integer (1: round the output extents up), got a real number\n"
		"error: strides: expected 1 or more, got 0\n"
		"error: attributes: AveragePool-11 needs kernel_shape"},
};
/* clang-format on */

/* Other readers than JSON's may hand on a name twice. */
static void
a_name_given_twice_is_refused(void **state)
{
	struct arena arena = {0};
	const struct tensor tensor = {
		.rank = 3, .shape = {1, 1, 6}, .nelement = 6, .where = NULL};
	const struct input input[] = {{"X", NO_PART, 0, NULL}, {"X", NO_PART, 0, NULL}};
	const int64_t two[] = {2};
	const struct attribute kernel = {
		.name = "kernel_shape", .type = ATTRIBUTE_INTS, .ints = two, .nint = 1};
	const struct attribute attribute[] = {kernel, kernel};
	const struct node node = {
		.name = "pool",
		.op = "AveragePool",
		.dtype = DTYPE_FLOAT32,
		.input = input,
		.ninput = 2,
		.attribute = attribute,
		.nattribute = 2,
	};
	const struct spec spec = {
		.node = &node, .nnode = 1, .tensor = &tensor, .ntensor = 1};
	struct operation operation;
	struct source source;
	char *messages = NULL;
	size_t nmessage = 0;

	(void)state;
	source_from_text(&source, "test", "{}", 2);
	source.messages = open_memstream(&messages, &nmessage);
	assert_false(check_node(&spec, &node, &operation, &source, &arena));
	assert_int_equal(source.nerror, 2);
	fclose(source.messages);
	free(messages);
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_given_twice_is_refused),
	};
	int failed = run_table("specs", rows, row_holds);

	return failed + cmocka_run_group_tests_name("nodes", tests, NULL, NULL);
}
