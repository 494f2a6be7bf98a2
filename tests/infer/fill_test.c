#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"Constant", "y = Constant value=t[2,1]{5,6}", "int64[2,1]{5,6}"},
	{"Constant of a number", "y = Constant value_int=5", "int64[]{5}"},
	{"Constant of numbers", "y = Constant value_ints=[5,6]", "int64[2]{5,6}"},
	{"Constant of a float", "y = Constant value_float=0.5", "[]{0.5}"},
	{"Constant of floats", "y = Constant value_floats=f[0.5,2]", "[2]{0.5,2}"},
	{"Constant of a word", "y = Constant value_string=A", "none?"},
	{"Constant of a type that opgen has not", "y = Constant-25 value=tint4[2,3]{}", "int4[2,3]"},
	{"ConstantOfShape of a type that opgen has not", "y = ConstantOfShape-25 {2,3} value=tuint2[1]{}", "uint2[2,3]"},
	{"Constant of nothing", "y = Constant", "none?"},
	{"ConstantOfShape is 0 by default", "y = ConstantOfShape {2,3}", "[2,3]{0,0,0,0,0,0}"},
	{"ConstantOfShape of a value", "y = ConstantOfShape {3} value=t{7}", "int64[3]{7,7,7}"},
	{"ConstantOfShape of no dimension", "y = ConstantOfShape int64[0]{}", "[]{0}"},
	{"ConstantOfShape of a large shape", "y = ConstantOfShape {64,3,7,7}", "[64,3,7,7]"},
	{"ConstantOfShape below 0", "y = ConstantOfShape {-1}", "!"},
	{"ConstantOfShape of a shape that is not known", "y = ConstantOfShape int64[2]", "?"},

	{"Shape", "y = Shape [2,?,4]", "int64[3]{2,?,4}"},
	{"Shape-15 may leave out", "y = Shape-15 [2,3,4] start=1 end=-1", "int64[1]{3}"},
	{"Shape-15 with ends outside", "y = Shape-15 [2,3,4] start=-9223372036854775808 end=9223372036854775807", "int64[3]{2,3,4}"},
	{"Shape-15 of nothing", "y = Shape-15 [2,3,4] start=2 end=1", "int64[0]{}"},
	{"Shape of an unknown rank", "y = Shape ?", "int64?"},
	{"Size", "y = Size [2,3,4]", "int64[]{24}"},
	{"Size of an unknown extent", "y = Size [2,?]", "int64[]"},
	{"Size that overflows", "y = Size [4611686018427387904,4]", "int64[]"},
	{"Range", "y = Range 2 9 3", "int64[3]{2,5,8}"},
	{"Range backwards", "y = Range 2 0 -1", "int64[2]{2,1}"},
	{"Range of nothing", "y = Range 2 0 1", "int64[0]{}"},
	{"Range by 0", "y = Range 2 0 0", "int64!"},
	{"a long Range", "y = Range 0 1000000000000 1", "int64[1000000000000]"},
	{"a Range that overflows", "y = Range -9223372036854775808 9223372036854775807 1", "int64!"},
	{"Range of what is not known", "y = Range 0 int64[] 1", "int64[?]"},

	{"EyeLike", "y = EyeLike int32[3,4] dtype=1", "[3,4]"},
	{"EyeLike keeps the type", "y = EyeLike int32[3,4]", "int32[3,4]"},
	{"RandomNormal", "y = RandomNormal shape=[2,3]", "[2,3]"},
	{"RandomUniform of another type", "y = RandomUniform shape=[2] dtype=11", "float64[2]"},
	{"RandomUniform of no shape", "y = RandomUniform", "!"},
	{"Multinomial", "y = Multinomial [5,9] sample_size=4", "int32[5,4]"},
	{"HannWindow", "y = HannWindow 16", "[16]"},
	{"HannWindow of a size that is not known", "y = HannWindow int64[]", "[?]"},

	{"Resize-10 has factors", "y = Resize-10 [1,3,8,8] float32{1,1,2,1.5}", "[1,3,16,12]"},
	{"Resize-11 has factors behind roi", "y = Resize-11 [1,3,8,8] [0] float32{1,1,0.5,0.5}", "[1,3,4,4]"},
	{"Resize-11 has sizes", "y = Resize-11 [1,3,8,8] _ _ {1,3,5,7}", "[1,3,5,7]"},
	{"factors of no element are absent", "y = Resize-11 [1,3,8,8] [0] float32[0]{} {1,3,5,7}", "[1,3,5,7]"},
	{"sizes known in part", "s = Shape [1,3,?,9]; y = Resize-13 [1,3,8,8] _ _ s", "[1,3,?,9]"},
	{"Resize-18 has axes", "y = Resize-18 [1,3,8,8] _ float32{2,3} _ axes=[2,3]", "[1,3,16,24]"},
	{"extents are multiplied in float32", "y = Resize-10 [10] float32{0.7}", "[7]"},
	{"extents are rounded down", "y = Resize-10 [7] float32{0.5}", "[3]"},
	{"an unknown extent", "y = Resize-10 [?,8] float32{1,2}", "[?,16]"},
	{"the aspect ratio that makes none larger", "y = Resize-18 [8,8] _ _ {4,2} keep_aspect_ratio_policy=not_larger", "[2,2]"},
	{"or none smaller", "y = Resize-18 [1,8,6] _ _ {4,2} axes=[-2,-1] keep_aspect_ratio_policy=not_smaller", "[1,4,3]"},
	{"a kept extent is rounded, halves up", "y = Resize-18 [6,27] _ _ {7,99} keep_aspect_ratio_policy=not_larger", "[7,32]"},
	{"the policy is one for sizes", "y = Resize-18 [8,8] _ float32{0.5,2} keep_aspect_ratio_policy=not_larger", "[4,16]"},
	{"a ratio of an unknown extent", "y = Resize-18 [8,?] _ _ {4,2} keep_aspect_ratio_policy=not_larger", "[?,?]"},
	{"a ratio that makes it too long", "y = Resize-18 [1,4611686018427387904] _ _ {9,1} keep_aspect_ratio_policy=not_smaller", "!"},
	{"as many factors as dimensions", "y = Resize-10 [8,8] float32{2}", "!"},
	{"a factor of 0", "y = Resize-10 [8] float32{0}", "!"},
	{"a factor that makes it as long as no plan may be", "y = Resize-10 [1,2] float32{576460752303423488,1}", "!"},
	{"a huge factor", "y = Resize-10 [8] float32{1e30}", "!"},
	{"a size below 0", "y = Resize-11 [8] _ _ {-2}", "!"},
	{"Upsample-7", "y = Upsample-7 [1,3,8,8] scales=f[1,1,2,2]", "[1,3,16,16]"},
	{"Upsample-9", "y = Upsample-9 [1,3,8,8] float32{1,1,2,2}", "[1,3,16,16]"},
	{"Upsample-1", "y = Upsample-1 [1,3,8,8] height_scale=2.0 width_scale=3.0", "[1,3,16,24]"},
	{"a chain that doubles an image",
		"x: [1,3,12,20]; s = Shape x; h = Gather s 2; f = Cast h to=1; d = Mul f float32{2};"
		"r = Floor d; i = Cast r to=7; y = Concat {1,3} i {40} axis=0", "int64[4]{1,3,24,40}"},
};

static const struct graph_row tensorflow_rows[] = {
	{"Fill", "y = Fill int32{2,2} int32{7}", "int32[2,2]{7,7,7,7}"},
	{"Fill of a shape that is not known", "y = Fill int32[2] 7", "int64?"},
	{"Rank", "y = Rank [2,3,4]", "int32[]{3}"},
	{"ResizeBilinear", "y = ResizeBilinear [1,8,8,3] int32{16,24}", "none[1,16,24,3]"},
	{"ResizeNearestNeighbor by what is not known", "y = ResizeNearestNeighbor [1,8,8,3] int32[2]", "[1,?,?,3]"},
	{"RandomUniform", "y = RandomUniform int32{2,3}", "none[2,3]"},
	{"ShapeN", "y,z = ShapeN [2,?] [3]", "none[2]{2,?} none[1]{3}"},
	{"IdentityN", "y,z = IdentityN [2,?] {3}", "[2,?] int64[1]{3}"},
	{"ScatterNd", "y = ScatterNd int32[5,1] [5,3] int32{9,3}", "[9,3]"},
	{"LinSpace", "y = LinSpace [] [] int32{5}", "[5]"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds) +
	       run_table("TensorFlow", tensorflow_rows, tensorflow_row_holds);
}
