#include "support/rows.h"

#define CONVOLUTION(op, filters, attributes) \
	"{'op': '" op "', 'dtype': 'float32', 'inputs': {'data': [2, 4, 6, 7], " \
	"'filters': " filters "}, 'attributes': {" attributes "}}"
#define POOL(op, opset, dtype, more, attributes) \
	"{'op': '" op "', 'domain': 'openvino', 'opset': " opset ", 'dtype': '" dtype \
	"', 'inputs': {'data': [2, 3, 5]}" more ", 'attributes': {" attributes "}}"
#define AVERAGE(opset, attributes) POOL("AvgPool", opset, "float32", "", attributes)
#define MAX(opset, attributes) POOL("MaxPool", opset, "float32", "", attributes)
#define INDICES(opset, attributes) \
	POOL("MaxPool", opset, "float32", ", 'outputs': ['output', 'indices']", \
		attributes)
#define PLANES "'strides': [1, 1], 'pads_begin': [0, 0], 'pads_end': [0, 0]"
#define ROWS "'kernel': [2], 'strides': [2], 'pads_begin': [1], 'pads_end': [1]"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"Convolution", CONVOLUTION("Convolution", "[5, 4, 3, 2]", PLANES ", 'dilations': [2, 1]"),
		"[2, 5, 2, 6]", NULL},
	{"same_upper means nothing by pads",
		CONVOLUTION("Convolution", "[5, 4, 3, 2]", "'strides': [2, 3], 'pads_begin': [9, 9], "
			"'pads_end': [9, 9], 'dilations': [1, 1], 'auto_pad': 'same_upper'"), "[2, 5, 3, 3]", NULL},
	{"valid neither",
		CONVOLUTION("Convolution", "[5, 4, 3, 2]", "'strides': [2, 3], 'pads_begin': [9, 9], "
			"'pads_end': [9, 9], 'dilations': [1, 1], 'auto_pad': 'valid'"), "[2, 5, 2, 2]", NULL},
	{"GroupConvolution has groups first",
		CONVOLUTION("GroupConvolution", "[2, 3, 2, 3, 3]", PLANES ", 'dilations': [1, 1]"), "[2, 6, 4, 5]", NULL},
	{"words are OpenVINO's", CONVOLUTION("Convolution", "[5, 4, 3, 2]", PLANES ", 'dilations': [1, 1], 'auto_pad': 'SAME_UPPER'"),
		NULL, "error: auto_pad: expected explicit, same_upper, same_lower or valid, got 'SAME_UPPER'; did you mean 'same_upper'?"},
	{"attributes are required", CONVOLUTION("Convolution", "[5, 4, 3, 2]", "'strides': [1, 1]"), NULL,
		"error: attributes: Convolution-1 needs dilations\n"
		"error: attributes: Convolution-1 needs pads_begin\n"
		"error: attributes: Convolution-1 needs pads_end"},
	{"filters have data's dimensions", CONVOLUTION("Convolution", "[5, 4, 3]", PLANES ", 'dilations': [1, 1]"), NULL,
		"error: filters: expected 4 dimensions, as data has, got 3"},
	{"and one for groups", CONVOLUTION("GroupConvolution", "[5, 4, 3, 3]", PLANES ", 'dilations': [1, 1]"), NULL,
		"error: filters: expected 5 dimensions, one more than data has, got 4"},
	{"filters have data's channels", CONVOLUTION("Convolution", "[5, 2, 3, 3]", PLANES ", 'dilations': [1, 1]"), NULL,
		"error: filters: expected as many input channels as data has, 4, got 2 in 1 group"},
	{"in groups", CONVOLUTION("GroupConvolution", "[3, 5, 2, 3, 3]", PLANES ", 'dilations': [1, 1]"), NULL,
		"error: filters: expected as many input channels as data has, 4, got 2 in 3 groups"},
	{"filters have an extent", CONVOLUTION("Convolution", "[5, 4, 3, 0]", PLANES ", 'dilations': [1, 1]"), NULL,
		"error: filters: expected kernel extents of 1 or more, got 0 on axis D2"},
	{"filters fit", CONVOLUTION("Convolution", "[5, 4, 3, 3]", PLANES ", 'dilations': [1, 4]"), NULL,
		"error: filters: the kernel covers 9 on axis D2, more than the padded input, 7"},
	{"lists have an entry for each axis", CONVOLUTION("Convolution", "[5, 4, 3, 3]", PLANES ", 'dilations': [1]"), NULL,
		"error: dilations: expected 2 values, one for each spatial axis, got 1"},
	{"there is an axis",
		"{'op': 'Convolution', 'dtype': 'float32', 'inputs': {'data': [3, 4], 'filters': [3, 4]}, "
		"'attributes': {'strides': [], 'pads_begin': [], 'pads_end': [], 'dilations': []}}", NULL,
		"error: data: expected 3 dimensions or more, [N, C, D1, ...], got 2"},

	{"AvgPool", AVERAGE("1", ROWS ", 'exclude-pad': 1"), "[2, 3, 3]", NULL},
	{"ceil rounds up", AVERAGE("1", "'kernel': [2], 'strides': [2], 'pads_begin': [0], 'pads_end': [0], "
		"'exclude-pad': 1, 'rounding_type': 'ceil'"), "[2, 3, 3]", NULL},
	{"ceil rounds up under valid too", AVERAGE("1", ROWS ", 'exclude-pad': 1, 'rounding_type': 'ceil', 'auto_pad': 'valid'"),
		"[2, 3, 3]", NULL},
	{"ceil keeps a window in the padding", AVERAGE("14", ROWS ", 'exclude-pad': 1, 'rounding_type': 'ceil'"), "[2, 3, 4]",
		"warning: kernel: windows on axis D1 hold no input element; their average is 0"},
	{"ceil_torch drops it", AVERAGE("14", ROWS ", 'exclude-pad': 1, 'rounding_type': 'ceil_torch'"), "[2, 3, 3]", NULL},
	{"ceil_torch came with version 14", AVERAGE("13", ROWS ", 'exclude-pad': 1, 'rounding_type': 'ceil_torch'"), NULL,
		"error: rounding_type: expected floor or ceil, got 'ceil_torch'"},
	{"a kernel fits however it is rounded", AVERAGE("16", "'kernel': [6], 'strides': [2], 'pads_begin': [0], "
		"'pads_end': [0], 'exclude-pad': 1, 'rounding_type': 'ceil'"), NULL,
		"error: kernel: the kernel covers 6 on axis D1, more than the padded input, 5"},
	{"dilations came with version 16", AVERAGE("15", ROWS ", 'exclude-pad': 1, 'dilations': [2]"), NULL,
		"error: AvgPool-14 has no dilations; it came with version 16"},
	{"version 16 has them", AVERAGE("16", ROWS ", 'exclude-pad': 0, 'dilations': [4]"), "[2, 3, 2]", NULL},
	{"exclude-pad is required", AVERAGE("16", ROWS), NULL, "error: attributes: AvgPool-16 needs exclude-pad"},
	{"averages are of floating-point numbers", POOL("AvgPool", "1", "int8", "", ROWS ", 'exclude-pad': 1"), NULL,
		"error: dtype: AvgPool-1 takes float32, float64, float16 or bfloat16, got int8"},

	{"MaxPool", POOL("MaxPool", "7", "uint8", "", ROWS), "[2, 3, 3]", NULL},
	{"MaxPool-1 has one output", INDICES("7", ROWS), NULL,
		"error: outputs: indices came with MaxPool-8; this is MaxPool-1"},
	{"MaxPool-8 has two", INDICES("8", ROWS ", 'dilations': [3], 'axis': -3, 'index_element_type': 'i32'"), "[2, 3, 2]", NULL},
	{"MaxPool-14 has ceil_torch", MAX("14", ROWS ", 'rounding_type': 'ceil_torch'"), "[2, 3, 3]", NULL},
	{"axis is one of data's", INDICES("8", ROWS ", 'axis': 3"), NULL,
		"error: axis: expected a dimension of data, from -3 to 2, got 3"},
	{"axis means nothing without indices", MAX("8", ROWS ", 'axis': 3"), "[2, 3, 3]", NULL},
	{"indices have a type", INDICES("8", ROWS ", 'index_element_type': 'i16'"), NULL,
		"error: index_element_type: expected i64 or i32, got 'i16'"},
	{"i32 holds the largest index",
		"{'op': 'MaxPool', 'domain': 'openvino', 'dtype': 'float32', 'inputs': {'data': [1, 2, 1073741825]}, "
		"'outputs': ['output', 'indices'], 'attributes': {'kernel': [1], 'strides': [1], 'pads_begin': [0], "
		"'pads_end': [0], 'index_element_type': 'i32'}}", NULL,
		"error: index_element_type: i32 cannot count the 2147483650 elements of data"},
	{"which axis makes smaller",
		"{'op': 'MaxPool', 'domain': 'openvino', 'dtype': 'float32', 'inputs': {'data': [1, 2, 1073741825]}, "
		"'outputs': ['output', 'indices'], 'attributes': {'kernel': [1], 'strides': [1], 'pads_begin': [0], "
		"'pads_end': [0], 'index_element_type': 'i32', 'axis': 2}}", "[1, 2, 1073741825]", NULL},
};
/* clang-format on */

/* What the divisor counts: struct span's. */
struct divisor_row {
	const char *name;
	const char *spec;
	int64_t divisor; /* of the last window */
	int64_t pad_end;
};

static const struct divisor_row divisor_rows[] = {
	{"excluded pads do not count",
		AVERAGE("1", "'kernel': [3], 'strides': [3], 'pads_begin': [1], "
			     "'pads_end': [1], 'exclude-pad': 1, 'rounding_type': "
			     "'ceil'"),
		0, 1},
	{"pads count, and what lies beyond them",
		AVERAGE("1", "'kernel': [3], 'strides': [3], 'pads_begin': [1], "
			     "'pads_end': [1], 'exclude-pad': 0, 'rounding_type': "
			     "'ceil'"),
		3, 3},
	{"without pads nothing beyond the data counts",
		AVERAGE("1", "'kernel': [3], 'strides': [3], 'pads_begin': [0], "
			     "'pads_end': [0], 'exclude-pad': 0, 'rounding_type': "
			     "'ceil'"),
		2, 0},
};

static void
divisor_holds(void **state)
{
	const struct divisor_row *row = *state;
	struct resolved resolved;
	const struct axis *axis = &resolved.plan.u.window.axis[0];

	resolve(&resolved, row->spec);
	assert_true(resolved.good);
	assert_int_equal(axis->span[axis->nspan - 1].divisor, row->divisor);
	assert_int_equal(axis->pad_end, row->pad_end);
	resolved_free(&resolved);
}

int
main(void)
{
	return run_table("specs", rows, row_holds) +
	       run_table("divisors", divisor_rows, divisor_holds);
}
