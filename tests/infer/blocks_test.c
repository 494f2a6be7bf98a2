#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"DepthToSpace", "y = DepthToSpace [1,16,2,3] blocksize=2", "[1,4,4,6]"},
	{"DepthToSpace of unknown rows", "y = DepthToSpace [?,16,?,3] blocksize=2", "[?,4,?,6]"},
	{"channels that do not divide", "y = DepthToSpace [1,6,2,3] blocksize=2", "!"},
	{"blocksize 0", "y = DepthToSpace [1,6,2,3] blocksize=0", "!"},
	{"blocksize missing", "y = DepthToSpace [1,6,2,3]", "!"},
	{"blocksize below 0", "y = DepthToSpace [1,6,2,3] blocksize=-2", "!"},
	{"blocksize whose square overflows", "y = DepthToSpace [1,6,2,3] blocksize=4611686018427387904", "!"},
	{"rank 3", "y = DepthToSpace [6,2,3] blocksize=1", "!"},
	{"SpaceToDepth", "y = SpaceToDepth-1 [1,1,4,6] blocksize=2", "[1,4,2,3]"},
	{"rows that do not divide", "y = SpaceToDepth [1,1,5,6] blocksize=2", "!"},
	{"empty rows", "y = SpaceToDepth [1,1,0,6] blocksize=2", "[1,4,0,3]"},
};

static const struct graph_row tensorflow_rows[] = {
	{"DepthToSpace, NHWC by default", "y = DepthToSpace [1,2,3,12] block_size=2", "[1,4,6,3]"},
	{"DepthToSpace, NCHW", "y = DepthToSpace [1,12,2,3] block_size=2 data_format=NCHW", "[1,3,4,6]"},
	{"DepthToSpace, NCHW_VECT_C", "y = DepthToSpace qint8[1,12,2,3,4] block_size=2 data_format=NCHW_VECT_C", "qint8[1,3,4,6,4]"},
	{"SpaceToDepth", "y = SpaceToDepth [1,4,6,3] block_size=2", "[1,2,3,12]"},
	{"SpaceToBatchND", "y = SpaceToBatchND [1,72,1,128] int32{13,1} int32[2,2]{0,6,0,0}", "[13,6,1,128]"},
	{"BatchToSpaceND", "y = BatchToSpaceND [13,4,1,128] int32{13,1} int32[2,2]{0,6,0,0}", "[1,46,1,128]"},
	{"SpaceToBatchND of unknown paddings", "y = SpaceToBatchND [1,72,1,128] int32{13,1} int32[2,2]", "[?,?,?,?]"},
	{"SpaceToBatchND that does not divide", "y = SpaceToBatchND [1,5,1] {2} [1,2]{0,0}", "!"},
	{"as many blocks as dimensions", "y = SpaceToBatchND [2,2] {1,1} [2,2]{0,0,0,0}", "!"},
	{"too few paddings", "y = SpaceToBatchND [1,4,1] {2} {0}", "!"},
	{"a block of 0", "y = SpaceToBatchND [1,4] {0} [1,2]{0,0}", "!"},
	{"crops larger than the extent", "y = BatchToSpaceND [2,2] {2} [1,2]{3,2}", "!"},
	{"a batch that does not divide", "y = BatchToSpaceND [3,2] {2} [1,2]{0,0}", "!"},
	{"crops that overflow", "y = BatchToSpaceND [2,2] {2} [1,2]{9223372036854775807,9223372036854775807}", "!"},
	{"no blocks at all", "y = SpaceToBatchND [3,2] int32[0]{} int32[0,2]{}", "[3,2]"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds) +
	       run_table("TensorFlow", tensorflow_rows, tensorflow_row_holds);
}
