#include "support/rows.h"

#define SPEC(op, opset, dtype, inputs, attributes) \
	"{'op': '" op "', 'opset': " opset ", 'dtype': '" dtype "', 'inputs': {" inputs \
	"}, 'attributes': {" attributes "}}"
#define REDUCE(op, opset, attributes) \
	SPEC(op, opset, "float32", "'data': [2, 3, 4]", attributes)
#define AXES(op, opset, axes) \
	SPEC(op, opset, "float32", \
		"'data': [2, 3, 4], 'axes': {'shape': [1], 'dtype': 'int64', 'data': " \
		"[" axes "]}", \
		"")
#define ARG(opset, attributes) \
	SPEC("ArgMax", opset, "int16", "'data': [2, 3, 4]", attributes)
#define NORM(opset, x, scale) \
	SPEC("InstanceNormalization", opset, "float32", \
		"'input': " x ", 'scale': " scale ", 'B': [3]", "")
#define LAYER(dtype, scale, attributes) \
	SPEC("LayerNormalization", "17", dtype, "'X': [2, 3, 4], 'Scale': " scale, \
		attributes)
#define RMS(dtype, x, scale, attributes) \
	SPEC("RMSNormalization", "23", dtype, "'X': " x ", 'scale': " scale, attributes)
#define LP(opset, dtype, input, attributes) \
	SPEC("LpNormalization", opset, dtype, "'input': " input, attributes)
#define MEANS(opset, dtype, x, attributes) \
	SPEC("MeanVarianceNormalization", opset, dtype, "'X': " x, attributes)
#define GROUP(opset, x, scale, attributes) \
	SPEC("GroupNormalization", opset, "float32", \
		"'X': " x ", 'scale': " scale ", 'bias': " scale, attributes)
#define SOFT(op, opset, x, attributes) \
	SPEC(op, opset, "float32", "'input': " x, attributes)
#define OPENVINO_SOFT(axis) \
	"{'op': 'SoftMax', 'domain': 'openvino', 'opset': 1, 'dtype': 'float32', " \
	"'inputs': {'data': [2, 3]}, 'attributes': {'axis': " axis "}}"

/* clang-format off */
static const struct resolve_row reduce_rows[] = {
	{"all axes", REDUCE("ReduceSum", "1", ""), "[1, 1, 1]", NULL},
	{"all axes, and they go", REDUCE("ReduceMean", "1", "'keepdims': 0"), "[]", NULL},
	{"some axes", REDUCE("ReduceMax", "1", "'axes': [0, 2]"), "[1, 3, 1]", NULL},
	{"version 11 counts from the end", REDUCE("ReduceSum", "11", "'axes': [-1], 'keepdims': 0"), "[2, 3]", NULL},
	{"version 1 does not", REDUCE("ReduceSum", "1", "'axes': [-1]"), NULL,
		"error: axes: expected an axis from 0 to 2, got -1"},
	{"an axis that is not there", REDUCE("ReduceMean", "13", "'axes': [3]"), NULL,
		"error: axes: expected an axis from -3 to 2, got 3"},
	{"an axis twice", REDUCE("ReduceMean", "13", "'axes': [1, -2]"), NULL, "error: axes: axis -2 is named twice"},
	{"ReduceSum-13 has axes as an input", AXES("ReduceSum", "13", "-2"), "[2, 1, 4]", NULL},
	{"and no longer as an attribute", REDUCE("ReduceSum", "13", "'axes': [1]"), NULL,
		"error: ReduceSum-13 has no attribute 'axes'; it has keepdims and noop_with_empty_axes; did you mean 'noop_with_empty_axes'?"},
	{"nor has ReduceMax-18", REDUCE("ReduceMax", "18", "'axes': [1]"), NULL,
		"error: ReduceMax-18 has no attribute 'axes'; it has keepdims and noop_with_empty_axes; did you mean 'noop_with_empty_axes'?"},
	{"ReduceMax-18, too", AXES("ReduceMax", "18", "0"), "[1, 3, 4]", NULL},
	{"ReduceMax-13 has not", AXES("ReduceMax", "13", "0"), NULL,
		"error: inputs: ReduceMax-13 has axes as an attribute; an input since version 18"},
	{"nothing is reduced", REDUCE("ReduceSum", "13", "'noop_with_empty_axes': 1"), "[2, 3, 4]", NULL},
	{"no mean of nothing", SPEC("ReduceMean", "13", "float32", "'data': [2, 0]", "'axes': [1]"), NULL,
		"error: data: there is no mean of no elements"},
	{"a sum of nothing", SPEC("ReduceSum", "11", "int64", "'data': [2, 0]", "'axes': [1]"), "[2, 1]", NULL},
	{"ReduceMax-12 has bytes", SPEC("ReduceMax", "12", "uint8", "'data': [2, 3]", ""), "[1, 1]", NULL},
	{"ReduceMax-18 has no bool", SPEC("ReduceMax", "18", "bool", "'data': [2, 3]", ""), NULL,
		"error: dtype: bool came with ReduceMax-20; this is ReduceMax-18"},
	{"ReduceMin-20 has bool", SPEC("ReduceMin", "20", "bool", "'data': [2, 3]", ""), "[1, 1]", NULL},
	{"ReduceMin-18 has not", SPEC("ReduceMin", "18", "bool", "'data': [2, 3]", ""), NULL,
		"error: dtype: bool came with ReduceMin-20; this is ReduceMin-18"},
	{"ReduceProd-11 has no bfloat16", SPEC("ReduceProd", "11", "bfloat16", "'data': [2, 3]", ""), NULL,
		"error: dtype: bfloat16 came with ReduceProd-13; this is ReduceProd-11"},
	{"roots of integers are parts", SPEC("ReduceL2", "13", "int32", "'data': [2, 3]", "'axes': [1]"), "[2, 1]", NULL},
	{"whose axes are looked at, too", SPEC("ReduceLogSum", "13", "int64", "'data': [2, 3]", "'axes': [2]"), NULL,
		"error: axes: expected an axis from -2 to 1, got 2"},
	{"and may be an input", SPEC("ReduceLogSumExp", "18", "uint32", "'data': [2, 3], 'axes': {'shape': [1], 'dtype': 'int32', 'data': [-1]}", "'keepdims': 0"), "[2]", NULL},
	{"ReduceL1-18 has axes as an input", AXES("ReduceL1", "18", "1"), "[2, 1, 4]", NULL},
	{"ReduceSumSquare-13 has not", AXES("ReduceSumSquare", "13", "1"), NULL,
		"error: inputs: ReduceSumSquare-13 has axes as an attribute; an input since version 18"},
	{"the place of the least", SPEC("ArgMin", "13", "int8", "'data': [2, 3]", "'axis': -1, 'keepdims': 0"), "[2]", NULL},
	{"is none in nothing", SPEC("ArgMin", "1", "float32", "'data': [2, 0]", "'axis': 1"), NULL,
		"error: data: axis 1 has no element to find"},
	{"a place in the first axis", ARG("13", ""), "[1, 3, 4]", NULL},
	{"of another axis", ARG("11", "'axis': -1, 'keepdims': 0"), "[2, 3]", NULL},
	{"version 11 does not select", ARG("11", "'select_last_index': 1"), NULL,
		"error: ArgMax-11 has no select_last_index; it came with version 12"},
	{"no place in nothing", SPEC("ArgMax", "13", "float32", "'data': [0, 2]", ""), NULL,
		"error: data: axis 0 has no element to find"},
};

static const struct resolve_row row_rows[] = {
	{"planes", NORM("6", "[2, 3, 4, 5]", "[3]"), "[2, 3, 4, 5]", NULL},
	{"scale is not of the channels", NORM("22", "[2, 3, 4]", "[2]"), NULL,
		"error: scale: expected [3], one element for each channel, got [2]"},
	{"no plane", NORM("22", "[2, 3]", "[3]"), NULL,
		"error: input: expected 3 dimensions or more, [N, C, D1, ...], got 2"},
	{"rows along the last axis", LAYER("float32", "[4]", ""), "[2, 3, 4]", NULL},
	{"from axis 0 on", LAYER("float32", "[2, 3, 4]", "'axis': 0"), "[2, 3, 4]", NULL},
	{"a row's scale along axes before it", LAYER("float32", "[3, 4]", ""), "[2, 3, 4]", NULL},
	{"rows in another type", LAYER("float64", "[4]", ""), "[2, 3, 4]", NULL},
	{"rows of no axis", LAYER("float32", "[4]", "'axis': -4"), NULL,
		"error: axis: expected an axis from -3 to 2, got -4"},
	{"scale is not of the rows", LAYER("float32", "[3]", ""), NULL,
		"error: Scale: expected [4], the extents of X from axis on, or what broadcasts to X, got [3]"},
	{"rows are not normalized in float16", LAYER("float16", "[4]", "'stash_type': 10"), NULL,
		"error: stash_type: expected 1 for float32 or 16 for bfloat16, got 10"},
	{"rows over their root mean square", RMS("float32", "[2, 3, 4]", "[4]", ""), "[2, 3, 4]", NULL},
	{"planes over theirs", RMS("bfloat16", "[2, 3, 4]", "[3, 1]", "'axis': 1"), "[2, 3, 4]", NULL},
	{"X of another type than scale", RMS("float32", "{'shape': [2, 3], 'dtype': 'float16'}", "[3]", ""), "[2, 3]", NULL},
	{"empty rows have no root mean square, and no elements", RMS("float64", "[2, 0]", "[0]", "'stash_type': 11"), "[2, 0]", NULL},
	{"a single number has no rows", RMS("float32", "[]", "[]", ""), NULL,
		"error: axis: there is no axis -1 of 0 dimensions"},
	{"an axis beyond the last one", RMS("float32", "[2, 3]", "[3]", "'axis': 2"), NULL,
		"error: axis: expected an axis from -2 to 1, got 2"},
	{"a scale that is not of the rows", RMS("float32", "[2, 3, 4]", "[2, 4]", "'axis': 1"), NULL,
		"error: scale: expected [3, 4], the extents of X from axis on, or what broadcasts to X, got [2, 4]"},
	{"a scale of more dimensions", RMS("float32", "[3]", "[1, 3]", ""), NULL,
		"error: scale: expected [3], the extents of X from axis on, or what broadcasts to X, got [1, 3]"},
	{"rows are not divided in integers", RMS("float32", "[2, 3]", "[3]", "'stash_type': 6"), NULL,
		"error: stash_type: expected 1 for float32, 10 for float16, 11 for float64 or 16 for bfloat16, got 6"},
	{"nor is X of integers", RMS("float32", "{'shape': [2, 3], 'dtype': 'int32'}", "[3]", ""), NULL,
		"error: X: expected float32, float64, float16 or bfloat16, got int32"},
	{"rows over their norm", LP("22", "bfloat16", "[2, 3, 4]", ""), "[2, 3, 4]", NULL},
	{"of another axis, and another norm", LP("1", "float64", "[2, 3, 4]", "'axis': 0, 'p': 1"), "[2, 3, 4]", NULL},
	{"norms of nothing", LP("22", "float32", "[2, 0]", ""), "[2, 0]", NULL},
	{"an axis that has no norm", LP("22", "float32", "[2, 3]", "'axis': -3"), NULL,
		"error: axis: expected an axis from -2 to 1, got -3"},
	{"a number has no norm", LP("22", "float32", "[]", ""), NULL,
		"error: axis: there is no axis -1 of 0 dimensions"},
	{"a norm that there is not", LP("22", "float32", "[2, 3]", "'p': 3"), NULL, "error: p: expected 1 or 2, got 3"},
	{"LpNormalization-1 has no bfloat16", LP("1", "bfloat16", "[2, 3]", ""), NULL,
		"error: dtype: bfloat16 came with LpNormalization-22; this is LpNormalization-1"},
	{"deviations of channels", MEANS("9", "float32", "[2, 3, 4, 5]", ""), "[2, 3, 4, 5]", NULL},
	{"deviations along axes from the end", MEANS("13", "bfloat16", "[2, 3, 4]", "'axes': [-1, 1]"), "[2, 3, 4]", NULL},
	{"without the axes of an image", MEANS("13", "float32", "[2, 3, 4]", ""), NULL,
		"error: axes: expected an axis from -3 to 2, got 3"},
	{"an axis whose deviation is asked for twice", MEANS("13", "float32", "[2, 3]", "'axes': [1, -1]"), NULL,
		"error: axes: axis -1 is named twice"},
	{"no deviations of nothing", MEANS("13", "float16", "[2, 0]", "'axes': [1]"), "[2, 0]", NULL},
	{"along an axis that it has", MEANS("13", "float32", "[2, 0]", "'axes': [2]"), NULL,
		"error: axes: expected an axis from -2 to 1, got 2"},
	{"MeanVarianceNormalization-9 has no bfloat16", MEANS("9", "bfloat16", "[2, 3]", "'axes': [1]"), NULL,
		"error: dtype: bfloat16 came with MeanVarianceNormalization-13; this is MeanVarianceNormalization-9"},
	{"groups have a scale", GROUP("18", "[2, 6, 4]", "[3]", "'num_groups': 3"), "[2, 6, 4]", NULL},
	{"channels have one since version 21", GROUP("21", "[2, 6, 4, 1]", "[6]", "'num_groups': 3"), "[2, 6, 4, 1]", NULL},
	{"groups of half a channel", GROUP("21", "[2, 6, 4]", "[6]", "'num_groups': 4"), NULL,
		"error: num_groups: expected a divisor of X's channels, 6, got 4"},
	{"groups of no plane", GROUP("21", "[2, 6]", "[6]", "'num_groups': 3"), NULL,
		"error: X: expected 3 dimensions or more, [N, C, D1, ...], got 2"},
	{"rows of eight dimensions", SPEC("LayerNormalization", "17", "float32", "'X': [1, 2, 1, 3, 1, 1, 2, 4], 'Scale': [4]", "'axis': 6"), "[1, 2, 1, 3, 1, 1, 2, 4]", NULL},
	{"Softmax along the last axis", SOFT("Softmax", "13", "[2, 3, 4]", ""), "[2, 3, 4]", NULL},
	{"Softmax-11 from axis 1 on", SOFT("Softmax", "11", "[2, 3, 4]", ""), "[2, 3, 4]", NULL},
	{"which has to be there", SOFT("LogSoftmax", "11", "[2]", ""), NULL,
		"error: axis: expected an axis from -1 to 0, got 1"},
	{"Softmax-1 counts from the end, too", SOFT("Softmax", "1", "[2, 3]", "'axis': -1"), "[2, 3]", NULL},
	{"OpenVINO's SoftMax-1 does not", OPENVINO_SOFT("-1"), NULL, "error: axis: expected 0 or more, got -1"},
	{"and has no axis beyond the eighth", OPENVINO_SOFT("8"), NULL, "error: axis: expected at most 7, got 8"},
	{"LRN has planes", SPEC("LRN", "1", "float32", "'X': [2, 3]", "'size': 3"), NULL,
		"error: X: expected 3 dimensions or more, [N, C, D1, ...], got 2"},
	{"and a size", SPEC("LRN", "13", "float32", "'X': [2, 3, 4]", ""), NULL, "error: attributes: LRN-13 needs size"},
	{"channels about each other", SPEC("LRN", "13", "bfloat16", "'X': [2, 3, 4]", "'size': 4"), "[2, 3, 4]", NULL},
};
/* clang-format on */

int
main(void)
{
	return run_table("reductions", reduce_rows, row_holds) +
	       run_table("rows", row_rows, row_holds);
}
