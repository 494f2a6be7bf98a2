/* Operations of one operand: Y[i] = f(X[i]). Their steps are in plan/pointwise.c; the
   FLOAT attributes, in order, are the steps' numbers. */
#include "ops/common/elementwise.h"

#include "ops/common/parts.h"

/* clang-format off */
static const int v_1_6_13[]    = {1, 6, 13, 0};
static const int v_1_6_13_14[] = {1, 6, 13, 14, 0};
static const int v_1_6_16[]    = {1, 6, 16, 0};
static const int v_1_6_22[]    = {1, 6, 22, 0};
static const int v_1_22[]      = {1, 22, 0};
static const int v_9_13[]      = {9, 13, 0};
static const int v_10_22[]     = {10, 22, 0};
static const int v_12_28[]     = {12, 28, 0};
static const int v_14_22[]     = {14, 22, 0};
static const int v_18_22[]     = {18, 22, 0};
static const int v_20[]        = {20, 0};
static const int v_24[]        = {24, 0};

static const struct dtype_rule t_13[] = {FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_NONE, 0}};
static const struct dtype_rule t_16[] = {FLOATS, {DTYPE_BFLOAT16, 16}, {DTYPE_NONE, 0}};
static const struct dtype_rule t_22[] = {FLOATS, {DTYPE_BFLOAT16, 22}, {DTYPE_NONE, 0}};
static const struct dtype_rule t_all[] = {FLOATS, {DTYPE_BFLOAT16, 1}, {DTYPE_NONE, 0}};
static const struct dtype_rule t_celu[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 28}, {DTYPE_FLOAT16, 28}, {DTYPE_BFLOAT16, 28}, {DTYPE_NONE, 0},
};
static const struct dtype_rule t_relu[] = {
	FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_INT8, 14}, {DTYPE_INT16, 14}, {DTYPE_INT32, 14},
	{DTYPE_INT64, 14}, {DTYPE_NONE, 0},
};
/* Also signed integers, or all of them. */
static const struct dtype_rule t_sint[] = {
	FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_INT8, 6}, {DTYPE_INT16, 6}, {DTYPE_INT32, 6},
	{DTYPE_INT64, 6}, {DTYPE_NONE, 0},
};
static const struct dtype_rule t_ints[] = {
	FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_INT8, 6}, {DTYPE_INT16, 6}, {DTYPE_INT32, 6},
	{DTYPE_INT64, 6}, {DTYPE_UINT8, 6}, {DTYPE_UINT16, 6}, {DTYPE_UINT32, 6}, {DTYPE_UINT64, 6},
	{DTYPE_NONE, 0},
};

#define ALPHA(since, until, initial) \
	FLOAT_ATTRIBUTE("alpha", since, until, initial, "the document's alpha")
#define END {.name = NULL}
static const struct attribute_rule a_leaky_relu[] = {ALPHA(1, LATEST, "0.01"), CONSUMED_INPUTS, END};
static const struct attribute_rule a_elu[] = {ALPHA(1, LATEST, "1.0"), CONSUMED_INPUTS, END};
static const struct attribute_rule a_alpha[] = {ALPHA(1, LATEST, "1.0"), END};
static const struct attribute_rule a_hard_sigmoid[] = {
	ALPHA(1, LATEST, "0.2"), FLOAT_ATTRIBUTE("beta", 1, LATEST, "0.5", "the document's beta"),
	CONSUMED_INPUTS, END,
};
static const struct attribute_rule a_selu[] = {
	ALPHA(1, 1, "1.6732"), ALPHA(6, LATEST, "1.67326319217681884765625"),
	FLOAT_ATTRIBUTE("gamma", 1, 1, "1.0507", "the document's gamma"),
	FLOAT_ATTRIBUTE("gamma", 6, LATEST, "1.05070102214813232421875", "the document's gamma"),
	CONSUMED_INPUTS, END,
};
static const char *const gelu_choice[] = {"none", "tanh", NULL};
static const struct attribute_rule a_gelu[] = {
	{"approximate", ATTRIBUTE_STRING, 20, LATEST, false, 0, 0, "none", gelu_choice,
	 "tanh: by tanh in place of erf"},
	END,
};

static const struct input_rule i_input[] = {{"input", .summary = "any shape"}, {.name = NULL}};
/* clang-format on */

static bool
plan_gelu(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const char *approximate = operation_string(operation, "approximate", "none");
	bool by_tanh = *approximate == 't';

	struct elementwise e;
	struct chain_value x = chain_operand(0);

	elementwise_begin(&e, operation, plan, source, arena);
	elementwise_step(&e, by_tanh ? &pointwise_gelu_tanh : &pointwise_gelu, &x, NULL,
		operation->dtype);
	if (!elementwise_same(&e) || !elementwise_end(&e))
		return false;
	plan_add_detail(plan, by_tanh ? "approximate tanh" : "approximate none", arena);
	return true;
}

#define ONE(symbol, spelt, out, versions, with, types, says) \
	ELEMENTWISE(symbol, symbol, elementwise_one, spelt, elementwise_x, OUTPUT(out), \
		versions, with, types, says)
#define OF_INPUT(symbol, spelt, out, versions, with, types, says) \
	ELEMENTWISE(symbol, symbol, elementwise_one, spelt, i_input, OUTPUT(out), \
		versions, with, types, says)

#define CONSUMED elementwise_consumed
#define NOTHING elementwise_none

/* clang-format off */
ONE(relu,             "Relu",            "Y", v_1_6_13_14, CONSUMED,       t_relu, "x < 0 ? 0 : x");
ONE(leaky_relu,       "LeakyRelu",       "Y", v_1_6_16,    a_leaky_relu,   t_16,   "x < 0 ? alpha * x : x");
ONE(thresholded_relu, "ThresholdedRelu", "Y", v_10_22,     a_alpha,        t_22,   "x > alpha ? x : 0");
ONE(hard_sigmoid,     "HardSigmoid",     "Y", v_1_6_22,    a_hard_sigmoid, t_22,   "max(0, min(1, alpha * x + beta))");
ONE(hard_swish,       "HardSwish",       "Y", v_14_22,     NOTHING,        t_22,   "x * max(0, min(1, x / 6 + 1/2))");
ONE(sigmoid,          "Sigmoid",         "Y", v_1_6_13,    CONSUMED,       t_13,   "1 / (1 + e^-x)");
OF_INPUT(tanh,        "Tanh",       "output", v_1_6_13,    CONSUMED,       t_13,   "the hyperbolic tangent");
ONE(elu,              "Elu",             "Y", v_1_6_22,    a_elu,          t_22,   "x < 0 ? alpha * (e^x - 1) : x");
ONE(selu,             "Selu",            "Y", v_1_6_22,    a_selu,         t_22,   "gamma * (x > 0 ? x : alpha * (e^x - 1))");
ONE(celu,             "Celu",            "Y", v_12_28,     a_alpha,        t_celu, "x < 0 ? alpha * (e^(x / alpha) - 1) : x");
ONE(softplus,         "Softplus",        "Y", v_1_22,      NOTHING,        t_22,   "ln(e^x + 1)");
OF_INPUT(softsign,    "Softsign",   "output", v_1_22,      NOTHING,        t_22,   "x / (1 + |x|)");
ELEMENTWISE(gelu, gelu, plan_gelu, "Gelu", elementwise_x, OUTPUT("Y"), v_20, a_gelu, t_all, "x / 2 * (1 + erf(x / sqrt(2)))");
ONE(mish,             "Mish",            "Y", v_18_22,     NOTHING,        t_22,   "x * tanh(ln(e^x + 1))");
ONE(swish,            "Swish",           "Y", v_24,        a_alpha,        t_all,  "x / (1 + e^(-alpha * x))");
ONE(abs,              "Abs",             "Y", v_1_6_13,    CONSUMED,       t_ints, "|x|; of the lowest integer itself");
ONE(neg,              "Neg",             "Y", v_1_6_13,    CONSUMED,       t_sint, "-x; integers wrap around");
ONE(sqrt,             "Sqrt",            "Y", v_1_6_13,    CONSUMED,       t_13,   "the square root");
OF_INPUT(exp,         "Exp",        "output", v_1_6_13,    CONSUMED,       t_13,   "e^x");
OF_INPUT(log,         "Log",        "output", v_1_6_13,    CONSUMED,       t_13,   "the natural logarithm");
OF_INPUT(erf,         "Erf",        "output", v_9_13,      NOTHING,        t_ints, "the error function; of integers rounded toward zero");
ONE(reciprocal,       "Reciprocal",      "Y", v_1_6_13,    CONSUMED,       t_13,   "1 / x");
ONE(floor,            "Floor",           "Y", v_1_6_13,    CONSUMED,       t_13,   "the next whole number below");
ONE(ceil,             "Ceil",            "Y", v_1_6_13,    CONSUMED,       t_13,   "the next whole number above");
/* clang-format on */
