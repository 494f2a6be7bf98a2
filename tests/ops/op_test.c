#include "support/test.h"

#include "base/arena.h"
#include "cli/lists/describe.h"
#include "deliver/out_file.h"
#include "ops/op.h"
#include "ops/operation.h"
#include "support/rows.h"

#include <string.h>

static void
names_find_ops(void **state)
{
	(void)state;
	assert_ptr_equal(op_find("Conv", NULL), &op_conv);
	assert_ptr_equal(op_find("Conv", ""), &op_conv);
	assert_ptr_equal(op_find("Conv", "ai.onnx"), &op_conv);
	assert_null(op_find("Conv", "tensorflow"));
	assert_null(op_find("conv", NULL));
	assert_null(op_find("", NULL));
}

static void
three_domains_have_depth_to_space(void **state)
{
	(void)state;
	assert_ptr_equal(op_find("DepthToSpace", NULL), &op_depth_to_space);
	assert_ptr_equal(op_find("DepthToSpace", "tensorflow"), &op_depth_to_space);
	assert_ptr_equal(op_find("DepthToSpace", ""), &op_onnx_depth_to_space);
	assert_ptr_equal(op_find("DepthToSpace", "ai.onnx"), &op_onnx_depth_to_space);
	assert_ptr_equal(
		op_find("DepthToSpace", "openvino"), &op_openvino_depth_to_space);
}

static void
space_to_depth_is_first_of_all_onnx(void **state)
{
	(void)state;
	assert_ptr_equal(op_find("SpaceToDepth", NULL), &op_onnx_space_to_depth);
	assert_ptr_equal(op_find("SpaceToDepth", "ai.onnx"), &op_onnx_space_to_depth);
	assert_ptr_equal(op_find("SpaceToDepth", "tensorflow"), &op_space_to_depth);
	assert_ptr_equal(
		op_find("SpaceToDepth", "openvino"), &op_openvino_space_to_depth);
}

/* An operator set and the version that it means. */
struct version_row {
	const char *name;
	const struct op *op;
	int64_t opset;
	int version;
};

static const struct version_row version_rows[] = {
	{"operator set 9 has AveragePool-7", &op_average_pool, 9, 7},
	{"operator set 17 has LpPool-11", &op_lp_pool, 17, 11},
	{"operator set 21 has Conv-11", &op_conv, 21, 11},
	{"operator set 22 has Conv-22", &op_conv, 22, 22},
	{"a later operator set has the newest", &op_conv, 1000, 22},
	{"operator set 12 has DepthToSpace-11", &op_onnx_depth_to_space, 12, 11},
	{"operator set 12 has SpaceToDepth-1", &op_onnx_space_to_depth, 12, 1},
	{"operator set 2 has BatchToSpace-2", &op_batch_to_space, 2, 2},
	{"operator set 28 has Conv-22", &op_conv, 28, 22},
	{"operator set 28 has AveragePool-22", &op_average_pool, 28, 22},
	{"operator set 28 has LpPool-22", &op_lp_pool, 28, 22},
	{"operator set 28 has DepthToSpace-13", &op_onnx_depth_to_space, 28, 13},
	{"operator set 28 has SpaceToDepth-13", &op_onnx_space_to_depth, 28, 13},
	{"operator set 0 has no Conv", &op_conv, 0, 0},
	{"operator set 1 has no SpaceToBatch", &op_space_to_batch, 1, 0},
};

static void
version_holds(void **state)
{
	const struct version_row *row = *state;

	assert_int_equal(op_version(row->op, row->opset), row->version);
}

static bool
is_version(const struct op *op, int version)
{
	for (const int *v = op->version; *v; v++)
		if (*v == version)
			return true;
	return false;
}

/* A rule begins with a version of the operation, or is there from the first one on, and
   ends with a version or before one, or goes on to the newest. */
static void
check_versions(const struct op *op, const char *name, int since, int until)
{
	if ((since > op->version[0] && !is_version(op, since)) ||
		(until && until != LATEST && !is_version(op, until) &&
			!is_version(op, until + 1)))
		fail_msg("%s: %s is of versions %d to %d", op->name, name, since, until);
}

static void
check_rules(const struct op *op)
{
	int nattribute = 0, ninput = 0, noutput = 0;

	for (const struct attribute_rule *rule = op->attribute; rule->name; rule++) {
		assert_true(rule->since <= rule->until);
		assert_true(rule->minimum <= rule->maximum);
		check_versions(op, rule->name, rule->since, rule->until);
		assert_true(rule->required || rule->initial);
		assert_non_null(rule->summary);
		nattribute++;
	}
	for (const struct input_rule *rule = op->input; rule->name; rule++) {
		assert_non_null(rule->summary);
		check_versions(op, rule->name, rule->since, rule->until);
		ninput++;
	}
	for (const struct output_rule *rule = op->output; rule->name; rule++) {
		/* A list is the only output; an optional one says what it is. */
		assert_true(!rule->variadic || (rule == op->output && !rule[1].name));
		assert_true(!rule->optional || rule->summary);
		assert_true(!rule->dtype || !rule->own_dtype);
		check_versions(op, rule->name, rule->since, rule->until);
		noutput++;
	}
	for (const struct dtype_rule *rule = op->dtype; rule && rule->dtype; rule++)
		check_versions(op, dtype_info[rule->dtype].name, rule->since, LATEST);
	assert_true(noutput >= 1 && noutput <= MOST_OUTPUTS);
	assert_true(nattribute <= MAX_ATTRIBUTE);
	assert_true(ninput >= 1 && ninput <= MAX_INPUT);
}

static void
every_table_is_complete(void **state)
{
	(void)state;
	for (size_t i = 0; i < nop; i++) {
		const struct op *op = op_table[i];
		const struct domain *domain = domain_find(op->domain);

		assert_non_null(domain);
		assert_int_equal(op->has_opset, domain->newest_opset != 0);
		assert_ptr_equal(op_find(op->name, op->domain), op);
		assert_non_null(op_find(op->name, NULL));
		assert_int_equal(op->default_domain, op_find(op->name, NULL) == op);
		for (const int *version = op->version; version[1]; version++)
			assert_true(version[0] < version[1]);
		check_rules(op);
	}
}

static void
every_op_is_described(void **state)
{
	struct arena arena = {0};
	struct out out;

	(void)state;
	for (size_t i = 0; i < nop; i++) {
		const struct op *op = op_table[i];
		uint64_t both;

		out_open_counting(&out);
		assert_true(describe_op(&out, op->name, &arena));
		both = out.written;
		out_discard(&out);
		out_open_counting(&out);
		assert_true(describe_op(&out,
			arena_format(&arena, "%s:%s", op->domain, op->name), &arena));
		assert_true(out.written > 100 && out.written <= both);
		out_discard(&out);
	}
	arena_free(&arena);
}

/* The inputs of operations with two and more, in the order of ONNX's schemas,
   TensorFlow's registrations and OpenVINO's pages: arguments of emitted functions come in
   this order. Inputs of older versions stand where those have them. ConcatV2's axis,
   which is no argument but a constant, comes after the list in its document. */
struct order_row {
	const char *domain, *op, *inputs;
};

/* clang-format off */
static const struct order_row order_rows[] = {
	{"ai.onnx", "Conv", "X W B"},
	{"ai.onnx", "ConvTranspose", "X W B"},
	{"ai.onnx", "Gemm", "A B C"},
	{"ai.onnx", "MatMul", "A B"},
	{"ai.onnx", "ConvInteger", "x w x_zero_point w_zero_point"},
	{"ai.onnx", "MatMulInteger", "A B a_zero_point b_zero_point"},
	{"ai.onnx", "QLinearConv", "x x_scale x_zero_point w w_scale w_zero_point y_scale y_zero_point B"},
	{"ai.onnx", "QLinearMatMul", "a a_scale a_zero_point b b_scale b_zero_point y_scale y_zero_point"},
	{"ai.onnx", "ReduceSum", "data axes"},
	{"ai.onnx", "ReduceMean", "data axes"},
	{"ai.onnx", "ReduceMax", "data axes"},
	{"ai.onnx", "ReduceMin", "data axes"},
	{"ai.onnx", "ReduceProd", "data axes"},
	{"ai.onnx", "ReduceL1", "data axes"},
	{"ai.onnx", "ReduceL2", "data axes"},
	{"ai.onnx", "ReduceSumSquare", "data axes"},
	{"ai.onnx", "ReduceLogSum", "data axes"},
	{"ai.onnx", "ReduceLogSumExp", "data axes"},
	{"ai.onnx", "InstanceNormalization", "input scale B"},
	{"ai.onnx", "GroupNormalization", "X scale bias"},
	{"ai.onnx", "LayerNormalization", "X Scale B"},
	{"ai.onnx", "RMSNormalization", "X scale"},
	{"ai.onnx", "RNN", "X W R B sequence_lens initial_h"},
	{"ai.onnx", "GRU", "X W R B sequence_lens initial_h"},
	{"ai.onnx", "LSTM", "X W R B sequence_lens initial_h initial_c P"},
	{"ai.onnx", "Attention", "Q K V attn_mask past_key past_value nonpad_kv_seqlen"},
	{"ai.onnx", "NegativeLogLikelihoodLoss", "input target weight"},
	{"ai.onnx", "SoftmaxCrossEntropyLoss", "scores labels weights"},
	{"openvino", "SpaceToBatch", "data block_shape pads_begin pads_end"},
	{"openvino", "BatchToSpace", "data block_shape crops_begin crops_end"},
	{"openvino", "Convolution", "data filters"},
	{"openvino", "GroupConvolution", "data filters"},
	{"tensorflow", "Conv2D", "input filter"},
	{"tensorflow", "DepthwiseConv2dNative", "input filter"},
	{"tensorflow", "Conv3D", "input filter"},
	{"tensorflow", "SpaceToBatchND", "input block_shape paddings"},
	{"tensorflow", "BatchToSpaceND", "input block_shape crops"},
	{"ai.onnx", "Slice", "data starts ends axes steps"},
	{"ai.onnx", "Pad", "data pads constant_value axes"},
	{"ai.onnx", "Reshape", "data shape"},
	{"ai.onnx", "Squeeze", "data axes"},
	{"ai.onnx", "Unsqueeze", "data axes"},
	{"ai.onnx", "Dropout", "data ratio training_mode"},
	{"ai.onnx", "Expand", "input shape"},
	{"ai.onnx", "Tile", "input repeats tiles axis"},
	{"ai.onnx", "Gather", "data indices"},
	{"ai.onnx", "Split", "input split split"},
	{"ai.onnx", "Resize", "X roi scales sizes"},
	{"ai.onnx", "Upsample", "X scales"},
	{"ai.onnx", "PRelu", "X slope"},
	{"ai.onnx", "Clip", "input min max"},
	{"ai.onnx", "Add", "A B"},
	{"ai.onnx", "Sub", "A B"},
	{"ai.onnx", "Mul", "A B"},
	{"ai.onnx", "Div", "A B"},
	{"ai.onnx", "Pow", "X Y"},
	{"ai.onnx", "Equal", "A B"},
	{"ai.onnx", "Less", "A B"},
	{"ai.onnx", "Greater", "A B"},
	{"ai.onnx", "LessOrEqual", "A B"},
	{"ai.onnx", "GreaterOrEqual", "A B"},
	{"ai.onnx", "And", "A B"},
	{"ai.onnx", "Or", "A B"},
	{"ai.onnx", "Xor", "A B"},
	{"ai.onnx", "BitwiseAnd", "A B"},
	{"ai.onnx", "BitwiseOr", "A B"},
	{"ai.onnx", "BitwiseXor", "A B"},
	{"ai.onnx", "Mod", "A B"},
	{"ai.onnx", "BitShift", "X Y"},
	{"ai.onnx", "Where", "condition X Y"},
	{"ai.onnx", "CastLike", "input target_type"},
	{"ai.onnx", "Trilu", "input k"},
	{"ai.onnx", "OneHot", "indices depth values"},
	{"ai.onnx", "CumSum", "x axis"},
	{"ai.onnx", "CumProd", "x axis"},
	{"ai.onnx", "Range", "start limit delta"},
	{"ai.onnx", "BatchNormalization", "X scale B input_mean input_var"},
	{"ai.onnx", "QuantizeLinear", "x y_scale y_zero_point"},
	{"ai.onnx", "DequantizeLinear", "x x_scale x_zero_point"},
	{"com.microsoft", "QLinearAdd", "A A_scale A_zero_point B B_scale B_zero_point C_scale C_zero_point"},
	{"com.microsoft", "QLinearMul", "A A_scale A_zero_point B B_scale B_zero_point C_scale C_zero_point"},
	{"com.microsoft", "QLinearSigmoid", "X X_scale X_zero_point Y_scale Y_zero_point"},
	{"com.microsoft", "QLinearLeakyRelu", "X X_scale X_zero_point Y_scale Y_zero_point"},
	{"com.microsoft", "QLinearConv", "x x_scale x_zero_point w w_scale w_zero_point y_scale y_zero_point B"},
	{"com.microsoft", "QGemm", "A a_scale a_zero_point B b_scale b_zero_point C y_scale y_zero_point"},
	{"com.microsoft", "QLinearAveragePool", "X x_scale x_zero_point y_scale y_zero_point"},
	{"com.microsoft", "QLinearGlobalAveragePool", "X x_scale x_zero_point y_scale y_zero_point"},
	{"com.microsoft", "QLinearSoftmax", "X X_scale x_zero_point y_scale y_zero_point"},
	{"com.microsoft", "QLinearConcat", "Y_scale Y_zero_point inputs"},
	{"com.microsoft", "BiasGelu", "A B"},
	{"com.microsoft", "FastGelu", "X bias"},
	{"com.microsoft", "FusedMatMul", "A B"},
	{"com.microsoft", "SkipLayerNormalization", "input skip gamma beta bias"},
	{"com.microsoft", "SkipSimplifiedLayerNormalization", "input skip gamma bias"},
	{"tensorflow", "Add", "x y"},
	{"tensorflow", "AddV2", "x y"},
	{"tensorflow", "Sub", "x y"},
	{"tensorflow", "Mul", "x y"},
	{"tensorflow", "Div", "x y"},
	{"tensorflow", "RealDiv", "x y"},
	{"tensorflow", "Maximum", "x y"},
	{"tensorflow", "Minimum", "x y"},
	{"tensorflow", "Pow", "x y"},
	{"tensorflow", "SquaredDifference", "x y"},
	{"tensorflow", "BiasAdd", "value bias"},
	{"tensorflow", "ClipByValue", "t clip_value_min clip_value_max"},
	{"tensorflow", "Equal", "x y"},
	{"tensorflow", "Less", "x y"},
	{"tensorflow", "LessEqual", "x y"},
	{"tensorflow", "Greater", "x y"},
	{"tensorflow", "GreaterEqual", "x y"},
	{"tensorflow", "LogicalAnd", "x y"},
	{"tensorflow", "LogicalOr", "x y"},
	{"tensorflow", "SelectV2", "condition t e"},
	{"tensorflow", "FusedBatchNorm", "x scale offset mean variance"},
	{"tensorflow", "FusedBatchNormV2", "x scale offset mean variance"},
	{"tensorflow", "FusedBatchNormV3", "x scale offset mean variance"},
	{"tensorflow", "Sum", "input reduction_indices"},
	{"tensorflow", "Mean", "input reduction_indices"},
	{"tensorflow", "Max", "input reduction_indices"},
	{"tensorflow", "Min", "input reduction_indices"},
	{"tensorflow", "Prod", "input reduction_indices"},
	{"tensorflow", "ArgMax", "input dimension"},
	{"tensorflow", "ArgMin", "input dimension"},
	{"tensorflow", "MatMul", "a b"},
	{"tensorflow", "BatchMatMul", "x y"},
	{"tensorflow", "BatchMatMulV2", "x y"},
	{"tensorflow", "Reshape", "tensor shape"},
	{"tensorflow", "ExpandDims", "input dim"},
	{"tensorflow", "Transpose", "x perm"},
	{"tensorflow", "Pad", "input paddings"},
	{"tensorflow", "PadV2", "input paddings constant_values"},
	{"tensorflow", "MirrorPad", "input paddings"},
	{"tensorflow", "Concat", "concat_dim values"},
	{"tensorflow", "ConcatV2", "axis values"},
	{"tensorflow", "Split", "split_dim value"},
	{"tensorflow", "SplitV", "value size_splits split_dim"},
	{"tensorflow", "Slice", "input begin size"},
	{"tensorflow", "StridedSlice", "input begin end strides"},
	{"tensorflow", "Tile", "input multiples"},
	{"openvino", "HardSigmoid", "data alpha beta"},
	{"openvino", "Selu", "data alpha lambda"},
	{"openvino", "Swish", "data beta"},
	{"openvino", "PReLU", "data slope"},
	{"openvino", "Add", "a b"},
	{"openvino", "Subtract", "a b"},
	{"openvino", "Multiply", "a b"},
	{"openvino", "Divide", "a b"},
	{"openvino", "Maximum", "a b"},
	{"openvino", "Minimum", "a b"},
	{"openvino", "Power", "a b"},
	{"openvino", "SquaredDifference", "a b"},
	{"openvino", "BatchNormInference", "data gamma beta mean variance"},
	{"openvino", "Equal", "a b"},
	{"openvino", "Less", "a b"},
	{"openvino", "LessEqual", "a b"},
	{"openvino", "Greater", "a b"},
	{"openvino", "GreaterEqual", "a b"},
	{"openvino", "NotEqual", "a b"},
	{"openvino", "LogicalAnd", "a b"},
	{"openvino", "LogicalOr", "a b"},
	{"openvino", "LogicalXor", "a b"},
	{"openvino", "Select", "cond then otherwise"},
	{"openvino", "CumSum", "data axis"},
	{"openvino", "ReduceSum", "data axes"},
	{"openvino", "ReduceMean", "data axes"},
	{"openvino", "ReduceMax", "data axes"},
	{"openvino", "ReduceMin", "data axes"},
	{"openvino", "ReduceProd", "data axes"},
	{"openvino", "ReduceL1", "data axes"},
	{"openvino", "ReduceL2", "data axes"},
	{"openvino", "MatMul", "A B"},
	{"openvino", "ConvolutionBackpropData", "data filters"},
	{"openvino", "Reshape", "data shape"},
	{"openvino", "Squeeze", "data axes"},
	{"openvino", "Unsqueeze", "data axes"},
	{"openvino", "Transpose", "arg input_order"},
	{"openvino", "Split", "data axis"},
	{"openvino", "VariadicSplit", "data axis split_lengths"},
	{"openvino", "Pad", "arg pads_begin pads_end arg_pad_value"},
	{"openvino", "Slice", "data start stop step axes"},
	{"openvino", "StridedSlice", "data begin end stride"},
};
/* clang-format on */

static void
inputs_come_in_the_order_of_the_document(void **state)
{
	struct arena arena = {0};

	(void)state;
	for (size_t i = 0, row = 0; i < nop; i++) {
		const struct op *op = op_table[i];
		const char *inputs = op->input[0].name;

		if (!op->input[1].name)
			continue;
		for (const struct input_rule *rule = op->input + 1; rule->name; rule++)
			inputs = arena_format(&arena, "%s %s", inputs, rule->name);
		assert_true(row < countof(order_rows));
		assert_string_equal(op->domain, order_rows[row].domain);
		assert_string_equal(op->name, order_rows[row].op);
		assert_string_equal(inputs, order_rows[row].inputs);
		row++;
	}
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_find_ops),
		cmocka_unit_test(three_domains_have_depth_to_space),
		cmocka_unit_test(space_to_depth_is_first_of_all_onnx),
		cmocka_unit_test(every_table_is_complete),
		cmocka_unit_test(every_op_is_described),
		cmocka_unit_test(inputs_come_in_the_order_of_the_document),
	};
	int failed = run_table("versions", version_rows, version_holds);

	return failed + cmocka_run_group_tests_name("ops", tests, NULL, NULL);
}
