#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"Concat", "y = Concat [1,2,4] [1,3,4] axis=1", "[1,5,4]"},
	{"Concat-1 has a default", "y = Concat-1 [1,2] [1,3]", "[1,5]"},
	{"Concat from the end", "y = Concat [1,2] [1,3] axis=-1", "[1,5]"},
	{"extents that one input knows", "y = Concat [?,2] [7,3] axis=1", "[7,5]"},
	{"an unknown part", "y = Concat [7,?] [7,3] axis=1", "[7,?]"},
	{"extents that differ", "y = Concat [6,2] [7,3] axis=1", "!"},
	{"ranks that differ", "y = Concat [6] [7,3] axis=0", "!"},
	{"an input of unknown rank", "y = Concat [6,2] ? axis=1", "?"},
	{"an axis that there is not", "y = Concat [6,2] [6,2] axis=2", "!"},
	{"no input", "y = Concat axis=0", "none?"},
	{"extents that overflow", "y = Concat [4611686018427387904] [1] axis=0", "!"},
	{"contents one after the other", "y = Concat {1,2} {3} axis=0", "int64[3]{1,2,3}"},
	{"contents known in part", "y = Concat {1} int64[2] axis=0", "int64[3]{1,?,?}"},
	{"contents that become too many", "y = Concat {1,2,3,4,5,6,7,8,9} {1,2,3,4,5,6,7,8,9} axis=0", "int64[18]"},

	{"Split in equal parts", "y,z = Split-2 [6,4]", "[3,4] [3,4]"},
	{"Split by an attribute", "y,z = Split-2 [6,4] split=[1,3] axis=1", "[6,1] [6,3]"},
	{"Split by an input", "y,z = Split-13 [6,4] {2,4}", "[2,4] [4,4]"},
	{"Split by an input of real numbers", "y,z = Split-1 [6,4] float32{2,4}", "[2,4] [4,4]"},
	{"by real numbers that are none", "y,z = Split-1 [6,4] float32{2.5,3.5}", "[?,4] [?,4]"},
	{"Split by what is not known", "y,z = Split-13 [6,4] int64[2]", "[?,4] [?,4]"},
	{"num_outputs leaves the last one less", "y,z = Split-18 [7] num_outputs=2", "[4] [3]"},
	{"num_outputs leaves nothing of the last one", "y,z,v,w = Split-18 [5] num_outputs=4", "[2] [2]"},
	{"parts that are not equal", "y,z = Split-2 [7]", "! none!"},
	{"as many sizes as outputs", "y,z = Split-2 [6] split=[6]", "! none!"},
	{"a size below 0", "y,z = Split-2 [6] split=[-9223372036854775808,6]", "! none!"},
	{"an unknown extent", "y,z = Split-2 [?,4]", "[?,4] [?,4]"},
};

static const struct graph_row tensorflow_rows[] = {
	{"ConcatV2 has the axis last", "y = ConcatV2 [1,2,3] [1,2,5] int32{-1}", "[1,2,8]"},
	{"ConcatV2 along an axis that is not known", "y = ConcatV2 [1,2,3] [1,2,5] int32[]", "?"},
	{"Pack", "y = Pack [2,3] [2,3] axis=1", "[2,2,3]"},
	{"Pack of numbers", "y = Pack 1 2 3", "int64[3]{1,2,3}"},
	{"Pack of lists", "y = Pack {1,2} {3,4}", "int64[2,2]{1,2,3,4}"},
	{"Concat has the axis first", "y = Concat int32{1} [1,2] [1,3]", "[1,5]"},
	{"Concat along an axis that is not known", "y = Concat int32[] [1,2] [1,3]", "?"},
	{"Split has the axis first", "y,z = Split int32{1} [6,4]", "[6,2] [6,2]"},
	{"SplitV", "y,z = SplitV [6,4] int32{1,5} int32{0}", "[1,4] [5,4]"},
	{"SplitV with a size that is left over", "y,z = SplitV [6,4] int32{-1,4} int32{0}", "[2,4] [4,4]"},
	{"SplitV of an unknown extent", "y,z = SplitV [?,4] int32{-1,4} int32{0}", "[?,4] [4,4]"},
	{"SplitV by sizes that are not known", "y,z = SplitV [6,4] int32[2] int32{0}", "[?,4] [?,4]"},
	{"Unpack", "y,z = Unpack [3,2] axis=1", "[3] [3]"},
	{"Unpack of numbers", "y,z = Unpack {7,8}", "int64[]{7} int64[]{8}"},
	{"Unpack of a shape known in part", "s = Shape [?,5]; y,z = Unpack s", "none[]{?} none[]{5}"},
	{"Unpack of fewer than the outputs", "y,z = Unpack [1,3]", "! none!"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds) +
	       run_table("TensorFlow", tensorflow_rows, tensorflow_row_holds);
}
