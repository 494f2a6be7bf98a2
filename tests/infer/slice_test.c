#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"Pad-1", "y = Pad-1 [1,2] paddings=[0,1,0,2]", "[1,5]"},
	{"Pad-2", "y = Pad-2 [1,1,3,3] pads=[0,0,1,1,0,0,2,2]", "[1,1,6,6]"},
	{"Pad-11 has an input", "y = Pad-11 [1,3] {0,1,0,2}", "[1,6]"},
	{"Pad-18 has axes", "y = Pad-18 [1,3,4] {1,2} _ {-1}", "[1,3,7]"},
	{"pads that crop", "y = Pad [5] {-2,-1}", "[2]"},
	{"pads that crop too much", "y = Pad [5] {-3,-3}", "!"},
	{"pads of another length", "y = Pad [1,3] {1,1}", "!"},
	{"pads that are not known", "y = Pad [1,3] int64[4]", "[?,?]"},
	{"pads that overflow", "y = Pad [5] {9223372036854775807,9223372036854775807}", "!"},
	{"the lowest pads", "y = Pad [5] {-9223372036854775808,-9223372036854775808}", "!"},
	{"an unknown extent", "y = Pad [?,3] {0,1,0,1}", "[?,5]"},
	{"no pads", "y = Pad [3]", "!"},

	{"Slice-1", "y = Slice-1 [10,5] starts=[1] ends=[4]", "[3,5]"},
	{"Slice-1 with axes", "y = Slice-1 [10,5] starts=[1] ends=[9223372036854775807] axes=[1]", "[10,4]"},
	{"Slice-10", "y = Slice-10 [10,5] {1} {4} {0} {2}", "[2,5]"},
	{"places from the end", "y = Slice [10] {-3} {-1}", "[2]"},
	{"places outside", "y = Slice [10] {-100} {100}", "[10]"},
	{"an end before the start", "y = Slice [10] {5} {2}", "[0]"},
	{"backwards", "y = Slice [10] {-1} {-9223372036854775808} {0} {-1}", "[10]"},
	{"backwards by more than one", "y = Slice [10] {9} {0} {0} {-3}", "[3]"},
	{"backwards by the lowest step", "y = Slice [10] {9} {0} {0} {-9223372036854775808}", "[1]"},
	{"backwards from before the first", "y = Slice {7,8} {-3} {-100} {0} {-1}", "int64[1]{7}"},
	{"a step of 0", "y = Slice [10] {0} {5} {0} {0}", "!"},
	{"of an empty axis", "y = Slice [0] {0} {5}", "[0]"},
	{"of an unknown extent", "y = Slice [?,5] {0,1} {1,5}", "[?,4]"},
	{"starts and ends of different lengths", "y = Slice [10] {0,1} {5}", "!"},
	{"an axis that there is not", "y = Slice [10] {0} {5} {1}", "!"},
	{"starts that are not known", "y = Slice [10,5] int64[1] {5} {0}", "[?,5]"},
	{"contents", "y = Slice {7,8,9} {1} {3}", "int64[2]{8,9}"},
	{"contents backwards", "y = Slice {7,8,9} {-1} {-4} {0} {-1}", "int64[3]{9,8,7}"},
	{"contents of two dimensions", "y = Slice [2,3]{1,2,3,4,5,6} {1} {3} {1}", "int64[2,2]{2,3,5,6}"},
	{"no contents", "y = Slice {7,8,9} {3} {3}", "int64[0]{}"},
};

static const struct graph_row tensorflow_rows[] = {
	{"MirrorPad", "y = MirrorPad [1,8,9,1] int32[4,2]{0,0,4,4,4,4,0,0}", "[1,16,17,1]"},
	{"Pad by what is not known", "y = Pad [1,8] int32[2,2]", "[?,?]"},
	{"Pad of another length", "y = Pad [1,8] int32[1,2]{1,1}", "!"},
	{"Slice", "y = Slice [4,5] int32{1,0} int32{2,-1}", "[2,5]"},
	{"Slice beyond the end", "y = Slice [4] int32{1} int32{4}", "!"},
	{"Slice of contents", "y = Slice {5,6,7} int32{1} int32{2}", "int64[2]{6,7}"},
	{"StridedSlice", "y = StridedSlice [10,5] int32{1,0} int32{9,5} int32{2,1}", "[4,5]"},
	{"axes behind the lists stay", "y = StridedSlice [10,5] int32{1} int32{3} int32{1}", "[2,5]"},
	{"shrink_axis_mask drops axes", "y = StridedSlice [10,5] int32{0,1} int32{0,2} int32{1,1} shrink_axis_mask=2 begin_mask=1 end_mask=1", "[10]"},
	{"masks stand for the ends", "y = StridedSlice [10] int32{5} int32{7} int32{1} begin_mask=1 end_mask=1", "[10]"},
	{"masks backwards", "y = StridedSlice {1,2,3} int32{0} int32{0} int32{-1} begin_mask=1 end_mask=1", "int64[3]{3,2,1}"},
	{"backwards from before the first", "y = StridedSlice {7,8} int32{-3} int32{-100} int32{-1}", "int64[0]{}"},
	{"an entry of a shape", "s = Shape [1,72,1,128]; y = StridedSlice s int32{1} int32{2} int32{1} shrink_axis_mask=1", "none[]{72}"},
	{"a column of a table", "y = StridedSlice int32[2,2]{1,2,3,4} int32{0,1} int32{0,2} int32{1,1} begin_mask=1 end_mask=1 shrink_axis_mask=2", "int32[2]{2,4}"},
	{"an entry that there is not", "y = StridedSlice {1,2} int32{2} int32{3} int32{1} shrink_axis_mask=1", "int64!"},
	{"a stride of 0", "y = StridedSlice [10] int32{0} int32{5} int32{0}", "!"},
	{"an ellipsis stands for the axes that no entry names", "y = StridedSlice [2,3,4,5] int32{1,0,1} int32{2,0,3} int32{1,1,1} ellipsis_mask=2", "[1,3,4,2]"},
	{"an ellipsis may stand for none", "y = StridedSlice [10] int32{0,2} int32{0,5} int32{1,1} ellipsis_mask=1", "[3]"},
	{"two of them cannot be", "y = StridedSlice [2,3] int32{0,0} int32{0,0} int32{1,1} ellipsis_mask=3", "!"},
	{"a new axis", "y = StridedSlice [4,5] int32{0,1,0} int32{0,3,5} int32{1,1,1} new_axis_mask=1", "[1,2,5]"},
	{"a new axis behind an ellipsis", "y = StridedSlice [4,5] int32{0,0} int32{0,0} int32{1,1} ellipsis_mask=1 new_axis_mask=2", "[4,5,1]"},
	{"a new axis is not dropped", "y = StridedSlice [4] int32{0} int32{0} int32{1} new_axis_mask=1 shrink_axis_mask=1", "[1,4]"},
	{"all masks at once", "y = StridedSlice [2,3,4,5] int32{1,0,0,3} int32{2,0,0,9} int32{1,1,1,-1} shrink_axis_mask=1 ellipsis_mask=2 new_axis_mask=4 begin_mask=8 end_mask=8", "[3,4,1,5]"},
	{"contents under a new axis", "y = StridedSlice {7,8,9} int32{0,1} int32{0,3} int32{1,1} new_axis_mask=1", "int64[1,2]{8,9}"},
	{"backwards to one element", "y = StridedSlice [10] int32{3} int32{0} int32{-1} shrink_axis_mask=1", "!"},
	{"more entries than axes beside an ellipsis", "y = StridedSlice [10] int32{0,0,0} int32{0,5,5} int32{1,1,1} ellipsis_mask=1", "!"},
	{"more entries than axes", "y = StridedSlice [10] int32{0,0} int32{5,5} int32{1,1}", "!"},
	{"an unknown extent", "y = StridedSlice [?,5] int32{0,0} int32{5,2} int32{1,1}", "[?,2]"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds) +
	       run_table("TensorFlow", tensorflow_rows, tensorflow_row_holds);
}
