/* What onnxruntime's tools write into transformers: Gelus with a bias, a product of
   matrices with factors, and normalizations of a sum. Each is some of ONNX's operations,
   one after the other. */
#include "ops/microsoft/microsoft.h"

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/elementwise.h"
#include "ops/common/expansion_moves.h"

enum {
	FIRST,
	SECOND
};

/* Inputs of the normalizations; without beta, bias comes before it. */
enum {
	INPUT_X,
	INPUT_SKIP,
	INPUT_GAMMA,
	INPUT_BETA
};

enum {
	OUTPUT_Y,
	OUTPUT_MEAN,
	OUTPUT_INVERSE,
	OUTPUT_SUM
};

/* clang-format off */
static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 1}, {DTYPE_NONE, 0},
};
static const struct attribute_rule none[] = {{.name = NULL}};

static const struct input_rule i_x[] = {{"X", .summary = "any shape"}, {.name = NULL}};
static const struct input_rule i_bias_gelu[] = {
	{"A", .summary = "any shape but []"}, {"B", .summary = "[n], n being A's last extent"}, {.name = NULL},
};
static const struct input_rule i_fast_gelu[] = {
	{"X", .summary = "any shape"},
	{"bias", .optional = true, .summary = "[n], n being X's last extent; added to X"},
	{.name = NULL},
};
static const struct input_rule i_matmul[] = {
	{"A", .summary = "[..., M, K]; [K]: one row"}, {"B", .summary = "[..., K, N]; [K]: one column"}, {.name = NULL},
};
#define SUMMANDS \
	[INPUT_X] = {"input", .summary = "[..., n]"}, \
	[INPUT_SKIP] = {"skip", .summary = "input's shape, or what broadcasts to it; added to it"}, \
	[INPUT_GAMMA] = {"gamma", .summary = "[n]"}
#define BIAS {"bias", .optional = true, .summary = "[n], added to input and skip"}
static const struct input_rule i_skip[] = {
	SUMMANDS, [INPUT_BETA] = {"beta", .optional = true, .summary = "[n]; without it 0"}, BIAS, {.name = NULL},
};
static const struct input_rule i_simplified[] = {SUMMANDS, BIAS, {.name = NULL}};

static const struct attribute_rule a_quick_gelu[] = {
	FLOAT_ATTRIBUTE("alpha", 1, LATEST, "1.702", "the factor of X in the exponent"), {.name = NULL},
};
static const struct attribute_rule a_matmul[] = {
	FLOAT_ATTRIBUTE("alpha", 1, LATEST, "1.0", "factor of the product"),
	{"transA", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, "1: A is [..., K, M]"},
	{"transB", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, "1: B is [..., N, K]"},
	{"transBatchA", ATTRIBUTE_INT, 1, LATEST, false, 0, 0, "0", NULL, "0 alone"},
	{"transBatchB", ATTRIBUTE_INT, 1, LATEST, false, 0, 0, "0", NULL, "0 alone"},
	{.name = NULL},
};
static const struct attribute_rule a_norm[] = {
	FLOAT_ATTRIBUTE("epsilon", 1, LATEST, "1e-12", "is added to the variance"), {.name = NULL},
};
static const struct output_rule o_norm[] = {
	[OUTPUT_Y] = {"output", .summary = "input's shape"},
	[OUTPUT_MEAN] = {"mean", .dtype = DTYPE_FLOAT32, .optional = true, .summary = "[..., 1], of SkipLayerNormalization"},
	[OUTPUT_INVERSE] = {"inv_std_var", .dtype = DTYPE_FLOAT32, .optional = true, .summary = "likewise: 1 over the standard deviation"},
	[OUTPUT_SUM] = {"input_skip_bias_sum", .optional = true, .summary = "what is normalized"},
	{.name = NULL},
};
/* clang-format on */

/* Whether an input is absent or a list as long as the last axis of the first one. */
static bool
check_list(struct expansion *e, int input)
{
	const struct tensor *x = e->operation->input[FIRST];

	if (x->rank == 0 && e->operation->input[input]) {
		source_error(e->source, e->operation->input_where[FIRST],
			"%s: expected a dimension or more, got none",
			e->operation->input_name[FIRST]);
		return false;
	}
	return expansion_check_shape(
		e, input, x->rank ? &x->shape[x->rank - 1] : NULL, 1);
}

/* The Gelu of the first input and a bias. */
static bool
gelu(struct expansion *e, const char *name, const char *approximate)
{
	struct part *p = expansion_part(e, &op_gelu, 20);
	const struct edge *x = expansion_input(e, FIRST);
	const struct edge *bias = expansion_input(e, SECOND);

	if (!check_list(e, SECOND))
		return false;
	part_read(p, 0, bias ? EXPAND(e, "sum", &op_add, 14, x, bias) : x);
	part_string(p, "approximate", approximate);
	expansion_add(e, p, name);
	return true;
}

static bool
bias_gelu(struct expansion *e)
{
	return gelu(e, "C", "none");
}

static bool
fast_gelu(struct expansion *e)
{
	return gelu(e, "Y", "tanh");
}

static bool
quick_gelu(struct expansion *e)
{
	struct part *p = expansion_as(e);

	part_float(p, "alpha", operation_float(e->operation, "alpha", (double)1.702f));
	return expansion_is(e, p);
}

/* A matrix, or a stack of some, turned where an attribute says so. */
static const struct edge *
turned(struct expansion *e, int input, const char *attribute)
{
	const struct edge *x = expansion_input(e, input);
	int64_t order[MAX_RANK];
	int rank = x->tensor.rank;

	if (rank < 2 || !operation_int(e->operation, attribute, 0))
		return x;
	for (int i = 0; i < rank; i++)
		order[i] = i < rank - 2 ? i : 2 * rank - 3 - i;
	return expansion_transpose(e, "turned", x, order, rank);
}

static bool
fused_matmul(struct expansion *e)
{
	double alpha = operation_float(e->operation, "alpha", 1);
	const struct edge *product = EXPAND(e, alpha == 1 ? "Y" : "product", &op_matmul,
		13, turned(e, FIRST, "transA"), turned(e, SECOND, "transB"));

	if (alpha != 1)
		EXPAND(e, "Y", &op_mul, 14, product,
			expansion_fill(e, "alpha", e->operation->dtype, alpha, 1));
	return true;
}

/* input and skip, and bias. */
static const struct edge *
sum(struct expansion *e, int bias)
{
	const struct edge *both = EXPAND(e,
		e->operation->input[bias] ? "both" : "input_skip_bias_sum", &op_add, 14,
		expansion_input(e, INPUT_X), expansion_input(e, INPUT_SKIP));

	if (!e->operation->input[bias])
		return both;
	return EXPAND(
		e, "input_skip_bias_sum", &op_add, 14, both, expansion_input(e, bias));
}

static bool
skip_norm(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_part(e, &op_layer_normalization, 17);
	size_t result = 0;

	if (!check_list(e, INPUT_GAMMA) || !check_list(e, INPUT_BETA) ||
		!check_list(e, INPUT_BETA + 1))
		return false;
	part_read(p, 0, sum(e, INPUT_BETA + 1));
	part_read(p, 1, expansion_input(e, INPUT_GAMMA));
	part_read(p, 2, expansion_input(e, INPUT_BETA));
	part_float(p, "epsilon", operation_float(operation, "epsilon", (double)1e-12f));
	for (int i = OUTPUT_MEAN; i <= OUTPUT_INVERSE; i++)
		if (operation->output[i])
			part_ask(p, i);
	expansion_add(e, p, "output");
	for (int i = OUTPUT_MEAN; i <= OUTPUT_INVERSE; i++)
		if (operation->output[i])
			expansion_result(e, ++result, o_norm[i].name);
	return true;
}

static bool
skip_simplified_norm(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_part(e, &op_rms_normalization, 23);

	if (operation->output[OUTPUT_MEAN] || operation->output[OUTPUT_INVERSE]) {
		source_error(e->source, operation->node->where,
			"mean and inv_std_var are for training; opgen does not compute "
			"them");
		return false;
	}
	if (!check_list(e, INPUT_GAMMA) || !check_list(e, INPUT_BETA))
		return false;
	part_read(p, 0, sum(e, INPUT_BETA));
	part_read(p, 1, expansion_input(e, INPUT_GAMMA));
	part_float(p, "epsilon", operation_float(operation, "epsilon", (double)1e-12f));
	expansion_add(e, p, "output");
	return true;
}

#define OPERATION(symbol, spelt, alone, in, out, with, says, ...) \
	const struct op op_microsoft_##symbol = {.name = spelt, \
		.domain = "com.microsoft", \
		.default_domain = alone, \
		.has_opset = true, \
		.version = microsoft_versions, \
		.input = in, \
		.output = out, \
		.attribute = with, \
		.dtype = dtypes, \
		.summary = says, \
		__VA_ARGS__}

/* clang-format off */
OPERATION(gelu, "Gelu", false, i_x, OUTPUT("Y"), none, "x / 2 * (1 + erf(x / sqrt(2)))",
	.as = &op_gelu, .as_version = 20, .expand = expand_as);
OPERATION(bias_gelu, "BiasGelu", true, i_bias_gelu, OUTPUT("C"), none, "Gelu of A + B",
	.expand = bias_gelu);
OPERATION(fast_gelu, "FastGelu", true, i_fast_gelu, OUTPUT("Y"), none, "Gelu of X + bias, by tanh in place of erf",
	.expand = fast_gelu);
OPERATION(quick_gelu, "QuickGelu", true, i_x, OUTPUT("Y"), a_quick_gelu, "x / (1 + e^(-alpha * x))",
	.as = &op_swish, .as_version = 24, .expand = quick_gelu);
OPERATION(fused_matmul, "FusedMatMul", true, i_matmul, OUTPUT("Y"), a_matmul, "alpha times the products of matrices",
	.expand = fused_matmul);
OPERATION(skip_layer_normalization, "SkipLayerNormalization", true, i_skip, o_norm, a_norm,
	"LayerNormalization of input + skip + bias", .expand = skip_norm);
OPERATION(skip_simplified_layer_normalization, "SkipSimplifiedLayerNormalization", true, i_simplified, o_norm, a_norm,
	"RMSNormalization of input + skip + bias", .expand = skip_simplified_norm);
/* clang-format on */
