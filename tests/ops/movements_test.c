/* Transpose, Slice, Pad, Reshape and their kin, Expand, Tile, Gather, Concat, Split and
   Resize: shapes, versions and what is refused. That what they move is right is drawn in
   tests/drawn, and held to ONNX's own tests. */

#include "support/rows.h"

#define NODE(op, opset, inputs, attributes) \
	"{'op': '" op "', 'opset': " opset ", 'dtype': 'float32', 'inputs': {" inputs \
	"}, 'attributes': {" attributes "}}"
#define LIST(name, n, data) \
	", '" name "': {'shape': [" n "], 'dtype': 'int64', 'data': [" data "]}"
#define REALS(name, n, data) \
	", '" name "': {'shape': [" n "], 'dtype': 'float32', 'data': [" data "]}"

/* clang-format off */
static const struct resolve_row transposes[] = {
	{"the axes are reversed", NODE("Transpose", "1", "'data': [2, 3, 4]", ""), "[4, 3, 2]", NULL},
	{"perm", NODE("Transpose", "25", "'data': [2, 3, 4]", "'perm': [1, 2, 0]"), "[3, 4, 2]", NULL},
	{"a scalar", NODE("Transpose", "13", "'data': []", ""), "[]", NULL},
	{"nothing", NODE("Transpose", "13", "'data': [2, 0]", ""), "[0, 2]", NULL},
	{"perm names every axis", NODE("Transpose", "13", "'data': [2, 3]", "'perm': [1]"), NULL,
		"error: perm: expected 2 values, one for each dimension of data, got 1"},
	{"and once", NODE("Transpose", "13", "'data': [2, 3]", "'perm': [1, 1]"), NULL,
		"error: perm: axis 1 is named twice"},
	{"and none that is not there", NODE("Transpose", "13", "'data': [2, 3]", "'perm': [0, 2]"), NULL,
		"error: perm: expected -2 to 1, got 2"},
};

static const struct resolve_row slices[] = {
	{"version 1 has attributes",
		NODE("Slice", "9", "'data': [5, 6]", "'starts': [1, -2], 'ends': [9, 6]"), "[4, 2]", NULL},
	{"later ones inputs",
		NODE("Slice", "13", "'data': [5, 6]" LIST("starts", "1", "4") LIST("ends", "1", "-9")
			LIST("axes", "1", "-1") LIST("steps", "1", "-2"), ""), "[5, 3]", NULL},
	{"nothing is left",
		NODE("Slice", "13", "'data': [5]" LIST("starts", "1", "3") LIST("ends", "1", "2"), ""), "[0]", NULL},
	{"backwards, a start before the first element is the first",
		NODE("Slice", "13", "'data': [2]" LIST("starts", "1", "-3") LIST("ends", "1", "-100")
			LIST("axes", "1", "0") LIST("steps", "1", "-1"), ""), "[1]", NULL},
	{"forwards, one behind the last takes nothing",
		NODE("Slice", "13", "'data': [2]" LIST("starts", "1", "3") LIST("ends", "1", "100"), ""), "[0]", NULL},
	{"an empty axis has no first element",
		NODE("Slice", "13", "'data': [0]" LIST("starts", "1", "-3") LIST("ends", "1", "-100")
			LIST("axes", "1", "0") LIST("steps", "1", "-1"), ""), "[0]", NULL},
	{"no inputs in version 1",
		NODE("Slice", "9", "'data': [5]" LIST("starts", "1", "0"), "'starts': [0], 'ends': [1]"), NULL,
		"error: inputs: Slice-1 has no starts; it came with version 10"},
	{"no attributes in version 10",
		NODE("Slice", "10", "'data': [5]" LIST("starts", "1", "0") LIST("ends", "1", "2"), "'starts': [0]"), NULL,
		"error: Slice-10 has no attributes, got 'starts'"},
	{"a step goes somewhere",
		NODE("Slice", "13", "'data': [5]" LIST("starts", "1", "0") LIST("ends", "1", "2")
			LIST("axes", "1", "0") LIST("steps", "1", "0"), ""), NULL,
		"error: steps: expected a step, got 0"},
	{"an end for each start",
		NODE("Slice", "13", "'data': [5, 5]" LIST("starts", "2", "0, 1") LIST("ends", "1", "2"), ""), NULL,
		"error: ends: expected 2 values, one for each axis, got 1"},
	{"starts are constants",
		"{'op': 'Slice', 'dtype': 'int8', 'inputs': {'data': [5], 'starts': [1], 'ends': [1]}}", NULL,
		"error: starts: expected a constant: an object with data or a file, such as {\"shape\": [2], "
		"\"dtype\": \"int64\", \"data\": [1, 1]}\n"
		"error: ends: expected a constant: an object with data or a file, such as {\"shape\": [2], "
		"\"dtype\": \"int64\", \"data\": [1, 1]}"},
};

static const struct resolve_row pads[] = {
	{"version 1 calls them paddings", NODE("Pad", "1", "'data': [2, 3]", "'paddings': [1, 0, 0, 2]"), "[3, 5]", NULL},
	{"version 2 pads", NODE("Pad", "2", "'data': [2, 3]", "'pads': [1, 0, 0, 2], 'value': 1.5"), "[3, 5]", NULL},
	{"negative ones take away", NODE("Pad", "13", "'data': [4, 3]" LIST("pads", "4", "-1, 0, -2, 2"), ""), "[1, 5]", NULL},
	{"axes", NODE("Pad", "18", "'data': [4, 3]" LIST("pads", "2", "1, 1") LIST("axes", "1", "-1"), ""), "[4, 5]", NULL},
	{"no axes before 18", NODE("Pad", "13", "'data': [4, 3]" LIST("pads", "2", "1, 1") LIST("axes", "1", "-1"), ""), NULL,
		"error: inputs: Pad-13 has no axes; it came with version 18"},
	{"wrap came with 19", NODE("Pad", "18", "'data': [4]" LIST("pads", "2", "1, 1"), "'mode': 'wrap'"), NULL,
		"error: mode: expected constant, reflect or edge, got 'wrap'"},
	{"wrap", NODE("Pad", "19", "'data': [4]" LIST("pads", "2", "9, 1"), "'mode': 'wrap'"), "[14]", NULL},
	{"a long reflection", NODE("Pad", "19", "'data': [2]" LIST("pads", "2", "9, 5"), "'mode': 'reflect'"), "[16]", NULL},
	{"reflections of which each axis has several", NODE("Pad", "19", "'data': [4, 4, 4, 4]" LIST("pads", "8", "3, 3, 3, 3, 2, 2, 2, 2"), "'mode': 'reflect'"), "[9, 9, 9, 9]", NULL},
	{"a pad for each end", NODE("Pad", "13", "'data': [4, 3]" LIST("pads", "2", "1, 1"), ""), NULL,
		"error: pads: expected 4 values, one for each end of each axis, got 2"},
	{"not less than nothing", NODE("Pad", "13", "'data': [4]" LIST("pads", "2", "-3, -2"), ""), NULL,
		"error: pads: axis 0 of 4 elements would have -1"},
	{"an edge needs an element", NODE("Pad", "13", "'data': [0]" LIST("pads", "2", "1, 0"), "'mode': 'edge'"), NULL,
		"error: pads: mode edge has nothing to repeat along axis 0, of which 0 elements are left"},
	{"one value, also where one end alone is padded", NODE("Pad", "13", "'data': [4], 'constant_value': [2]" LIST("pads", "2", "1, 0"), ""), NULL,
		"error: constant_value: expected one value, got shape [2]"},
	{"or the other", NODE("Pad", "13", "'data': [4], 'constant_value': [2]" LIST("pads", "2", "0, 1"), ""), NULL,
		"error: constant_value: expected one value, got shape [2]"},
	{"no sum of pads overflows", NODE("Pad", "13", "'data': [4]" LIST("pads", "2", "4611686018427387904, 4611686018427387904"), ""), NULL,
		"error: data: the output would have 2^59 elements or more"},
	{"nor does a single pad", NODE("Pad", "13", "'data': [4]" LIST("pads", "2", "0, 9223372036854775807"), ""), NULL,
		"error: data: the output would have 2^59 elements or more"},
	{"one value", NODE("Pad", "13", "'data': [4], 'constant_value': [2]" LIST("pads", "2", "1, 1"), ""), NULL,
		"error: constant_value: expected one value, got shape [2]"},
};

static const struct resolve_row shapes[] = {
	{"what is left", NODE("Reshape", "5", "'data': [4, 6]" LIST("shape", "3", "2, -1, 3"), ""), "[2, 4, 3]", NULL},
	{"an extent of data", NODE("Reshape", "13", "'data': [4, 6]" LIST("shape", "3", "0, 2, 3"), ""), "[4, 2, 3]", NULL},
	{"version 1 has an attribute", NODE("Reshape", "1", "'data': [4, 6]", "'shape': [24]"), "[24]", NULL},
	{"allowzero", NODE("Reshape", "14", "'data': [0, 6]" LIST("shape", "2", "3, 0"), "'allowzero': 1"), "[3, 0]", NULL},
	{"other elements", NODE("Reshape", "14", "'data': [4, 6]" LIST("shape", "2", "5, -1"), ""), NULL,
		"error: shape: [5, -1] does not have the elements of data, 24"},
	{"two are open", NODE("Reshape", "14", "'data': [4, 6]" LIST("shape", "2", "-1, -1"), ""), NULL,
		"error: shape: expected at most one -1, got another one"},
	{"Flatten", NODE("Flatten", "11", "'input': [2, 3, 4]", "'axis': -1"), "[6, 4]", NULL},
	{"Flatten before everything", NODE("Flatten", "9", "'input': [2, 3, 4]", "'axis': 0"), "[1, 24]", NULL},
	{"Squeeze all", NODE("Squeeze", "13", "'data': [1, 3, 1]", ""), "[3]", NULL},
	{"Squeeze one", NODE("Squeeze", "11", "'data': [1, 3, 1]", "'axes': [-1]"), "[1, 3]", NULL},
	{"Squeeze what has more", NODE("Squeeze", "11", "'data': [1, 3, 1]", "'axes': [1]"), NULL,
		"error: axes: expected axes of extent 1, got axis 1 of 3"},
	{"Unsqueeze", NODE("Unsqueeze", "13", "'data': [3]" LIST("axes", "2", "0, -1"), ""), "[1, 3, 1]", NULL},
	{"Unsqueeze beyond", NODE("Unsqueeze", "13", "'data': [3]" LIST("axes", "1", "2"), ""), NULL,
		"error: axes: expected -2 to 1, got 2"},
	{"Identity", NODE("Identity", "25", "'input': [3, 2]", ""), "[3, 2]", NULL},
	{"Dropout", NODE("Dropout", "13", "'data': [3, 2]", ""), "[3, 2]", NULL},
	{"Dropout that trains", "{'op': 'Dropout', 'dtype': 'float32', 'inputs': {'data': [3], "
		"'training_mode': {'shape': [], 'dtype': 'bool', 'data': [true]}}}", NULL,
		"error: training_mode: expected false, or a constant ratio of 0"},
	{"the old one trains unless told", NODE("Dropout", "6", "'data': [3]", ""), NULL,
		"error: is_test: Dropout-6 trains without it; expected 1"},
};

static const struct resolve_row repeats[] = {
	{"Expand", NODE("Expand", "8", "'input': [3, 1]" LIST("shape", "3", "2, 1, 6"), ""), "[2, 3, 6]", NULL},
	{"Expand what cannot be", NODE("Expand", "8", "'input': [3, 2]" LIST("shape", "1", "6"), ""), NULL,
		"error: shape: expected 1 or the extent of input there, 2, got 6"},
	{"Tile", NODE("Tile", "6", "'input': [3, 2]" LIST("repeats", "2", "2, 0"), ""), "[6, 0]", NULL},
	{"Tile-1", NODE("Tile", "1", "'input': [3, 2]" REALS("tiles", "", "4") REALS("axis", "", "1"), ""), "[3, 8]", NULL},
	{"Tile-1 of an axis that is not there", NODE("Tile", "1", "'input': [3, 2]" REALS("tiles", "", "4") REALS("axis", "", "2"), ""), NULL,
		"error: axis: expected 0 to 1, got 2"},
	{"Tile less than never", NODE("Tile", "6", "'input': [3]" LIST("repeats", "1", "-1"), ""), NULL,
		"error: repeats: expected 0 or more, got -1"},
	{"Gather", NODE("Gather", "13", "'data': [3, 4]" LIST("indices", "2, 2", "0, 1, -1, 3"), "'axis': 1"), "[3, 2, 2]", NULL},
	{"Gather by one", NODE("Gather", "1", "'data': [3, 4]" LIST("indices", "", "2"), ""), "[4]", NULL},
	{"Gather by indices of run time", NODE("Gather", "13", "'data': [3, 4], 'indices': {'shape': [2, 2], 'dtype': 'int64'}", "'axis': -1"), "[3, 2, 2]", NULL},
	{"Gather of nothing by them", NODE("Gather", "13", "'data': [0, 4], 'indices': {'shape': [2], 'dtype': 'int32'}", ""), NULL,
		"error: indices: axis 0 of data has no elements to be picked"},
	{"but without a result", NODE("Gather", "13", "'data': [0, 4], 'indices': {'shape': [0], 'dtype': 'int32'}", ""), "[0, 4]", NULL},
	{"no negative ones in version 1", NODE("Gather", "1", "'data': [3, 4]" LIST("indices", "1", "-1"), ""), NULL,
		"error: indices: expected 0 to 2, got -1"},
	{"Gather beyond", NODE("Gather", "13", "'data': [3, 4]" LIST("indices", "1", "3"), ""), NULL,
		"error: indices: expected -3 to 2, got 3"},
};

static const struct resolve_row parts[] = {
	{"Concat", NODE("Concat", "13", "'inputs': [[2, 3], [2, 1], [2, 0]]", "'axis': -1"), "[2, 4]", NULL},
	{"along axis 1 by default", NODE("Concat", "1", "'inputs': [[2, 3], [2, 1]]", ""), "[2, 4]", NULL},
	{"of other extents", NODE("Concat", "13", "'inputs': [[2, 3], [3, 1]]", "'axis': 1"), NULL,
		"error: inputs_1: expected the extents of inputs_0, [2, 3], but for axis 1, got [3, 1]"},
	{"Split", NODE("Split", "13", "'input': [5, 2]" LIST("split", "2", "1, 4"), ""), "[1, 2]", NULL},
	{"equal parts", "{'op': 'Split', 'opset': 11, 'dtype': 'int8', 'inputs': {'input': [6]}, "
		"'outputs': ['outputs_0', 'outputs_1', 'outputs_2']}", "[2]", NULL},
	{"no equal parts", "{'op': 'Split', 'opset': 11, 'dtype': 'int8', 'inputs': {'input': [5]}, "
		"'outputs': ['outputs_0', 'outputs_1']}", NULL,
		"error: outputs: axis 0 of 5 elements cannot be cut into 2 equal parts"},
	{"a smaller last one", NODE("Split", "18", "'input': [5]", "'num_outputs': 2"), "[3]", NULL},
	{"an axis that is not there", NODE("Split", "13", "'input': [5]" LIST("split", "2", "1, 4"), "'axis': 1"), NULL,
		"error: axis: expected -1 to 0, got 1"},
	{"how many", NODE("Split", "13", "'input': [5]", ""), NULL,
		"error: outputs: expected \"outputs\": [\"outputs_0\", ...], one name for each part, or split"},
	{"how many since version 18", "{'op': 'Split', 'opset': 18, 'dtype': 'int8', 'inputs': {'input': [6]}, "
		"'outputs': ['outputs_0', 'outputs_1']}", NULL,
		"error: outputs: expected split or num_outputs, since version 18"},
	{"sizes of T, version 1's", NODE("Split", "1", "'input': [5]" REALS("split", "2", "2, 3"), ""), "[2]", NULL},
	{"or its attribute", NODE("Split", "1", "'input': [5]", "'split': [2, 3]"), "[2]", NULL},
	{"not both", NODE("Split", "1", "'input': [5]" REALS("split", "2", "2, 3"), "'split': [2, 3]"), NULL,
		"error: split: either the input or the attribute is given"},
	{"whole sizes", NODE("Split", "1", "'input': [5]" REALS("split", "2", "2.5, 2.5"), ""), NULL,
		"error: split: expected whole numbers below 2^53, got 2.5"},
	{"sizes of T, not of int64", NODE("Split", "1", "'input': [5]" LIST("split", "2", "2, 3"), ""), NULL,
		"error: split: expected the operation's dtype, float32, got int64"},
	{"and of int64, not of T", NODE("Split", "13", "'input': [5]" REALS("split", "2", "2, 3"), ""), NULL,
		"error: split: expected int64, got float32"},
	{"no input between", NODE("Split", "2", "'input': [5]" REALS("split", "2", "2, 3"), ""), NULL,
		"error: inputs: Split-2 has no split; it came with version 13"},
	{"all of the axis", NODE("Split", "13", "'input': [5]" LIST("split", "2", "1, 3"), ""), NULL,
		"error: split: expected a sum of 5, the extent of axis 0, got 4"},
	{"and no more", NODE("Split", "13", "'input': [5]" LIST("split", "2", "1, 5"), ""), NULL,
		"error: split: expected 0 to 4 elements, which are left of axis 0, got 5"},
};

static const struct resolve_row samples[] = {
	{"Resize-10", NODE("Resize", "10", "'X': [1, 3]" REALS("scales", "2", "1, 2.5"), ""), "[1, 7]", NULL},
	{"sizes", NODE("Resize", "13", "'X': [1, 3]" LIST("sizes", "2", "1, 5"), ""), "[1, 5]", NULL},
	{"an empty list is none", NODE("Resize", "11", "'X': [1, 3]" REALS("scales", "0", "") LIST("sizes", "2", "1, 5"), ""),
		"[1, 5]", NULL},
	{"axes", NODE("Resize", "18", "'X': [2, 3]" LIST("sizes", "1", "5"), "'axes': [1]"), "[2, 5]", NULL},
	{"not_larger", NODE("Resize", "18", "'X': [4, 4]" LIST("sizes", "2", "8, 6"), "'keep_aspect_ratio_policy': 'not_larger'"),
		"[6, 6]", NULL},
	{"not_smaller", NODE("Resize", "18", "'X': [4, 4]" LIST("sizes", "2", "8, 6"), "'keep_aspect_ratio_policy': 'not_smaller'"),
		"[8, 8]", NULL},
	{"the common scale is a fraction",
		NODE("Resize", "18", "'X': [6, 27]" LIST("sizes", "2", "7, 99"), "'keep_aspect_ratio_policy': 'not_larger'"),
		"[7, 32]", NULL},
	{"a size that limits nothing",
		NODE("Resize", "18", "'X': [4, 4]" LIST("sizes", "2", "4611686018427387904, 6"),
			"'keep_aspect_ratio_policy': 'not_larger'"), "[6, 6]", NULL},
	{"scales are compared as fractions",
		NODE("Resize", "18", "'X': [3, 7]" LIST("sizes", "2", "2, 5"), "'keep_aspect_ratio_policy': 'not_smaller'"),
		"[2, 5]", NULL},
	{"a scale that makes another axis too long",
		NODE("Resize", "18", "'X': [3, 1024]" LIST("sizes", "2", "4611686018427387903, 1"),
			"'keep_aspect_ratio_policy': 'not_smaller'"), NULL,
		"error: X: expected at most 16777216 outputs along an axis that is sampled"},
	{"scales or sizes", NODE("Resize", "13", "'X': [2]", ""), NULL,
		"error: inputs: Resize needs either scales or sizes"},
	{"linear is for real numbers", "{'op': 'Resize', 'opset': 13, 'dtype': 'complex64', 'inputs': {'X': [2]" LIST("sizes", "1", "4") "}, 'attributes': {'mode': 'linear'}}", NULL,
		"error: mode: expected nearest for elements of complex64, got linear; weights are for real numbers"},
	{"linear", "{'op': 'Resize', 'opset': 13, 'dtype': 'float32', 'inputs': {'X': [2]" LIST("sizes", "1", "5") "}, 'attributes': {'mode': 'linear'}}", "[5]", NULL},
	{"half_pixel_symmetric came with 19",
		NODE("Resize", "18", "'X': [2]" LIST("sizes", "1", "4"), "'coordinate_transformation_mode': 'half_pixel_symmetric'"), NULL,
		"error: coordinate_transformation_mode: expected half_pixel, pytorch_half_pixel, align_corners, asymmetric or "
		"tf_crop_and_resize, got 'half_pixel_symmetric'"},
	{"tf_crop_and_resize needs roi",
		NODE("Resize", "13", "'X': [2]" LIST("sizes", "1", "4"), "'coordinate_transformation_mode': 'tf_crop_and_resize'"), NULL,
		"error: roi: tf_crop_and_resize expects [2], begins and ends"},
	{"Upsample-1", NODE("Upsample", "1", "'X': [1, 1, 2, 3]", "'height_scale': 2, 'width_scale': 1.5"), "[1, 1, 4, 4]", NULL},
	{"Upsample-7", NODE("Upsample", "7", "'X': [2, 3]", "'scales': [1.0, 2]"), "[2, 6]", NULL},
	{"scales may all be integers", NODE("Upsample", "7", "'X': [2, 3]", "'scales': [1, 2]"), "[2, 6]", NULL},
	{"Upsample-9", NODE("Upsample", "9", "'X': [2, 3]" REALS("scales", "2", "1, 3"), ""), "[2, 9]", NULL},
	{"there is none in 10", NODE("Upsample", "10", "'X': [2, 3]" REALS("scales", "2", "1, 3"), ""), NULL,
		"error: op: Upsample is deprecated from operator set 10 on; Resize has taken its place"},
};
/* clang-format on */

int
main(void)
{
	int failed = 0;

	failed += run_table("Transpose", transposes, row_holds);
	failed += run_table("Slice", slices, row_holds);
	failed += run_table("Pad", pads, row_holds);
	failed += run_table("Reshape and its kin", shapes, row_holds);
	failed += run_table("Expand, Tile, Gather", repeats, row_holds);
	failed += run_table("Concat, Split", parts, row_holds);
	failed += run_table("Resize, Upsample", samples, row_holds);
	return failed;
}
