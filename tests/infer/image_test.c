#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"RoiAlign", "y = RoiAlign [1,3,32,32] [5,4] int64[5] output_height=7 output_width=6", "[5,3,7,6]"},
	{"RoiAlign to one point by default", "y = RoiAlign [1,3,32,32] [5,4] int64[5]", "[5,3,1,1]"},
	{"RoiAlign of any number of regions", "y = RoiAlign [1,3,32,32] [?,4] int64[?]", "[?,3,1,1]"},
	{"RoiAlign of a line", "y = RoiAlign [1,3,32] [5,4] int64[5]", "!"},
	{"MaxRoiPool", "y = MaxRoiPool [1,3,32,32] [5,5] pooled_shape=[7,6]", "[5,3,7,6]"},
	{"MaxRoiPool to no size", "y = MaxRoiPool [1,3,32,32] [5,5]", "!"},
	{"GridSample", "y = GridSample [2,3,8,8] [2,5,6,2]", "[2,3,5,6]"},
	{"GridSample in space", "y = GridSample-20 [2,3,8,8,8] [2,4,5,6,3]", "[2,3,4,5,6]"},
	{"GridSample by a grid of another rank", "y = GridSample [2,3,8,8] [2,5,6]", "!"},
	{"AffineGrid", "y = AffineGrid [2,2,3] {2,3,5,6}", "[2,5,6,2]"},
	{"AffineGrid in space", "y = AffineGrid [2,3,4] {2,3,4,5,6}", "[2,4,5,6,3]"},
	{"AffineGrid of a size that is not known", "y = AffineGrid [2,2,3] int64[4]", "?"},
	{"AffineGrid of a line", "y = AffineGrid [2,2,3] {2,3,5}", "!"},
	{"CenterCropPad", "y = CenterCropPad [20,10,3] {10,7,3}", "[10,7,3]"},
	{"CenterCropPad of some axes", "y = CenterCropPad [20,10,3] {10,9} axes=[-2,0]", "[9,10,3]"},
	{"CenterCropPad to a size below 0", "y = CenterCropPad [20] {-1}", "!"},
	{"CenterCropPad of too few axes", "y = CenterCropPad [20,10] {5}", "!"},
	{"Col2Im", "y = Col2Im [1,5,5] {5,5} {1,5}", "[1,1,5,5]"},
	{"Col2Im of an unknown depth", "y = Col2Im [1,?,5] {5,5} {1,5}", "[1,?,5,5]"},
	{"Col2Im of an empty block", "y = Col2Im [1,5,5] {5,5} {0,5}", "!"},
};

static const struct graph_row tensorflow_rows[] = {
	{"CropAndResize", "y = CropAndResize uint8[1,32,32,3] [5,4] int32[5] int32{7,6}", "[5,7,6,3]"},
	{"CropAndResize to what is not known", "y = CropAndResize [1,32,32,3] [5,4] int32[5] int32[2]", "?"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds) +
	       run_table("TensorFlow", tensorflow_rows, tensorflow_row_holds);
}
