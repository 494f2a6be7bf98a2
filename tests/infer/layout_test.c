#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"Reshape", "y = Reshape [2,3,4] {4,6}", "[4,6]"},
	{"Reshape infers -1", "y = Reshape [2,3,4] {4,-1}", "[4,6]"},
	{"Reshape keeps an extent for 0", "y = Reshape [2,3,4] {0,-1}", "[2,12]"},
	{"Reshape-1 has an attribute", "y = Reshape-1 [2,3,4] shape=[0,12]", "[2,12]"},
	{"an unknown extent that is kept does not hide -1", "y = Reshape [?,512,1,1] {0,-1}", "[?,512]"},
	{"an unknown extent that is not kept does", "y = Reshape [?,512,1,1] {-1,512}", "[?,512]"},
	{"a shape known in part", "s = Shape [?,4]; y = Reshape [6,4] s", "[6,4]"},
	{"allowzero takes 0 as it is", "y = Reshape [0,3] {3,0} allowzero=1", "[3,0]"},
	{"-1 of an empty tensor is not known", "y = Reshape [0,3] {0,-1}", "[0,3]"},
	{"-1 beside an extent of 0 is not known", "y = Reshape [0,3] {0,-1} allowzero=1", "[0,?]"},
	{"-1 that does not divide", "y = Reshape [2,3] {4,-1}", "[4,?]"},
	{"0 behind the input's last extent", "y = Reshape [6] {2,0}", "!"},
	{"-2", "y = Reshape [6] {-2}", "!"},
	{"an extent that is too large", "y = Reshape [6] {9223372036854775807}", "!"},
	{"a shape of which the length is known", "y = Reshape [6] int64[3]", "[?,?,?]"},
	{"a shape that is too long", "y = Reshape [6] int64[300]", "?"},
	{"a shape of floats", "y = Reshape [6] float32{6}", "[?]"},
	{"an input of unknown rank", "y = Reshape ? {2,3}", "[2,3]"},
	{"Reshape keeps contents", "y = Reshape {1,2} {2,1}", "int64[2,1]{1,2}"},
	{"a product that overflows is not known", "y = Reshape [4611686018427387904,4] {-1}", "[?]"},

	{"Flatten", "y = Flatten [2,3,4]", "[2,12]"},
	{"Flatten at 0", "y = Flatten [2,3,4] axis=0", "[1,24]"},
	{"Flatten at the end", "y = Flatten [2,3,4] axis=3", "[24,1]"},
	{"Flatten from the end", "y = Flatten [2,3,4] axis=-1", "[6,4]"},
	{"Flatten behind the end", "y = Flatten [2,3,4] axis=4", "!"},
	{"Flatten of an unknown extent", "y = Flatten [?,3,4]", "[?,12]"},
	{"Flatten that overflows", "y = Flatten [1,4611686018427387904,4]", "!"},

	{"Transpose turns around", "y = Transpose [2,3,4]", "[4,3,2]"},
	{"Transpose by a permutation", "y = Transpose [2,3,4] perm=[0,2,1]", "[2,4,3]"},
	{"an axis twice", "y = Transpose [2,3,4] perm=[0,0,1]", "!"},
	{"an axis that there is not", "y = Transpose [2,3,4] perm=[0,1,9223372036854775807]", "!"},
	{"too few axes", "y = Transpose [2,3,4] perm=[0,1]", "!"},

	{"Squeeze", "y = Squeeze [1,3,1] axes=[0]", "[3,1]"},
	{"Squeeze-13 has an input", "y = Squeeze-13 [1,3,1] {-1}", "[1,3]"},
	{"Squeeze of every 1", "y = Squeeze [1,3,1]", "[3]"},
	{"Squeeze of unknown extents is not known", "y = Squeeze [1,?,3]", "?"},
	{"Squeeze of an unknown extent", "y = Squeeze [?,3] axes=[0]", "[3]"},
	{"Squeeze of 3", "y = Squeeze [1,3] axes=[1]", "!"},
	{"Squeeze by what is not known", "y = Squeeze [1,3] int64[1]", "?"},
	{"Squeeze of the lowest axis", "y = Squeeze [1,3] axes=[-9223372036854775808]", "!"},
	{"Squeeze keeps contents", "y = Squeeze {7} axes=[0]", "int64[]{7}"},
	{"Unsqueeze", "y = Unsqueeze [3] axes=[0,2]", "[1,3,1]"},
	{"Unsqueeze-13 counts from the new end", "y = Unsqueeze-13 [3,4] {-1}", "[3,4,1]"},
	{"Unsqueeze of an axis twice", "y = Unsqueeze [3] axes=[0,0]", "!"},
	{"Unsqueeze beyond 16 dimensions", "y = Unsqueeze [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1] axes=[0]", "?"},
	{"Unsqueeze keeps contents", "y = Unsqueeze 7 axes=[0]", "int64[1]{7}"},

	{"Expand", "y = Expand [3,1] {2,1,4}", "[2,3,4]"},
	{"Expand to less keeps the extent", "y = Expand [3,4] {1}", "[3,4]"},
	{"Expand that does not broadcast", "y = Expand [3] {2}", "!"},
	{"Expand below 0", "y = Expand [3] {-5}", "!"},
	{"Tile", "y = Tile [2,?] {3,2}", "[6,?]"},
	{"Tile of another length", "y = Tile [2,3] {3}", "!"},
	{"Tile below 0", "y = Tile [2] {-1}", "!"},
	{"Tile that overflows", "y = Tile [4] {4611686018427387904}", "!"},
	{"Tile by what is not known", "y = Tile [2,3] int64[2]", "[?,?]"},
};

static const struct graph_row tensorflow_rows[] = {
	{"Reshape takes 0 as it is", "y = Reshape [0,3] {3,0}", "[3,0]"},
	{"Transpose by an input", "y = Transpose [2,3,4] int32{0,2,1}", "[2,4,3]"},
	{"Transpose by an input that is not known", "y = Transpose [2,3,4] int32[3]", "[?,?,?]"},
	{"Squeeze", "y = Squeeze [1,3,1] squeeze_dims=[2]", "[1,3]"},
	{"Squeeze of an empty list is of every 1", "y = Squeeze [1,3,1] squeeze_dims=[]", "[3]"},
	{"ExpandDims", "y = ExpandDims [2,3] -1", "[2,3,1]"},
	{"BroadcastTo", "y = BroadcastTo [3,1] int32{3,4}", "[3,4]"},
	{"Tile", "y = Tile [2,3] int32{1,2}", "[2,6]"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds) +
	       run_table("TensorFlow", tensorflow_rows, tensorflow_row_holds);
}
