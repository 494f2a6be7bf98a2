#include "model/tensorflow/operations.h"

/* clang-format off */
static const struct tensorflow_operation operations[] = {
	{.name = "AvgPool",        .type = "T", .is_ours = true},
	{.name = "AvgPool3D",      .type = "T", .is_ours = true},
	{.name = "BatchToSpaceND", .type = "T", .is_ours = true},
	{.name = "Conv2D",         .type = "T", .is_ours = true},
	{.name = "Conv3D",         .type = "T", .is_ours = true},
	{.name = "DepthToSpace",   .type = "T", .is_ours = true},
	{.name = "DepthwiseConv2dNative", .type = "T", .is_ours = true},
	{.name = "MaxPool",        .type = "T", .is_ours = true},
	{.name = "MaxPool3D",      .type = "T", .is_ours = true},
	{.name = "SpaceToBatchND", .type = "T", .is_ours = true},
	{.name = "SpaceToDepth",   .type = "T", .is_ours = true},

	{.name = "Const",                  .type = "dtype"},
	{.name = "Placeholder",            .type = "dtype"},
	{.name = "PlaceholderV2",          .type = "dtype"},
	{.name = "PlaceholderWithDefault", .type = "dtype"},
	{.name = "ReadVariableOp",         .type = "dtype"},
	{.name = "Variable",               .type = "dtype"},
	{.name = "VariableV2",             .type = "dtype"},

	{.name = "Cast",                 .type = "DstT"},
	{.name = "Fill",                 .type = "T"},
	{.name = "Range",                .type = "Tidx"},
	{.name = "Rank"},
	{.name = "ResizeBicubic"},
	{.name = "ResizeBilinear"},
	{.name = "ResizeNearestNeighbor", .type = "T"},
	{.name = "Shape",                .type = "out_type"},
	{.name = "Size",                 .type = "out_type"},

	{.name = "Abs",          .type = "T"}, {.name = "Add",         .type = "T"},
	{.name = "AddN",         .type = "T"}, {.name = "AddV2",       .type = "T"},
	{.name = "BiasAdd",     .type = "T"},
	{.name = "ClipByValue",  .type = "T"}, {.name = "Concat",      .type = "T"},
	{.name = "ConcatV2",     .type = "T"},
	{.name = "Conv2DBackpropInput",        .type = "T"},
	{.name = "Div",          .type = "T"}, {.name = "Elu",         .type = "T"},
	{.name = "Exp",          .type = "T"}, {.name = "ExpandDims",  .type = "T"},
	{.name = "Identity",     .type = "T"}, {.name = "LeakyRelu",   .type = "T"},
	{.name = "Log",          .type = "T"}, {.name = "MatMul",      .type = "T"},
	{.name = "Max",          .type = "T"},
	{.name = "Maximum",      .type = "T"}, {.name = "Mean",        .type = "T"},
	{.name = "Min",          .type = "T"}, {.name = "Minimum",     .type = "T"},
	{.name = "MirrorPad",    .type = "T"}, {.name = "Mul",         .type = "T"},
	{.name = "Neg",          .type = "T"}, {.name = "Pack",        .type = "T"},
	{.name = "Pad",          .type = "T"}, {.name = "PadV2",       .type = "T"},
	{.name = "Pow",          .type = "T"}, {.name = "RealDiv",     .type = "T"},
	{.name = "Relu",         .type = "T"}, {.name = "Relu6",       .type = "T"},
	{.name = "Reshape",      .type = "T"}, {.name = "Rsqrt",       .type = "T"},
	{.name = "Selu",         .type = "T"}, {.name = "Sigmoid",     .type = "T"},
	{.name = "Slice",        .type = "T"}, {.name = "Softmax",     .type = "T"},
	{.name = "Softplus",     .type = "T"}, {.name = "Softsign",    .type = "T"},
	{.name = "Sqrt",         .type = "T"}, {.name = "Square",      .type = "T"},
	{.name = "SquaredDifference",          .type = "T"},
	{.name = "Squeeze",      .type = "T"}, {.name = "StopGradient", .type = "T"},
	{.name = "StridedSlice", .type = "T"}, {.name = "Sub",         .type = "T"},
	{.name = "Sum",          .type = "T"}, {.name = "Tanh",        .type = "T"},
	{.name = "Tile",         .type = "T"}, {.name = "Transpose",   .type = "T"},

	{.name = "IdentityN",                 .is_list = true},
	{.name = "If",                        .is_list = true},
	{.name = "PartitionedCall",           .is_list = true},
	{.name = "ShapeN",                    .is_list = true},
	{.name = "Split",  .type = "T",       .is_list = true},
	{.name = "SplitV", .type = "T",       .is_list = true},
	{.name = "StatefulPartitionedCall",   .is_list = true},
	{.name = "StatelessIf",               .is_list = true},
	{.name = "StatelessWhile",            .is_list = true},
	{.name = "Unpack", .type = "T",       .is_list = true},
	{.name = "While",                     .is_list = true},

	{.name = "FusedBatchNorm", .type = "T",
		.output = {"y", "batch_mean", "batch_variance", "reserve_space_1",
			"reserve_space_2"}},
	{.name = "FusedBatchNormV2", .type = "T",
		.output = {"y", "batch_mean", "batch_variance", "reserve_space_1",
			"reserve_space_2"}},
	{.name = "FusedBatchNormV3", .type = "T",
		.output = {"y", "batch_mean", "batch_variance", "reserve_space_1",
			"reserve_space_2", "reserve_space_3"}},
	{.name = "MaxPoolWithArgmax", .type = "T", .output = {"output", "argmax"}},
	{.name = "Merge",    .type = "T", .output = {"output", "value_index"}},
	{.name = "Switch",   .type = "T", .output = {"output_false", "output_true"}},
	{.name = "TopK",     .type = "T", .output = {"values", "indices"}},
	{.name = "TopKV2",   .type = "T", .output = {"values", "indices"}},
	{.name = "Unique",   .type = "T", .output = {"y", "idx"}},
};
/* clang-format on */

const struct tensorflow_operation *
tensorflow_operation_find(struct bytes name)
{
	for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
		if (bytes_are(name, operations[i].name))
			return &operations[i];
	return NULL;
}

int64_t
tensorflow_output(
	const struct tensorflow_operation *operation, struct bytes output, int64_t k)
{
	if (!operation || operation->is_list)
		return k;
	if (k > 0)
		return -1;
	if (!operation->output[0])
		return 0;
	for (int i = 0; i < TENSORFLOW_OUTPUTS && operation->output[i]; i++)
		if (bytes_are(output, operation->output[i]))
			return i;
	return -1;
}
