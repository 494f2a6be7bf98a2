#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"Relu keeps the shape", "y = Relu [1,?,8]", "[1,?,8]"},
	{"what is not known stays so", "y = Relu ?", "?"},
	{"a type that is not float32 is kept", "y = Neg int32[2]", "int32[2]"},
	{"a node without its input is nothing", "y = Relu", "none?"},
	{"Dropout's mask is of bools", "y,z = Dropout [2,3]", "[2,3] bool[2,3]"},
	{"Dropout without its mask", "y,_ = Dropout [2,3]", "[2,3]"},
	{"comparisons are of bools", "y = Less [2,3] [3]", "bool[2,3]"},
	{"GatherElements has the indices' shape", "y = GatherElements [5,5] int64[2,3]", "[2,3]"},
	{"DequantizeLinear has the scale's type", "y = DequantizeLinear int8[3,4] float16[3]", "float16[3,4]"},

	{"extents broadcast", "y = Add [4,1,3] [5,1]", "[4,5,3]"},
	{"a rank of 0 broadcasts", "y = Mul [4,3] []", "[4,3]"},
	{"an unknown extent is not the other's 1", "y = Add [?,3] [1,3]", "[?,3]"},
	{"an unknown extent beside another than 1 is that", "y = Add [?,3] [7,3]", "[7,3]"},
	{"0 and 1 broadcast to 0", "y = Add [0,3] [1,3]", "[0,3]"},
	{"0 and 2 do not broadcast", "y = Add [0,3] [2,3]", "!"},
	{"2 and 3 do not broadcast", "y = Add [2] [3]", "!"},
	{"before version 7 the first operand has the shape", "y = Add-6 [1,32,8,9] [32] axis=1 broadcast=1", "[1,32,8,9]"},
	{"three operands broadcast", "y = Sum [2,1] [1,3] [1,1,1]", "[1,2,3]"},
	{"an operand of unknown rank hides the result", "y = Sum [2,1] ?", "?"},
	{"a rank above 16 is not followed", "y = Relu [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]", "?"},
	{"Where has the branches' type", "y = Where bool[2,1] int32[3] int32[1]", "int32[2,3]"},

	{"integers are added", "y = Add {1,2} {10,20}", "int64[2]{11,22}"},
	{"a scalar is repeated", "y = Mul {1,2,3} 2", "int64[3]{2,4,6}"},
	{"a list of one is repeated", "y = Sub {5} {1,2}", "int64[2]{4,3}"},
	{"division is rounded towards zero", "y = Div {7,-7} 2", "int64[2]{3,-3}"},
	{"division by zero is not known", "y = Div {7,8} {0,2}", "int64[2]{?,4}"},
	{"the lowest integer is not divided", "y = Div -9223372036854775808 -1", "int64[]{?}"},
	{"what overflows is not known", "y = Mul {9223372036854775807,3} 2", "int64[2]{?,6}"},
	{"a sum that overflows is not known", "y = Add 9223372036854775807 1", "int64[]{?}"},
	{"Min and Max", "y = Min {1,5} {3,3} ; z = Max {1,5} {3,3}", "int64[2]{1,3} int64[2]{3,5}"},
	{"Equal is of bools", "y = Equal {1,-1} -1", "bool[2]{0,1}"},
	{"Where chooses", "c = Equal {1,-1} -1; y = Where c {7,7} {1,-1}", "int64[2]{1,7}"},
	{"Where of a condition that is not known", "y = Where bool[2] {7,7} {1,-1}", "int64[2]"},
	{"floats are rounded to float32", "y = Mul float32{0.1} float32{3}", "[1]{0.3}"},
	{"Floor and Ceil", "y = Floor float32{1.5,-1.5} ; z = Ceil float32{1.5,-1.5}", "[2]{1,-2} [2]{2,-1}"},
	{"Abs and Neg", "y = Abs {-2,3}; z = Neg {-2,3}", "int64[2]{2,3} int64[2]{2,-3}"},
	{"contents of more than 16 elements are not followed", "y = Neg int64[17]{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17}", "int64[17]"},
	{"Identity keeps contents", "y = Identity {1,2}", "int64[2]{1,2}"},

	{"Cast to int64 drops the fraction", "y = Cast float32{1.9,-1.9} to=7", "int64[2]{1,-1}"},
	{"Cast to float32", "y = Cast {3} to=1", "[1]{3}"},
	{"Cast of what does not fit is not known", "y = Cast {300,5} to=3", "int8[2]{?,5}"},
	{"Cast of a large float is not known", "y = Cast float32{1e30} to=7", "int64[1]{?}"},
	{"Cast to a type that opgen has not", "y = Cast [2] to=17", "float8e4m3fn[2]"},
	{"Cast back from a type that opgen has not", "x = Cast-25 {3} to=26; y = Cast-25 x to=7", "int64[1]"},
	{"a type that opgen has not goes on", "x: int4 [2,3]; r = Reshape-23 x {3,2}; y,z = Split-18 r axis=1 num_outputs=2", "int4[3,1] int4[3,1]"},
	{"a type that opgen has not is followed by one it has", "y = DequantizeLinear-21 uint4[3,4] float16[3]", "float16[3,4]"},
	{"Cast to a type that there is not", "y = Cast [2] to=-5", "none[2]"},
	{"QuantizeLinear is of uint8 by default", "y = QuantizeLinear [2] []", "uint8[2]"},
	{"QLinearAdd's shape is that of inputs 0 and 3", "y = QLinearAdd uint8[2,1] [1] uint8[1] uint8[3] [1] uint8[1] [1] uint8[1]", "uint8[2,3]"},
	{"QLinearMul of numbers with lists of one scale", "y = QLinearMul int8[] [1] int8[1] int8[] [1] int8[1] [1]", "int8[]"},
	{"QLinearConcat's tensors are inputs 2 and 5", "y = QLinearConcat [] int8[] int8[2,3] [] int8[] int8[2,4] [] int8[] axis=1", "int8[2,7]"},
	{"QLinearSoftmax", "y = QLinearSoftmax int8[2,1] [] int8[] [] int8[] opset=13", "int8[2,1]"},
	{"QLinearSigmoid", "y = QLinearSigmoid int8[2,1] [] int8[] [] int8[]", "int8[2,1]"},
	{"DynamicQuantizeLinear", "a,y,z = DynamicQuantizeLinear [2]", "[] uint8[]"},
	{"QuantizeLinear-21 can say its type", "y = QuantizeLinear-21 [2] [] output_dtype=3", "int8[2]"},
	{"QuantizeLinear-25 to two bits", "y = QuantizeLinear-25 [2] [] output_dtype=25", "uint2[2]"},
	{"BitCast-26", "y = BitCast-26 [2,?] to=6", "int32[2,?]"},
	{"CumProd-26", "y = CumProd-26 int64[2,?] 1", "int64[2,?]"},
	{"RotaryEmbedding-23", "y = RotaryEmbedding-23 float16[2,8,5,16] float16[9,8] float16[9,8]", "float16[2,8,5,16]"},
	{"TensorScatter-24 fills a cache", "y = TensorScatter-24 [2,8,64,16] [2,8,5,16]", "[2,8,64,16]"},
	{"CausalConvWithState-27", "y,z = CausalConvWithState-27 [2,8,5] [8,1,4]", "[2,8,5] none?"},
	{"RMSNormalization-23 has the scale's type", "y = RMSNormalization-23 float16[2,8] [8]", "[2,8]"},
	{"an output type of 0 is none", "y = QuantizeLinear-28 [2] [] output_dtype=0", "uint8[2]"},
	{"QuantizeLinear has a zero point's type that opgen has not", "y = QuantizeLinear-23 [2] [] float4e2m1[]", "float4e2m1[2]"},
	{"DequantizeLinear-23 can say its type", "y = DequantizeLinear-24 float4e2m1[2] float8e8m0[] output_dtype=1", "[2]"},
	{"DequantizeLinear-25 by a scale that opgen has not", "y = DequantizeLinear-25 int2[2] float8e8m0[]", "float8e8m0[2]"},
	{"QuantizeLinear has the zero point's type", "y = QuantizeLinear [2] [] int8[]", "int8[2]"},
};

static const struct graph_row tensorflow_rows[] = {
	{"BiasAdd keeps the shape", "y = BiasAdd [1,?,8] [8]", "[1,?,8]"},
	{"AddV2 broadcasts", "y = AddV2 [4,1] [3]", "[4,3]"},
	{"FloorDiv is rounded down", "y = FloorDiv {7,-7} 2", "int64[2]{3,-4}"},
	{"FloorMod has the divisor's sign", "y = FloorMod {7,-7} {3,3}", "int64[2]{1,2}"},
	{"FloorMod of a negative divisor", "y = FloorMod {7,6} -3", "int64[2]{-2,0}"},
	{"Cast", "y = Cast {3} DstT=3", "int32[1]{3}"},
	{"Cast to float", "y = Cast {3} DstT=1", "[1]{3}"},
	{"SelectV2 broadcasts", "y = SelectV2 bool[2,1] [3] [3]", "[2,3]"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds) +
	       run_table("TensorFlow", tensorflow_rows, tensorflow_row_holds);
}
