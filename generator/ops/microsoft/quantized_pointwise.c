/* QLinearAdd, QLinearMul, QLinearSigmoid and QLinearLeakyRelu: steps in float32 on 8-bit
   integers less their zero points. The result over its scale is rounded, ties to even;
   the zero point of the output is added before, as onnxruntime does in its vector code
   for QLinearMul, or after, as its QuantizeLinear does. */
#include "ops/microsoft/microsoft.h"

#include "base/arena.h"
#include "ops/common/elementwise.h"
#include "ops/common/quantized.h"

/* Each tensor is followed by its scale and its zero point; the result's come last. */
enum {
	SCALE = 1,
	ZERO = 2,
	INPUT_B = 3,
	UNARY_Y = 3,  /* the scale of the result of one tensor, */
	BINARY_Y = 6, /* and of two */
};

/* clang-format off */
static const struct input_rule unary_inputs[] = {
	{"X", .summary = "any shape"},
	MICROSOFT_SCALE("X_scale"),
	MICROSOFT_ZERO("X_zero_point"),
	MICROSOFT_SCALE("Y_scale"),
	MICROSOFT_ZERO("Y_zero_point"),
	{.name = NULL},
};

static const struct input_rule binary_inputs[] = {
	{"A", .summary = "any shape"},
	MICROSOFT_SCALE("A_scale"),
	MICROSOFT_ZERO("A_zero_point"),
	{"B", .summary = "any shape that goes with A's"},
	MICROSOFT_SCALE("B_scale"),
	MICROSOFT_ZERO("B_zero_point"),
	MICROSOFT_SCALE("C_scale"),
	MICROSOFT_ZERO("C_zero_point"),
	{.name = NULL},
};

static const struct attribute_rule leaky_attributes[] = {
	FLOAT_ATTRIBUTE("alpha", 1, LATEST, "0.01", "slope below 0"),
	{.name = NULL},
};
/* clang-format on */

/* A step of two numbers in float32. */
static struct chain_value
combine(struct elementwise *e, const struct pointwise_row *row, struct chain_value a,
	struct chain_value b)
{
	return elementwise_step(
		e, row, (struct chain_value[]){a, b}, NULL, DTYPE_FLOAT32);
}

/* Input q less its zero point. */
static struct chain_value
difference(struct elementwise *e, struct chain_value q, int zero)
{
	struct chain_value x = chain_cast(&e->chain, &pointwise_cast, q,
		e->operation->dtype, DTYPE_FLOAT32, e->arena);

	if (!e->operation->input[zero])
		return x;
	return combine(e, &pointwise_subtract, x, elementwise_float32(e, zero));
}

/* Tensor number `input` as it is meant: scale * (q - zero). */
static struct chain_value
dequantize(struct elementwise *e, int input)
{
	struct chain_value q = input ? elementwise_input(e, input) : chain_operand(0);
	struct chain_value scale = elementwise_float32(e, input + SCALE);

	return combine(e, &pointwise_multiply, difference(e, q, input + ZERO), scale);
}

/* Rounds and adds the zero point, or the other way round, and takes the nearest byte. */
static void
to_byte(struct elementwise *e, struct chain_value x, int zero, bool add_first)
{
	bool has_zero = e->operation->input[zero];
	struct chain_value z = {0};

	if (has_zero)
		z = elementwise_float32(e, zero);
	if (has_zero && add_first)
		x = combine(e, &pointwise_add, x, z);
	x = elementwise_step(e, &pointwise_nearest, &x, NULL, DTYPE_FLOAT32);
	if (has_zero && !add_first)
		x = combine(e, &pointwise_add, x, z);
	chain_cast(&e->chain, &pointwise_cast, x, DTYPE_FLOAT32, e->operation->dtype,
		e->arena);
}

static void
quantize(struct elementwise *e, struct chain_value x, int scale)
{
	x = combine(e, &pointwise_divide, x, elementwise_float32(e, scale));
	to_byte(e, x, scale + 1, false);
}

static bool
plan_unary(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	double number[STEP_NUMBERS] = {0};
	struct chain_value x;
	struct elementwise e;
	bool good = microsoft_scale_fits(operation, SCALE, source, arena);

	if (!microsoft_scale_fits(operation, UNARY_Y, source, arena) || !good)
		return false;
	elementwise_begin(&e, operation, plan, source, arena);
	elementwise_numbers_of(&e, number);
	x = dequantize(&e, 0);
	x = elementwise_step(&e, operation->op->step, &x, number, DTYPE_FLOAT32);
	quantize(&e, x, UNARY_Y);
	return elementwise_same(&e) && elementwise_end(&e);
}

/* Begins a plan of two tensors; false: a scale or a zero point is refused. */
static bool
begin_binary(struct elementwise *e, const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	bool good = microsoft_scale_fits(operation, SCALE, source, arena);

	good = microsoft_scale_fits(operation, INPUT_B + SCALE, source, arena) && good;
	good = microsoft_scale_fits(operation, BINARY_Y, source, arena) && good;
	elementwise_begin(e, operation, plan, source, arena);
	return good;
}

static bool
plan_add(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct chain_value a, b;
	struct elementwise e;

	if (!begin_binary(&e, operation, plan, source, arena))
		return false;
	a = dequantize(&e, 0);
	b = dequantize(&e, INPUT_B);
	quantize(&e, combine(&e, &pointwise_add, a, b), BINARY_Y);
	return elementwise_broadcast(&e) && elementwise_end(&e);
}

/* The product of the differences, which is exact, times A_scale * B_scale / C_scale. */
static bool
plan_mul(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct chain_value scale, a, b, x;
	struct elementwise e;

	if (!begin_binary(&e, operation, plan, source, arena))
		return false;
	scale = elementwise_float32(&e, SCALE);
	a = difference(&e, chain_operand(0), ZERO);
	b = elementwise_input(&e, INPUT_B);
	scale = combine(
		&e, &pointwise_multiply, scale, elementwise_float32(&e, INPUT_B + SCALE));
	b = difference(&e, b, INPUT_B + ZERO);
	scale = combine(&e, &pointwise_divide, scale, elementwise_float32(&e, BINARY_Y));
	x = combine(&e, &pointwise_multiply, a, b);
	to_byte(&e, combine(&e, &pointwise_multiply, x, scale), BINARY_Y + 1, true);
	return elementwise_broadcast(&e) && elementwise_end(&e);
}

#define QUANTIZED(symbol, spelt, in, out, with, row, planned, says) \
	const struct op op_##symbol = {.name = spelt, \
		.domain = "com.microsoft", \
		.default_domain = true, \
		.has_opset = true, \
		.version = microsoft_versions, \
		.input = in, \
		.output = OUTPUT(out), \
		.attribute = with, \
		.dtype = quantized_bytes, \
		.summary = says, \
		.step = &pointwise_##row, \
		.plan = planned}

/* clang-format off */
QUANTIZED(qlinear_add,        "QLinearAdd",       binary_inputs, "C", elementwise_none, add,        plan_add,   "sums of 8-bit integers with scales and zero points");
QUANTIZED(qlinear_mul,        "QLinearMul",       binary_inputs, "C", elementwise_none, multiply,   plan_mul,   "products of 8-bit integers with scales and zero points");
QUANTIZED(qlinear_sigmoid,    "QLinearSigmoid",   unary_inputs,  "Y", elementwise_none, sigmoid,    plan_unary, "Sigmoid of 8-bit integers with scales and zero points");
QUANTIZED(qlinear_leaky_relu, "QLinearLeakyRelu", unary_inputs,  "Y", leaky_attributes, leaky_relu, plan_unary, "LeakyRelu of 8-bit integers with scales and zero points");
/* clang-format on */
