/* Pointwise operations of OpenVINO. Those that ONNX has mean what they mean there. */
#include "ops/openvino/openvino.h"

#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/batch_normalization.h"
#include "ops/common/cast.h"
#include "ops/common/elementwise.h"
#include "ops/common/parts.h"

enum {
	FIRST,
	SECOND,
	THIRD,
	SAME_SHAPES = 6 /* a version of ONNX's Add and its like that do not broadcast */
};

/* clang-format off */
static const int v_2_7[] = {2, 7, 0};
static const int v_4[] = {4, 0};
static const int v_5[] = {5, 0};
static const int v_9[] = {9, 0};

static const struct input_rule i_two[] = {
	{"a", .summary = "any shape"}, {"b", .summary = "any shape that goes with a's"}, {.name = NULL},
};
static const struct input_rule i_prelu[] = {
	{"data", .summary = "any shape"},
	{"slope", .summary = "[C], or a shape that goes with data's"}, {.name = NULL},
};
static const struct input_rule i_swish[] = {
	{"data", .summary = "any shape"},
	{"beta", .optional = true, .constant = true, .summary = "[], factor in the exponent; 1 where it is absent"},
	{.name = NULL},
};
static const struct input_rule i_hard_sigmoid[] = {
	{"data", .summary = "any shape"},
	{"alpha", .constant = true, .summary = "[], the factor"}, {"beta", .constant = true, .summary = "[], what is added"},
	{.name = NULL},
};
static const struct input_rule i_selu[] = {
	{"data", .summary = "any shape"},
	{"alpha", .constant = true, .summary = "[1], the factor below 0"},
	{"lambda", .constant = true, .summary = "[1], the factor of all"},
	{.name = NULL},
};
static const struct input_rule i_normalization[] = {
	{"data", .summary = "[N, C, D1, ...]"},
	{"gamma", .summary = "[C]"}, {"beta", .summary = "[C]"}, {"mean", .summary = "[C]"}, {"variance", .summary = "[C]"},
	{.name = NULL},
};

static const char *const broadcasts[] = {"numpy", "none", NULL};
static const struct attribute_rule a_two[] = {
	{"auto_broadcast", ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "numpy", broadcasts,
	 "none: both have the same shape"},
	{.name = NULL},
};
static const struct output_rule o_convert[] = {
	{"output", .own_dtype = true, .summary = "data's shape, of the type destination_type"}, {.name = NULL},
};
static const struct attribute_rule a_elu[] = {
	{"alpha", ATTRIBUTE_FLOAT, 1, LATEST, true, 0, 0, NULL, NULL, "the factor below 0"}, {.name = NULL},
};
static const struct attribute_rule a_clamp[] = {
	{"max", ATTRIBUTE_FLOAT, 1, LATEST, true, 0, 0, NULL, NULL, "the upper bound"},
	{"min", ATTRIBUTE_FLOAT, 1, LATEST, true, 0, 0, NULL, NULL, "the lower bound"},
	{.name = NULL},
};
static const char *const gelu_choice[] = {"erf", "tanh", "ERF", "TANH", NULL};
static const struct attribute_rule a_gelu[] = {
	{"approximation_mode", ATTRIBUTE_STRING, 7, LATEST, false, 0, 0, "erf", gelu_choice, "tanh: by tanh in place of erf"},
	{.name = NULL},
};
static const struct attribute_rule a_normalization[] = {
	{"epsilon", ATTRIBUTE_FLOAT, 1, LATEST, true, 0, 0, NULL, NULL, "is added to the variance"}, {.name = NULL},
};
static const char *const types[] = {
	"f32", "f64", "f16", "bf16", "boolean", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", NULL,
};
static const enum dtype dtypes[] = {
	DTYPE_FLOAT32, DTYPE_FLOAT64, DTYPE_FLOAT16, DTYPE_BFLOAT16, DTYPE_BOOL, DTYPE_INT8, DTYPE_INT16, DTYPE_INT32,
	DTYPE_INT64, DTYPE_UINT8, DTYPE_UINT16, DTYPE_UINT32, DTYPE_UINT64,
};
static const struct attribute_rule a_convert[] = {
	{"destination_type", ATTRIBUTE_STRING, 1, LATEST, true, 0, 0, NULL, types, "the type"}, {.name = NULL},
};
/* clang-format on */

static bool
broadcasts_not(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);

	if (!strcmp(operation_string(operation, "auto_broadcast", "numpy"), "none"))
		p->to.version = SAME_SHAPES;
	return expansion_is(e, p);
}

/* As many slopes as there are channels belong to these, even if the last axis is as
   long. */
static bool
prelu(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	const struct tensor *data = operation->input[FIRST],
			    *slope = operation->input[SECOND];

	if (slope->rank == 1 && data->rank > 1 && slope->shape[0] == data->shape[1])
		p->to.version = SAME_SHAPES;
	return expansion_is(e, p);
}

static bool
swish(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	bool given = operation->input[SECOND] != NULL;

	translate_input(p, SECOND, NO_INPUT);
	return (!given || translate_float_of(p, "alpha", SECOND)) && expansion_is(e, p);
}

static bool
hard_sigmoid(struct expansion *e)
{
	struct part *p = expansion_as(e);

	translate_input(p, SECOND, NO_INPUT);
	translate_input(p, THIRD, NO_INPUT);
	return translate_float_of(p, "alpha", SECOND) &&
	       translate_float_of(p, "beta", THIRD) && expansion_is(e, p);
}

/* min(max(x + 3, 0), 6) / 6 */
static bool
h_sigmoid(struct expansion *e)
{
	struct part *p = expansion_as(e);

	part_float(p, "alpha", 1.0 / 6);
	part_float(p, "beta", 0.5);
	return expansion_is(e, p);
}

static bool
selu(struct expansion *e)
{
	struct part *p = expansion_as(e);

	translate_input(p, SECOND, NO_INPUT);
	translate_input(p, THIRD, NO_INPUT);
	return translate_float_of(p, "alpha", SECOND) &&
	       translate_float_of(p, "gamma", THIRD) && expansion_is(e, p);
}

static bool
gelu(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	const char *mode = operation_string(operation, "approximation_mode", "erf");
	bool by_tanh = *mode == 't' || *mode == 'T';

	part_string(p, "approximate", by_tanh ? "tanh" : "none");
	return expansion_is(e, p);
}

static bool
plan_convert(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const char *word = operation_string(operation, "destination_type", "f32");
	int i = 0;

	while (strcmp(types[i], word) != 0)
		i++;
	return plan_cast_to(operation, dtypes[i], plan, source, arena);
}

static bool
plan_squared_difference(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct elementwise e;
	struct chain_value x[2] = {chain_operand(0)};
	double number[STEP_NUMBERS] = {2};

	elementwise_begin(&e, operation, plan, source, arena);
	x[1] = elementwise_input(&e, SECOND);
	x[0] = elementwise_step(
		&e, &pointwise_subtract, x, NULL, dtype_accumulator(operation->dtype));
	elementwise_step(&e, &pointwise_small_power, x, number, operation->dtype);
	return elementwise_broadcast(&e) && elementwise_end(&e);
}

#define FLOATS_ONLY translated_floats
#define NUMBERS translated_numbers
#define ONE(symbol, spelt, alone, versions, types, same, with_version, says) \
	OPENVINO(symbol, spelt, alone, versions, openvino_data, translated_none, types, \
		says, SAME_AS(same, with_version))
#define TWO(symbol, spelt, alone, types, same, says) \
	OPENVINO(symbol, spelt, alone, openvino_1, i_two, a_two, types, says, \
		TRANSLATED(same, 13, broadcasts_not))

/* clang-format off */
ONE(relu,     "ReLU",     true,  openvino_1, NUMBERS,     relu, 14,     "x < 0 ? 0 : x");
ONE(relu_v0,  "Relu",     false, openvino_1, NUMBERS,     relu, 14,     "x < 0 ? 0 : x");
ONE(sigmoid,  "Sigmoid",  false, openvino_1, FLOATS_ONLY, sigmoid, 13,  "1 / (1 + e^-x)");
ONE(tanh,     "Tanh",     false, openvino_1, FLOATS_ONLY, tanh, 13,     "the hyperbolic tangent");
ONE(exp,      "Exp",      false, openvino_1, FLOATS_ONLY, exp, 13,      "e^x");
ONE(log,      "Log",      false, openvino_1, FLOATS_ONLY, log, 13,      "the natural logarithm");
ONE(sqrt,     "Sqrt",     false, openvino_1, FLOATS_ONLY, sqrt, 13,     "the square root");
ONE(abs,      "Abs",      false, openvino_1, NUMBERS,     abs, 13,      "|x|");
ONE(negative, "Negative", true,  openvino_1, NUMBERS,     neg, 13,      "-x");
ONE(floor,    "Floor",    false, openvino_1, FLOATS_ONLY, floor, 13,    "the next whole number below");
ONE(ceiling,  "Ceiling",  true,  openvino_1, FLOATS_ONLY, ceil, 13,     "the next whole number above");
ONE(erf,      "Erf",      false, openvino_1, FLOATS_ONLY, erf, 13,      "the error function");
ONE(softplus, "SoftPlus", true,  v_4,        FLOATS_ONLY, softplus, 22, "ln(e^x + 1)");
ONE(softsign, "SoftSign", true,  v_9,        FLOATS_ONLY, softsign, 22, "x / (1 + |x|)");
ONE(mish,     "Mish",     false, v_4,        FLOATS_ONLY, mish, 22,     "x * tanh(ln(e^x + 1))");
ONE(h_swish,  "HSwish",   true,  v_4,        FLOATS_ONLY, hard_swish, 22, "x * max(0, min(1, x / 6 + 1/2))");
OPENVINO(h_sigmoid, "HSigmoid", true, v_5, openvino_data, translated_none, FLOATS_ONLY, "max(0, min(1, x / 6 + 1/2))",
	TRANSLATED(hard_sigmoid, 22, h_sigmoid));
OPENVINO(hard_sigmoid, "HardSigmoid", false, openvino_1, i_hard_sigmoid, translated_none, FLOATS_ONLY,
	"max(0, min(1, alpha * x + beta))", TRANSLATED(hard_sigmoid, 22, hard_sigmoid));
OPENVINO(elu, "Elu", false, openvino_1, openvino_data, a_elu, FLOATS_ONLY, "x < 0 ? alpha * (e^x - 1) : x", SAME_AS(elu, 22));
OPENVINO(selu, "Selu", false, openvino_1, i_selu, translated_none, FLOATS_ONLY,
	"lambda * (x > 0 ? x : alpha * (e^x - 1))", TRANSLATED(selu, 22, selu));
OPENVINO(swish, "Swish", false, v_4, i_swish, translated_none, FLOATS_ONLY, "x / (1 + e^(-beta * x))",
	TRANSLATED(swish, 24, swish));
OPENVINO(gelu, "Gelu", false, v_2_7, openvino_data, a_gelu, FLOATS_ONLY, "x / 2 * (1 + erf(x / sqrt(2)))",
	TRANSLATED(gelu, 20, gelu));
OPENVINO(clamp, "Clamp", true, openvino_1, openvino_data, a_clamp, FLOATS_ONLY, "x < min ? min : x, then x > max ? max : x",
	SAME_AS(clip, 6));
OPENVINO(prelu, "PReLU", true, openvino_1, i_prelu, translated_none, FLOATS_ONLY, "x < 0 ? slope * x : x",
	TRANSLATED(prelu, 16, prelu));
TWO(add,      "Add",      false, NUMBERS,     add, "a + b");
TWO(subtract, "Subtract", true,  NUMBERS,     sub, "a - b");
TWO(multiply, "Multiply", true,  NUMBERS,     mul, "a * b");
TWO(divide,   "Divide",   true,  FLOATS_ONLY, div, "a / b");
TWO(maximum,  "Maximum",  false, NUMBERS,     max, "the larger of two; a NaN wins");
TWO(minimum,  "Minimum",  false, NUMBERS,     min, "the lesser of two; a NaN wins");
TWO(power,    "Power",    true,  FLOATS_ONLY, pow, "a to the power of b");
OPENVINO(squared_difference, "SquaredDifference", false, openvino_1, i_two, a_two, NUMBERS, "(a - b) * (a - b)",
	.plan = plan_squared_difference, .step = &pointwise_subtract);
OPENVINO_OF(convert, "Convert", true, openvino_1, openvino_data, o_convert, a_convert, openvino_any,
	"elements as those of another type", .as = &op_cast, .plan = plan_convert);
OPENVINO(batch_norm_inference, "BatchNormInference", true, v_5, i_normalization, a_normalization, FLOATS_ONLY,
	"(data - mean) / sqrt(variance + epsilon) * gamma + beta by channel", SAME_AS(batch_normalization, 15));
/* clang-format on */
