/* Pointwise operations of TensorFlow. Those that ONNX has mean what they mean there. */
#include "ops/tensorflow/tensorflow.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/batch_normalization.h"
#include "ops/common/cast.h"
#include "ops/common/elementwise.h"
#include "ops/common/parts.h"
#include "ops/common/type_number.h"

/* clang-format off */
static const struct input_rule i_features[] = {{"features", .summary = "any shape"}, {.name = NULL}};
static const struct input_rule i_x[] = {{"x", .summary = "any shape"}, {.name = NULL}};
static const struct input_rule i_xy[] = {
	{"x", .summary = "any shape"}, {"y", .summary = "any shape that goes with x's"}, {.name = NULL},
};
static const struct input_rule i_select[] = {
	{"condition", .own_dtype = OWN_BOOL, .assumed = DTYPE_BOOL, .summary = "any shape"},
	{"t", .summary = "any shape that goes with condition's: what is taken where it holds"},
	{"e", .summary = "likewise: what is taken elsewhere"}, {.name = NULL},
};
static const struct dtype_rule t_bool[] = {{DTYPE_BOOL, 1}, {DTYPE_NONE, 0}};
static const struct output_rule o_is[] = {
	{"y", .dtype = DTYPE_BOOL, .summary = "1 where it holds, else 0"}, {.name = NULL},
};
static const struct output_rule o_are[] = {
	{"z", .dtype = DTYPE_BOOL, .summary = "1 where it holds, else 0"}, {.name = NULL},
};
static const struct attribute_rule a_equal[] = {
	{"incompatible_shape_error", ATTRIBUTE_INT, 1, LATEST, false, 1, 1, "1", NULL, "shapes have to go with each other"},
	{.name = NULL},
};
static const struct input_rule i_clip[] = {
	{"t", .summary = "any shape"}, {"clip_value_min", .summary = "one element"},
	{"clip_value_max", .summary = "one element"}, {.name = NULL},
};
static const struct input_rule i_list[] = {
	{"inputs", .variadic = true, .summary = "tensors of the same shape"}, {.name = NULL},
};

static const struct attribute_rule a_leaky_relu[] = {
	FLOAT_ATTRIBUTE("alpha", 1, LATEST, "0.2", "factor of what is below 0"), {.name = NULL},
};
static const struct attribute_rule a_list[] = {TENSORFLOW_COUNT("N"), {.name = NULL}};
static const struct attribute_rule a_bias[] = {TENSORFLOW_DATA_FORMAT, {.name = NULL}};
static const struct attribute_rule a_cast[] = {
	{"DstT", ATTRIBUTE_INT, 1, LATEST, true, 1, 64, NULL, NULL,
	 "the type: 1 float32, 2 float64, 3 int32, 4 uint8, 5 int16, 6 int8, 9 int64, 10 bool, 14 bfloat16, "
	 "17 uint16, 19 float16, 22 uint32, 23 uint64"},
	{"SrcT", ATTRIBUTE_INT, 1, LATEST, false, 1, 64, "that of x", NULL, "the type of x, which opgen sees"},
	{.name = NULL},
};
static const struct output_rule o_cast[] = {
	{"y", .own_dtype = true, .summary = "x's shape, of the type DstT"}, {.name = NULL},
};
static const struct attribute_rule a_normalization[] = {
	TENSORFLOW_DATA_FORMAT,
	{"U", ATTRIBUTE_INT, 1, LATEST, false, 1, 64, "theirs", NULL, "the type of the other inputs, which opgen sees"},
	FLOAT_ATTRIBUTE("epsilon", 1, LATEST, "0.0001", "is added to the variance"),
	FLOAT_ATTRIBUTE("exponential_avg_factor", 1, LATEST, "1", "of training, without effect"),
	{"is_training", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "1", NULL, "1 is refused: it is training"},
	{.name = NULL},
};

enum { INPUT_X, INPUT_BIAS };

static const struct input_rule i_bias[] = {
	[INPUT_X] = {"value", .summary = "two dimensions or more"},
	[INPUT_BIAS] = {"bias", .summary = "[C]"},
	{.name = NULL},
};
static const struct input_rule i_normalization[] = {
	{"x", .summary = "[N, H, W, C] or [N, C, H, W]"},
	{"scale", .dtype = translated_floats, .summary = "[C]"},
	{"offset", .dtype = translated_floats, .summary = "[C]"},
	{"mean", .dtype = translated_floats, .summary = "[C]"},
	{"variance", .dtype = translated_floats, .summary = "[C]"},
	{.name = NULL},
};

static const struct dtype_rule t_cast[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 1}, {DTYPE_BOOL, 1},
	{DTYPE_INT8, 1}, {DTYPE_INT16, 1}, {DTYPE_INT32, 1}, {DTYPE_INT64, 1}, {DTYPE_UINT8, 1},
	{DTYPE_UINT16, 1}, {DTYPE_UINT32, 1}, {DTYPE_UINT64, 1}, {DTYPE_NONE, 0},
};
/* clang-format on */

static bool
leaky_relu(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);

	part_float(p, "alpha", operation_float(operation, "alpha", (double)0.2f));
	return expansion_is(e, p);
}

static bool
relu6(struct expansion *e)
{
	struct part *p = expansion_as(e);

	part_float(p, "min", 0);
	part_float(p, "max", 6);
	return expansion_is(e, p);
}

/* An Add of a version that says where B's axis stands. */
static bool
bias_add(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	const struct tensor *x = operation->input[INPUT_X],
			    *bias = operation->input[INPUT_BIAS];
	int axis = tensorflow_channels(operation, x->rank);

	if (x->rank < 2) {
		source_error(e->source, operation->input_where[INPUT_X],
			"value: expected 2 dimensions or more, got %d", x->rank);
		return false;
	}
	if (bias->rank != 1 || bias->shape[0] != x->shape[axis]) {
		source_error(e->source, operation->input_where[INPUT_BIAS],
			"bias: expected [%" PRId64 "], an element for each channel",
			x->shape[axis]);
		return false;
	}
	part_int(p, "broadcast", 1, NULL);
	part_int(p, "axis", axis, NULL);
	return expansion_is(e, p);
}

/* One or two steps of one operand or two, of which ONNX has none. */
static bool
plan_steps(const struct operation *operation, const struct pointwise_row *first,
	const struct pointwise_row *second, double number, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct elementwise e;
	struct chain_value x[2] = {chain_operand(0)};
	double numbers[STEP_NUMBERS] = {number};

	elementwise_begin(&e, operation, plan, source, arena);
	if (operation->input[1])
		x[1] = elementwise_input(&e, 1);
	if (first)
		x[0] = elementwise_step(
			&e, first, x, NULL, dtype_accumulator(operation->dtype));
	elementwise_step(&e, second, x, numbers, operation->dtype);
	return elementwise_broadcast(&e) && elementwise_end(&e);
}

static bool
plan_square(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return plan_steps(
		operation, NULL, &pointwise_small_power, 2, plan, source, arena);
}

static bool
plan_squared_difference(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return plan_steps(operation, &pointwise_subtract, &pointwise_small_power, 2, plan,
		source, arena);
}

static bool
plan_rsqrt(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return plan_steps(operation, &pointwise_sqrt, &pointwise_reciprocal, 0, plan,
		source, arena);
}

static bool
plan_cast(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct attribute *to = operation_attribute(operation, "DstT");
	const char *foreign;
	enum dtype dtype = type_of_tensorflow(to->i, &foreign);

	if (dtype != DTYPE_NONE)
		return plan_cast_to(operation, dtype, plan, source, arena);
	source_error(source, to->where,
		"DstT: expected the number of a type that opgen has, such as 1 for "
		"float32; opgen --describe tensorflow:Cast lists them");
	return false;
}

/* The order of the inputs is ONNX's, the place of the channels is not. */
static bool
fused_normalization(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct attribute *training = operation_attribute(operation, "is_training");
	struct part *p = expansion_as(e);
	int rank = operation->input[INPUT_X]->rank;

	if (!training || training->i) {
		source_error(e->source,
			training ? training->where : operation->node->where,
			"is_training: opgen does inference alone, expected 0, got 1");
		return false;
	}
	if (rank < 2) {
		source_error(e->source, operation->input_where[INPUT_X],
			"x: expected 2 dimensions or more, got %d", rank);
		return false;
	}
	part_float(p, "epsilon", operation_float(operation, "epsilon", (double)1e-4f));
	return plan_normalization(&p->to, tensorflow_channels(operation, rank), e->plan,
		       e->source, e->arena) &&
	       expansion_planned(e);
}

#define FLOATS_ONLY translated_floats
#define NUMBERS translated_numbers
#define NOTHING translated_none
#define NORMALIZATION(symbol, spelt) \
	TENSORFLOW(symbol, spelt, true, i_normalization, "y", a_normalization, \
		FLOATS_ONLY, \
		"(x - mean) / sqrt(variance + epsilon) * scale + offset by channel; " \
		"inference", \
		TRANSLATED(batch_normalization, 15, fused_normalization))

/* clang-format off */
TENSORFLOW(relu, "Relu", false, i_features, "activations", NOTHING, NUMBERS, "x < 0 ? 0 : x", SAME_AS(relu, 14));
TENSORFLOW(relu6, "Relu6", true, i_features, "activations", NOTHING, FLOATS_ONLY, "x < 0 ? 0 : x > 6 ? 6 : x",
	TRANSLATED(clip, 6, relu6));
TENSORFLOW(leaky_relu, "LeakyRelu", false, i_features, "activations", a_leaky_relu, FLOATS_ONLY,
	"x < 0 ? alpha * x : x", TRANSLATED(leaky_relu, 16, leaky_relu));
TENSORFLOW(elu, "Elu", false, i_features, "activations", NOTHING, FLOATS_ONLY, "x < 0 ? e^x - 1 : x", SAME_AS(elu, 22));
TENSORFLOW(selu, "Selu", false, i_features, "activations", NOTHING, FLOATS_ONLY,
	"1.0507 * (x > 0 ? x : 1.67326 * (e^x - 1))", SAME_AS(selu, 22));
TENSORFLOW(softplus, "Softplus", false, i_features, "activations", NOTHING, FLOATS_ONLY, "ln(e^x + 1)", SAME_AS(softplus, 22));
TENSORFLOW(softsign, "Softsign", false, i_features, "activations", NOTHING, FLOATS_ONLY, "x / (1 + |x|)", SAME_AS(softsign, 22));
TENSORFLOW(sigmoid, "Sigmoid", false, i_x, "y", NOTHING, FLOATS_ONLY, "1 / (1 + e^-x)", SAME_AS(sigmoid, 13));
TENSORFLOW(tanh, "Tanh", false, i_x, "y", NOTHING, FLOATS_ONLY, "the hyperbolic tangent", SAME_AS(tanh, 13));
TENSORFLOW(abs, "Abs", false, i_x, "y", NOTHING, NUMBERS, "|x|", SAME_AS(abs, 13));
TENSORFLOW(neg, "Neg", false, i_x, "y", NOTHING, NUMBERS, "-x", SAME_AS(neg, 13));
TENSORFLOW(sqrt, "Sqrt", false, i_x, "y", NOTHING, FLOATS_ONLY, "the square root", SAME_AS(sqrt, 13));
TENSORFLOW(rsqrt, "Rsqrt", true, i_x, "y", NOTHING, FLOATS_ONLY, "1 / sqrt(x)", .plan = plan_rsqrt, .step = &pointwise_sqrt);
TENSORFLOW(square, "Square", true, i_x, "y", NOTHING, NUMBERS, "x * x", .plan = plan_square, .step = &pointwise_small_power);
TENSORFLOW(exp, "Exp", false, i_x, "y", NOTHING, FLOATS_ONLY, "e^x", SAME_AS(exp, 13));
TENSORFLOW(log, "Log", false, i_x, "y", NOTHING, FLOATS_ONLY, "the natural logarithm", SAME_AS(log, 13));
TENSORFLOW(erf, "Erf", false, i_x, "y", NOTHING, FLOATS_ONLY, "the error function", SAME_AS(erf, 13));
TENSORFLOW(reciprocal, "Reciprocal", false, i_x, "y", NOTHING, FLOATS_ONLY, "1 / x", SAME_AS(reciprocal, 13));
TENSORFLOW(floor, "Floor", false, i_x, "y", NOTHING, FLOATS_ONLY, "the next whole number below", SAME_AS(floor, 13));
TENSORFLOW(ceil, "Ceil", false, i_x, "y", NOTHING, FLOATS_ONLY, "the next whole number above", SAME_AS(ceil, 13));
TENSORFLOW(add, "Add", false, i_xy, "z", NOTHING, NUMBERS, "x + y", SAME_AS(add, 14));
TENSORFLOW(add_v2, "AddV2", true, i_xy, "z", NOTHING, NUMBERS, "x + y", SAME_AS(add, 14));
TENSORFLOW(sub, "Sub", false, i_xy, "z", NOTHING, NUMBERS, "x - y", SAME_AS(sub, 14));
TENSORFLOW(mul, "Mul", false, i_xy, "z", NOTHING, NUMBERS, "x * y", SAME_AS(mul, 14));
TENSORFLOW(div, "Div", false, i_xy, "z", NOTHING, NUMBERS, "x / y; of integers truncated, 0 by zero", SAME_AS(div, 14));
TENSORFLOW(real_div, "RealDiv", true, i_xy, "z", NOTHING, FLOATS_ONLY, "x / y", SAME_AS(div, 14));
TENSORFLOW(maximum, "Maximum", true, i_xy, "z", NOTHING, NUMBERS, "the larger of two; a NaN wins", SAME_AS(max, 13));
TENSORFLOW(minimum, "Minimum", true, i_xy, "z", NOTHING, NUMBERS, "the lesser of two; a NaN wins", SAME_AS(min, 13));
TENSORFLOW(pow, "Pow", false, i_xy, "z", NOTHING, FLOATS_ONLY, "x to the power of y", SAME_AS(pow, 15));
TENSORFLOW(squared_difference, "SquaredDifference", true, i_xy, "z", NOTHING, NUMBERS, "(x - y) * (x - y)",
	.plan = plan_squared_difference, .step = &pointwise_subtract);
TENSORFLOW(add_n, "AddN", true, i_list, "sum", a_list, FLOATS_ONLY, "the sum, from the first on", SAME_AS(sum, 6));
TENSORFLOW(bias_add, "BiasAdd", true, i_bias, "output", a_bias, NUMBERS, "value + bias by channel",
	TRANSLATED(add, 6, bias_add));
TENSORFLOW(clip_by_value, "ClipByValue", true, i_clip, "output", NOTHING, NUMBERS,
	"t between clip_value_min and clip_value_max", SAME_AS(clip, 13));
TENSORFLOW_OF(cast, "Cast", false, i_x, o_cast, a_cast, t_cast, "elements as those of another type",
	.as = &op_cast, .plan = plan_cast);
TENSORFLOW(sign, "Sign", false, i_x, "y", NOTHING, NUMBERS, "1, 0 or -1; a NaN stays", SAME_AS(sign, 13));
TENSORFLOW(round, "Round", false, i_x, "y", NOTHING, FLOATS_ONLY, "the nearest whole number, ties to even", SAME_AS(round, 22));
TENSORFLOW(rint, "Rint", true, i_x, "y", NOTHING, FLOATS_ONLY, "the nearest whole number, ties to even", SAME_AS(round, 22));
TENSORFLOW_OF(is_nan, "IsNan", true, i_x, o_is, NOTHING, FLOATS_ONLY, "whether x is a NaN", SAME_AS(is_nan, 20));
TENSORFLOW_OF(is_inf, "IsInf", false, i_x, o_is, NOTHING, FLOATS_ONLY, "whether x is infinite", SAME_AS(is_inf, 20));
TENSORFLOW_OF(equal, "Equal", false, i_xy, o_are, a_equal, t_cast, "whether x equals y; a NaN does not", SAME_AS(equal, 19));
TENSORFLOW_OF(less, "Less", false, i_xy, o_are, NOTHING, NUMBERS, "whether x is less than y", SAME_AS(less, 13));
TENSORFLOW_OF(less_equal, "LessEqual", true, i_xy, o_are, NOTHING, NUMBERS, "whether x is less than y, or equal", SAME_AS(less_or_equal, 16));
TENSORFLOW_OF(greater, "Greater", false, i_xy, o_are, NOTHING, NUMBERS, "whether x is greater than y", SAME_AS(greater, 13));
TENSORFLOW_OF(greater_equal, "GreaterEqual", true, i_xy, o_are, NOTHING, NUMBERS, "whether x is greater than y, or equal",
	SAME_AS(greater_or_equal, 16));
TENSORFLOW(logical_and, "LogicalAnd", true, i_xy, "z", NOTHING, t_bool, "whether both hold", SAME_AS(and, 7));
TENSORFLOW(logical_or, "LogicalOr", true, i_xy, "z", NOTHING, t_bool, "whether one holds, or both", SAME_AS(or, 7));
TENSORFLOW(logical_not, "LogicalNot", true, i_x, "y", NOTHING, t_bool, "whether x does not hold", SAME_AS(not, 1));
TENSORFLOW(select_v2, "SelectV2", true, i_select, "output", NOTHING, t_cast, "t where the condition holds, else e", SAME_AS(where, 16));
NORMALIZATION(fused_batch_norm, "FusedBatchNorm");
NORMALIZATION(fused_batch_norm_v2, "FusedBatchNormV2");
NORMALIZATION(fused_batch_norm_v3, "FusedBatchNormV3");
/* clang-format on */
