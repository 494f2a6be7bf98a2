#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"Conv", "y = Conv [1,3,224,224] [64,3,7,7] strides=[2,2] pads=[3,3,3,3]", "[1,64,112,112]"},
	{"the kernel is that of W", "y = Conv [1,3,9] [8,3,3]", "[1,8,7]"},
	{"the batch may be unknown", "y = Conv [?,3,9] [8,3,3]", "[?,8,7]"},
	{"an extent that is not known stays so", "y = Conv [1,3,?,9] [8,3,3,3]", "[1,8,?,7]"},
	{"an unknown W leaves the channels unknown", "y = Conv [1,3,9] ? kernel_shape=[3]", "[1,?,7]"},
	{"neither W nor kernel_shape", "y = Conv [1,3,9] ?", "[1,?,?]"},
	{"dilations", "y = Conv [1,3,9] [8,3,3] dilations=[3]", "[1,8,3]"},
	{"SAME_UPPER", "y = Conv [1,3,9] [8,3,3] auto_pad=SAME_UPPER strides=[2]", "[1,8,5]"},
	{"VALID", "y = Conv [1,3,9] [8,3,3] auto_pad=VALID", "[1,8,7]"},
	{"an auto_pad that there is not", "y = Conv [1,3,9] [8,3,3] auto_pad=SAME", "!"},
	{"four spatial axes", "y = Conv [1,1,4,4,4,4] [1,1,2,2,2,2]", "[1,1,3,3,3,3]"},
	{"X of two dimensions", "y = Conv [1,3] [8,3]", "!"},
	{"X and W of different ranks", "y = Conv [1,3,9] [8,3,3,3]", "!"},
	{"a kernel too large", "y = Conv [1,3,2] [8,3,3]", "!"},
	{"a kernel of 0", "y = Conv [1,3,2] [8,3,0]", "!"},
	{"strides of 0", "y = Conv [1,3,9] [8,3,3] strides=[0]", "!"},
	{"too few strides", "y = Conv [1,3,9,9] [8,3,3,3] strides=[1]", "!"},
	{"strides of another type", "y = Conv [1,3,9] [8,3,3] strides=2", "!"},
	{"pads below 0", "y = Conv [1,3,9] [8,3,3] pads=[-1,0]", "!"},
	{"pads that overflow", "y = Conv [1,3,9] [8,3,3] pads=[4611686018427387904,4611686018427387904]", "!"},
	{"a dilation that overflows", "y = Conv [1,3,9] [8,3,3] dilations=[9223372036854775807]", "!"},
	{"QLinearAveragePool", "y = QLinearAveragePool uint8[1,3,9,8] [] uint8[] [] uint8[] kernel_shape=[2,3]", "uint8[1,3,8,6]"},
	{"channels_last", "y = QLinearAveragePool uint8[1,9,8,3] [] uint8[] [] uint8[] kernel_shape=[2,3] channels_last=1", "uint8[1,8,6,3]"},
	{"a global pool with channels_last", "y = QLinearGlobalAveragePool uint8[2,9,8,3] [] uint8[] [] uint8[] channels_last=1", "uint8[2,1,1,3]"},
	{"QLinearConv's W is input 3", "y = QLinearConv uint8[1,3,9] [] [] uint8[8,3,3] [] [] [] uint8[]", "uint8[1,8,7]"},

	{"MaxPool and its indices", "y,z = MaxPool [1,3,8,8] kernel_shape=[2,2] strides=[2,2]", "[1,3,4,4] int64[1,3,4,4]"},
	{"ceil_mode", "y = AveragePool [1,1,6] kernel_shape=[3] strides=[2] ceil_mode=1", "[1,1,3]"},
	{"ceil_mode drops a window in the end padding", "y = AveragePool [1,1,4] kernel_shape=[2] strides=[3] pads=[1,2] ceil_mode=1", "[1,1,2]"},
	{"LpPool", "y = LpPool-2 [2,3,4,4] kernel_shape=[2,2]", "[2,3,3,3]"},
	{"a pool without a kernel", "y = MaxPool [1,3,8,8]", "!"},
	{"a pool with a kernel of another rank", "y = LpPool [2,3,4,1] kernel_shape=[2]", "!"},
	{"an empty batch", "y = MaxPool [0,3,8] kernel_shape=[2]", "[0,3,7]"},
	{"GlobalAveragePool", "y = GlobalAveragePool [?,3,8,?]", "[?,3,1,1]"},
	{"GlobalMaxPool of two dimensions", "y = GlobalMaxPool [1,3]", "!"},

	{"ConvTranspose", "y = ConvTranspose [1,8,5,5] [8,4,3,3] strides=[2,2]", "[1,4,11,11]"},
	{"with pads, padding and groups", "y = ConvTranspose [1,8,5] [8,4,3] strides=[2] pads=[1,1] output_padding=[1] group=2", "[1,8,10]"},
	{"with SAME", "y = ConvTranspose [1,8,5] [8,4,3] strides=[2] auto_pad=SAME_UPPER", "[1,4,10]"},
	{"with a shape that it says", "y = ConvTranspose [1,8,5] [8,4,3] strides=[2] output_shape=[12]", "[1,4,12]"},
	{"with more pads than there is", "y = ConvTranspose [1,8,1] [8,4,1] pads=[5,5]", "!"},
	{"with as many pads as there are outputs", "y = ConvTranspose [1,8,1] [8,4,2] pads=[1,1]", "!"},
	{"that overflows", "y = ConvTranspose [1,8,4611686018427387904] [8,4,3] strides=[4]", "!"},
	{"of an unknown extent", "y = ConvTranspose [1,8,?] [8,4,3]", "[1,4,?]"},
	{"with a group below 0", "y = ConvTranspose [1,8,5] [8,4,3] group=-7", "!"},
};

static const struct graph_row tensorflow_rows[] = {
	{"Conv2D, NHWC by default", "y = Conv2D [1,24,24,3] [5,5,3,56] padding=SAME strides=[1,1,1,1]", "[1,24,24,56]"},
	{"VALID and strides", "y = Conv2D [1,24,25,3] [3,3,3,8] padding=VALID strides=[1,2,2,1]", "[1,11,12,8]"},
	{"NCHW", "y = Conv2D [1,3,24,25] [3,3,3,8] padding=VALID strides=[1,1,2,2] data_format=NCHW", "[1,8,11,12]"},
	{"EXPLICIT", "y = Conv2D [1,8,8,3] [3,3,3,8] padding=EXPLICIT explicit_paddings=[0,0,1,2,0,1,0,0]", "[1,9,7,8]"},
	{"EXPLICIT without its pads", "y = Conv2D [1,8,8,3] [3,3,3,8] padding=EXPLICIT", "[1,6,6,8]"},
	{"dilations", "y = Conv2D [1,8,8,3] [3,3,3,8] padding=VALID dilations=[1,2,1,1]", "[1,4,6,8]"},
	{"an unknown image", "y = Conv2D [?,?,?,1] [5,5,1,56] padding=SAME", "[?,?,?,56]"},
	{"no padding", "y = Conv2D [1,8,8,3] [3,3,3,8]", "!"},
	{"a filter of another rank", "y = Conv2D [1,8,8,3] [3,3,3] padding=SAME", "!"},
	{"an image of rank 1", "y = Conv2D [1] [3] padding=SAME", "!"},
	{"a kernel too large", "y = Conv2D [1,2,2,3] [3,3,3,8] padding=VALID", "!"},
	{"Conv3D", "y = Conv3D [1,8,8,8,3] [3,3,3,3,4] padding=VALID", "[1,6,6,6,4]"},
	{"depthwise channels multiply", "y = DepthwiseConv2dNative [1,8,8,3] [3,3,3,2] padding=SAME", "[1,8,8,6]"},
	{"MaxPool", "y = MaxPool [1,8,8,3] ksize=[1,2,2,1] strides=[1,2,2,1] padding=VALID", "[1,4,4,3]"},
	{"AvgPool over channels is not followed", "y = AvgPool [1,8,8,3] ksize=[1,1,1,3] strides=[1,1,1,3] padding=VALID", "!"},
	{"AvgPool without ksize", "y = AvgPool [1,8,8,3] padding=VALID", "!"},
	{"Conv2DBackpropInput says its shape", "y = Conv2DBackpropInput int32{1,16,16,3} [3,3,3,8] [1,8,8,8] padding=SAME", "[1,16,16,3]"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds) +
	       run_table("TensorFlow", tensorflow_rows, tensorflow_row_holds);
}
