#include "support/rows.h"

#define POOL(opset, dtype, more, attributes) \
	"{'op': 'MaxPool', 'opset': " opset ", 'dtype': '" dtype "', 'inputs': " \
	"{'X': [2, 3, 5]}" more ", 'attributes': {" attributes "}}"
#define INDICES ", 'outputs': ['Y', 'Indices']"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"version 1 has strides and pads",
		POOL("1", "float32", "", "'kernel_shape': [2], 'strides': [2], 'pads': [1, 0]"), "[2, 3, 3]", NULL},
	{"version 1 has one output", POOL("7", "float32", INDICES, "'kernel_shape': [2]"), NULL,
		"error: outputs: Indices came with MaxPool-8; this is MaxPool-1"},
	{"version 8 has two", POOL("8", "float32", INDICES, "'kernel_shape': [2]"), "[2, 3, 4]", NULL},
	{"the first may be named alone", POOL("8", "float32", ", 'outputs': ['Y']", "'kernel_shape': [2]"), "[2, 3, 4]", NULL},
	{"the second is not there without the first", POOL("8", "float32", ", 'outputs': ['Indices']", "'kernel_shape': [2]"), NULL,
		"error: outputs: MaxPool has Y and Indices, in this order, got 'Indices'"},
	{"storage_order is nothing to Y", POOL("8", "float32", "", "'kernel_shape': [2], 'storage_order': 1"), "[2, 3, 4]", NULL},
	{"Indices count rows", POOL("22", "float32", INDICES, "'kernel_shape': [2], 'storage_order': 1"), NULL,
		"error: storage_order: Indices are counted row by row, expected 0, got 1"},
	{"version 10 has ceil_mode and dilations",
		POOL("10", "float64", "", "'kernel_shape': [2], 'strides': [3], 'dilations': [2], 'ceil_mode': 1"),
		"[2, 3, 2]", NULL},
	{"version 12 has bytes", POOL("12", "int8", "", "'kernel_shape': [5]"), "[2, 3, 1]", NULL},
	{"version 11 has none", POOL("11", "uint8", "", "'kernel_shape': [5]"), NULL,
		"error: dtype: uint8 came with MaxPool-12; this is MaxPool-11"},
	{"storage_order is 0 or 1", POOL("22", "float32", "", "'kernel_shape': [2], 'storage_order': 2"), NULL,
		"error: storage_order: expected 0 or 1, got 2"},
	{"and not less", POOL("22", "float32", "", "'kernel_shape': [2], 'storage_order': -1"), NULL,
		"error: storage_order: expected 0 or 1, got -1"},
	{"windows without an element are warned about",
		POOL("22", "bfloat16", "", "'kernel_shape': [2], 'pads': [2, 0]"), "[2, 3, 6]",
		"warning: kernel_shape: windows on axis D1 hold no input element; "
		"their maximum is -infinity, or the lowest integer"},
};
/* clang-format on */

int
main(void)
{
	return run_table("versions", rows, row_holds);
}
