#include "support/graph.h"

/* clang-format off */
static const struct graph_row rows[] = {
	{"all axes, kept", "y = ReduceMean [2,3,4]", "[1,1,1]"},
	{"all axes, dropped", "y = ReduceMean [2,3,4] keepdims=0", "[]"},
	{"axes of an attribute", "y = ReduceSum-11 [2,3,4] axes=[1,-1]", "[2,1,1]"},
	{"axes of an input", "y = ReduceSum-13 [2,3,4] {1} keepdims=0", "[2,4]"},
	{"an empty list is all axes", "y = ReduceSum-13 [2,3] int64[0]{}", "[1,1]"},
	{"or none", "y = ReduceSum-13 [2,3] int64[0]{} noop_with_empty_axes=1", "[2,3]"},
	{"axes that are not known", "y = ReduceSum-13 [2,3] int64[1]", "[?,?]"},
	{"axes that are not known, dropped", "y = ReduceSum-13 [2,3] int64[1] keepdims=0", "?"},
	{"an axis that there is not", "y = ReduceMax [2,3] axes=[2]", "!"},
	{"the product of a shape", "s = Shape [2,3,4]; y = ReduceProd s keepdims=0", "int64[]{24}"},
	{"the product of a shape known in part", "s = Shape [2,?]; y = ReduceProd s keepdims=0", "int64[]"},
	{"ArgMax", "y = ArgMax [2,3,4] axis=1", "int64[2,1,4]"},
	{"ArgMax, dropped", "y = ArgMax [2,3,4] axis=-1 keepdims=0", "int64[2,3]"},
	{"ArgMax along no axis", "y = ArgMax [2] axis=1", "int64!"},

	{"Attention-23 of heads apart", "y = Attention-23 [2,8,5,16] [2,4,7,16] [2,4,7,24]", "[2,8,5,24]"},
	{"Attention-24 of heads together", "y = Attention-24 [2,5,128] [2,7,64] [2,7,96] q_num_heads=8 kv_num_heads=4", "[2,5,192]"},
	{"Attention with what is past", "a,y,z = Attention-23 [2,5,128] [2,7,64] [2,7,96] _ [2,4,3,16] [2,4,3,24] q_num_heads=8 kv_num_heads=4", "[2,4,10,16] [2,4,10,24]"},
	{"Attention and its products", "a,b,z,y = Attention-24 [2,8,5,16] [2,4,7,16] [2,4,?,24]", "[2,8,5,7] [2,4,?,24]"},
	{"SkipLayerNormalization", "a,b,z,y = SkipLayerNormalization [2,3,4] [2,3,4] [4]", "[2,3,4] [2,3,1]"},
	{"NegativeLogLikelihoodLoss", "y = NegativeLogLikelihoodLoss-13 [3,5,2] int64[3,2]", "[]"},
	{"NegativeLogLikelihoodLoss of each place", "y = NegativeLogLikelihoodLoss-13 [3,5,2] int64[3,2] reduction=none", "[3,2]"},
	{"SoftmaxCrossEntropyLoss and its logarithms", "y,z = SoftmaxCrossEntropyLoss-13 [3,5,2] int64[3,2]", "[] [3,5,2]"},
	{"Attention of heads that are not said", "y = Attention-24 [2,5,128] [2,7,64] [2,7,96]", "!"},
	{"Attention of heads that the values have not", "y = Attention-24 [2,5,128] [2,7,64] [2,7,97] q_num_heads=8 kv_num_heads=4", "!"},
	{"Attention of values that are not known", "y = Attention-24 float16[2,5,128] [2,7,64] [2,7,?] q_num_heads=8 kv_num_heads=4", "float16[2,5,?]"},
	{"Attention of two dimensions", "y = Attention-24 [5,128] [7,64] [7,96] q_num_heads=8 kv_num_heads=4", "!"},
	{"LinearAttention-27", "y,z = LinearAttention-27 [2,5,128] [2,5,64] [2,5,96] q_num_heads=8 kv_num_heads=4", "[2,5,192] none?"},
	{"Gemm", "y = Gemm [2,3] [3,4]", "[2,4]"},
	{"Gemm transposed", "y = Gemm [3,2] [4,3] transA=1 transB=1", "[2,4]"},
	{"Gemm of three dimensions", "y = Gemm [2,3,4] [4,5]", "!"},
	{"MatMul", "y = MatMul [2,3] [3,4]", "[2,4]"},
	{"MatMul broadcasts", "y = MatMul [5,1,2,3] [7,3,4]", "[5,7,2,4]"},
	{"MatMul of a vector on the left", "y = MatMul [3] [7,3,4]", "[7,4]"},
	{"MatMul of a vector on the right", "y = MatMul [7,2,3] [3]", "[7,2]"},
	{"MatMul of two vectors", "y = MatMul [3] [3]", "[]"},
	{"MatMul of a scalar", "y = MatMul [] [3]", "!"},
	{"Det", "y = Det [5,3,3]", "[5]"},
	{"Det of a vector", "y = Det [3]", "!"},
	{"QGemm's second operand is input 3", "y = QGemm uint8[3,2] [] uint8[] int8[4,3] [] int8[] int32[4] [] uint8[] transA=1 transB=1", "uint8[2,4]"},
	{"QGemm without a zero point is float32", "y = QGemm uint8[2,3] [] uint8[] int8[3,4] [] int8[]", "[2,4]"},
	{"QLinearMatMul's second operand is input 3", "y = QLinearMatMul uint8[2,3] [] [] uint8[3,4] [] [] [] uint8[]", "uint8[2,4]"},
	{"MatMulInteger", "y = MatMulInteger uint8[2,3] uint8[3,4]", "int32[2,4]"},
	{"LayerNormalization's mean", "y,z = LayerNormalization [2,3,4] [3,4] axis=1", "[2,3,4] [2,1,1]"},
	{"LayerNormalization along no axis", "y = LayerNormalization [2] [2] axis=1", "!"},
};

static const struct graph_row tensorflow_rows[] = {
	{"Mean", "y = Mean [1,8,8,3] int32{1,2}", "[1,3]"},
	{"Mean, kept", "y = Mean [1,8,8,3] int32{1,2} keep_dims=1", "[1,1,1,3]"},
	{"Sum over no axis", "y = Sum [2,3] int32[0]{}", "[2,3]"},
	{"ArgMax", "y = ArgMax [2,3] int32{1}", "int64[2]"},
	{"All", "y = All bool[2,3] int32{0}", "bool[3]"},
	{"MatMul", "y = MatMul [3,2] [3,4] transpose_a=1", "[2,4]"},
	{"BatchMatMulV2", "y = BatchMatMulV2 [5,1,2,3] [7,3,4]", "[5,7,2,4]"},
	{"BatchMatMulV2 adjoint", "y = BatchMatMulV2 [5,3,2] [5,4,3] adj_x=1 adj_y=1", "[5,2,4]"},
};
/* clang-format on */

int
main(void)
{
	return run_table("ONNX", rows, onnx_row_holds) +
	       run_table("TensorFlow", tensorflow_rows, tensorflow_row_holds);
}
