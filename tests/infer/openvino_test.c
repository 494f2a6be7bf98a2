#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"a declared shape stands", "y: [2,3]; y = Relu [4,5]", "[2,3]"},
	{"what it leaves open is inferred", "y: [?,3]; y = ReLU [4,3]", "[4,3]"},
	{"what is computed contradicts", "y: [?,3]; y = ReLU [4,5]", "?"},
	{"Add broadcasts", "y = Add [2,1,4] [3,1] auto_broadcast=numpy", "[2,3,4]"},
	{"an older rule of broadcasting is not followed", "y = Add [2,3,4] [3] auto_broadcast=pdpd", "?"},
	{"Less", "y = Less [2] [2]", "bool[2]"},
	{"a layer that is not followed is what its port says", "y: [?,3]; y = NonMaxSuppression [4,3]", "[?,3]"},
	{"Convert has its port's type, and contents", "y: int32[2]; y = Convert {1,2}", "int32[2]{1,2}"},

	{"Convolution", "y = Convolution [1,3,9,9] [8,3,3,3] strides=2,2 pads_begin=1,1 pads_end=1,1 dilations=1,1 auto_pad=explicit", "[1,8,5,5]"},
	{"of an unknown batch", "y = Convolution [?,1,6,6] [1,1,3,3] strides=1,1 auto_pad=valid", "[?,1,4,4]"},
	{"same_upper", "y = Convolution [1,3,9] [8,3,3] strides=2 auto_pad=same_upper", "[1,8,5]"},
	{"blanks in a list", "y = Convolution [1,3,9] [8,3,3] strides=2, auto_pad=same_upper", "[1,8,5]"},
	{"a rule that there is not", "y = Convolution [1,3,9] [8,3,3] auto_pad=SAME", "?"},
	{"strides of another length", "y = Convolution [1,3,9] [8,3,3] strides=1,1", "?"},
	{"strides that are no numbers", "y = Convolution [1,3,9] [8,3,3] strides=a", "?"},
	{"a stride that overflows", "y = Convolution [1,3,9] [8,3,3] strides=9999999999999999999", "?"},
	{"a stride below 1", "y = Convolution [1,3,9] [8,3,3] strides=-1", "?"},
	{"filters of another rank", "y = Convolution [1,3,9] [8,3]", "?"},
	{"GroupConvolution", "y = GroupConvolution [1,6,9] [3,4,2,3]", "[1,12,7]"},
	{"AvgPool", "y = AvgPool [1,3,8,8] kernel=2,2 strides=2,2 rounding_type=floor", "[1,3,4,4]"},
	{"MaxPool's places", "y,z = MaxPool [1,3,8] kernel=2 strides=2", "[1,3,4] none[1,3,4]"},
	{"ceil rounds up", "y = MaxPool [1,3,8] kernel=3 strides=2 rounding_type=ceil", "[1,3,4]"},
	{"ceil keeps a window in the padding", "y = MaxPool [1,3,5] kernel=2 strides=2 pads_begin=1 pads_end=1 rounding_type=ceil", "[1,3,4]"},
	{"ceil_torch drops it", "y = MaxPool [1,3,5] kernel=2 strides=2 pads_begin=1 pads_end=1 rounding_type=ceil_torch", "[1,3,3]"},
	{"ceil rounds up without padding too", "y = MaxPool [1,3,3] kernel=2 strides=2 auto_pad=valid rounding_type=ceil", "[1,3,2]"},
	{"a rounding that there is not", "y = MaxPool [1,3,8] kernel=3 strides=2 rounding_type=up", "?"},
	{"a pool without a kernel", "y = MaxPool [1,3,8] strides=2", "?"},

	{"SpaceToBatch", "y = SpaceToBatch [1,2,5] {1,1,3} {0,0,0} {0,0,1}", "[3,2,2]"},
	{"BatchToSpace", "y = BatchToSpace [4,1,4,4] {1,1,2,2} {0,0,0,0} {0,0,0,0}", "[1,1,8,8]"},
	{"SpaceToBatch of an unknown batch", "y = SpaceToBatch [?,2,5] {1,1,3} {0,0,0} {0,0,1}", "[?,2,2]"},
	{"SpaceToBatch of unknown pads", "y = SpaceToBatch [1,2,5] {1,1,3} int64[3] {0,0,1}", "[?,?,?]"},
	{"SpaceToBatch of too few pads", "y = SpaceToBatch [1,2,5] {1,1,3} {0,0} {0,0,1}", "?"},
	{"a block of the batch", "y = SpaceToBatch [2,2,4] {2,1,2} {0,0,0} {0,0,0}", "?"},
	{"a scalar", "y = SpaceToBatch [] int64[0]{} int64[0]{} int64[0]{}", "?"},
	{"DepthToSpace", "y = DepthToSpace [1,12,2,3] block_size=2 mode=blocks_first", "[1,3,4,6]"},
	{"SpaceToDepth", "y = SpaceToDepth [1,3,4,6] block_size=2 mode=blocks_first", "[1,12,2,3]"},

	{"Pad", "y = Pad [1,8] {0,1} {0,2} 0 pad_mode=constant", "[1,11]"},
	{"Pad by what is not known", "y = Pad [1,8] int64[2] {0,2} pad_mode=constant", "[?,?]"},
	{"Concat", "y = Concat [1,2] [1,3] axis=-1", "[1,5]"},
	{"Reshape keeps where it has 0", "y = Reshape [2,3,4] {0,-1} special_zero=true", "[2,12]"},
	{"or does not", "y = Reshape [2,0] {0,7} special_zero=false", "[0,7]"},
	{"Transpose", "y = Transpose [2,3,4] {2,0,1}", "[4,2,3]"},
	{"StridedSlice", "y = StridedSlice [10,5] {1,0} {9,0} {2,1} begin_mask=0,0 end_mask=0,1", "[4,5]"},
	{"StridedSlice without steps", "y = StridedSlice [10,5] {1,0} {9,3} begin_mask=0,0 end_mask=0,0", "[8,3]"},
	{"StridedSlice's other masks", "y = StridedSlice [4,5,6] {1,0,0} {0,0,0} {1,1,1} begin_mask=0,0,0 end_mask=0,0,0 shrink_axis_mask=1,0,0 ellipsis_mask=0,1,0 new_axis_mask=0,0,1", "[5,6,1]"},
	{"masks that are no lists", "y = StridedSlice [4] {1} {2} {1} begin_mask=a end_mask=0", "?"},
	{"StridedSlice backwards from before the first", "y = StridedSlice {7,8} {-3} {-100} {-1} begin_mask=0 end_mask=0", "int64[1]{7}"},
	{"Slice has its axes last", "y = Slice [10,5] {1} {9} {2} {0}", "[4,5]"},
	{"Slice of all axes", "y = Slice [10,5] {1,0} {9,5} {2,1}", "[4,5]"},
	{"Broadcast", "y = Broadcast [3] {2,3} mode=numpy", "[2,3]"},
	{"Broadcast both ways", "y = Broadcast [4,1] {3} mode=bidirectional", "[4,3]"},
	{"Squeeze", "y = Squeeze [2,1,4] {1}", "[2,4]"},
	{"Unsqueeze", "y = Unsqueeze [2,4] {1}", "[2,1,4]"},
	{"Split", "y,z = Split [6,4] 1 num_splits=2", "[6,2] [6,2]"},
	{"VariadicSplit", "y,z = VariadicSplit [6,4] 0 {2,-1}", "[2,4] [4,4]"},
	{"MatMul", "y = MatMul [5,2,3] [4,3] transpose_a=false transpose_b=true", "[5,2,4]"},
	{"MatMul of vectors is not transposed", "y = MatMul [3] [3] transpose_a=true transpose_b=true", "[]"},
	{"ReduceMean", "y = ReduceMean [1,3,8,8] {2,3} keep_dims=true", "[1,3,1,1]"},
	{"an entry of a shape", "y: int64 ?; s: int64 ?; s = ShapeOf [2,?,7]; y = Gather s 2 0; z: int64 ?; z = Gather s 1 0", "int64[]{7} int64[]{?}"},
	{"TopK", "y,z = TopK [5,9] 3 axis=1 mode=max sort=value", "[5,3] int64[5,3]"},
	{"a text that is no number", "y = Concat [1,2] [1,3] axis=one", "?"},
	{"a text of two numbers", "y = Concat [1,2] [1,3] axis=1,0", "?"},
};
/* clang-format on */

int
main(void)
{
	return run_table("OpenVINO", rows, openvino_row_holds);
}
