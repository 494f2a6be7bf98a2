/* NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss: of each place, minus the element
   of the class that its target is, times the class's weight. A target is compared with
   all classes. */
#include "ops/common/expansion_moves.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/op.h"

enum {
	INPUT_X,
	INPUT_TARGET,
	INPUT_WEIGHT
};

/* clang-format off */
static const int likelihood_versions[] = {12, 13, 22, 0};
static const int entropy_versions[] = {12, 13, 0};

static const char *const reductions[] = {"none", "sum", "mean", NULL};

static const struct attribute_rule attributes[] = {
	{"ignore_index", ATTRIBUTE_INT, 12, LATEST, false, -LENGTH_LIMIT, LENGTH_LIMIT, "none", NULL,
	 "a target whose places do not count"},
	{"reduction", ATTRIBUTE_STRING, 12, LATEST, false, 0, 0, "mean", reductions,
	 "none: a loss for each place; mean: their sum over that of the weights"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 12}, {DTYPE_FLOAT64, 12}, {DTYPE_FLOAT16, 12}, {DTYPE_BFLOAT16, 13}, {DTYPE_NONE, 0},
};

#define INPUTS(x, target, weight, says) \
	[INPUT_X] = {x, .summary = "[N, C] or [N, C, d1, ...]: " says}, \
	[INPUT_TARGET] = {target, .own_dtype = OWN_INDEX, .assumed = DTYPE_INT64, .summary = "[N] or [N, d1, ...]: classes, 0 to C - 1"}, \
	[INPUT_WEIGHT] = {weight, .optional = true, .summary = "[C]; without it 1 each"}

static const struct input_rule likelihood_inputs[] = {
	INPUTS("input", "target", "weight", "logarithms of probabilities"), {.name = NULL},
};
static const struct input_rule entropy_inputs[] = {
	INPUTS("scores", "labels", "weights", "what Softmax makes probabilities of"), {.name = NULL},
};

static const struct output_rule likelihood_outputs[] = {
	{"loss", .summary = "one number; with reduction none as target"}, {.name = NULL},
};
static const struct output_rule entropy_outputs[] = {
	{"output", .summary = "one number; with reduction none as labels"},
	{"log_prob", .optional = true, .summary = "LogSoftmax of scores along the classes"},
	{.name = NULL},
};
/* clang-format on */

static bool
check(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct tensor *x = operation->input[INPUT_X];
	int64_t shape[MAX_RANK];

	if (x->rank < 2) {
		source_error(e->source, operation->input_where[INPUT_X],
			"%s: expected two dimensions or more, [N, C, ...], got %d",
			operation->input_name[INPUT_X], x->rank);
		return false;
	}
	for (int i = 1; i < x->rank; i++)
		shape[i - 1] = x->shape[i == 1 ? 0 : i];
	return expansion_check_shape(e, INPUT_TARGET, shape, x->rank - 1) &&
	       expansion_check_shape(e, INPUT_WEIGHT, &x->shape[1], 1);
}

/* What belongs to the class of each place: what x has there, or what broadcasts to it. */
static const struct edge *
pick(struct expansion *e, const char *name, const struct edge *is_class,
	const struct edge *x)
{
	struct part *p = expansion_part(e, &op_reduce_sum, 13);
	const int64_t classes = 1;

	part_read(p, 0,
		EXPAND(e, "chosen", &op_where, 16, is_class, x,
			expansion_fill(e, "zero", e->operation->dtype, 0, 1)));
	part_read(p, 1, expansion_integers(e, "axes", &classes, 1));
	part_int(p, "keepdims", 0, NULL);
	return expansion_add(e, p, name);
}

static const struct edge *
sum(struct expansion *e, const char *name, const struct edge *x, const struct op *op)
{
	struct part *p = expansion_part(e, op, 13);

	part_read(p, 0, x);
	part_int(p, "keepdims", 0, NULL);
	return expansion_add(e, p, name);
}

/* The weights of places; NULL: 1 each. */
static const struct edge *
weigh(struct expansion *e, const struct edge *target, const struct edge *is_class)
{
	const struct operation *operation = e->operation;
	const struct attribute *ignored = operation_attribute(operation, "ignore_index");
	const struct edge *weight = expansion_input(e, INPUT_WEIGHT), *all = NULL;
	const struct tensor *x = operation->input[INPUT_X];
	int64_t shape[MAX_RANK] = {x->shape[1]};

	for (int i = 1; i < x->rank - 1; i++)
		shape[i] = 1;
	if (weight)
		all = pick(e, "weights", is_class,
			expansion_reshape(e, "by_class", weight, shape, x->rank - 1));
	if (!ignored)
		return all;
	return EXPAND(e, "weights", &op_where, 16,
		EXPAND(e, "is_ignored", &op_equal, 13, target,
			expansion_integers(e, "ignored", &ignored->i, 1)),
		expansion_fill(e, "zero", operation->dtype, 0, 1),
		all ? all : expansion_fill(e, "one", operation->dtype, 1, 1));
}

/* The loss of x by classes. */
static bool
expand_loss(struct expansion *e, const struct edge *x)
{
	const struct operation *operation = e->operation;
	const char *reduction = operation_string(operation, "reduction", "mean");
	const char *name = operation->op->output[0].name;
	const struct edge *target = expansion_cast(
		e, "target", expansion_input(e, INPUT_TARGET), DTYPE_INT64);
	const struct edge *is_class, *weight, *loss;
	int64_t shape[MAX_RANK];

	for (int i = 0; i < x->tensor.rank; i++)
		shape[i] = i == 1 ? 1 : x->tensor.shape[i];
	is_class = EXPAND(e, "is_class", &op_equal, 13,
		expansion_reshape(e, "row", target, shape, x->tensor.rank),
		expansion_places(e, "classes", x->tensor.shape[1], x->tensor.rank - 1));
	weight = weigh(e, target, is_class);
	loss = EXPAND(e, "unweighted", &op_neg, 13, pick(e, "picked", is_class, x));
	if (weight)
		loss = EXPAND(e, "weighted", &op_mul, 14, loss, weight);
	if (!strcmp(reduction, "none"))
		expansion_reshape(
			e, name, loss, target->tensor.shape, target->tensor.rank);
	else if (!strcmp(reduction, "sum"))
		sum(e, name, loss, &op_reduce_sum);
	else if (weight)
		EXPAND(e, name, &op_div, 14, sum(e, "sum", loss, &op_reduce_sum),
			sum(e, "weight", weight, &op_reduce_sum));
	else
		sum(e, name, loss, &op_reduce_mean);
	expansion_detail(e, arena_format(e->arena, "reduction %s", reduction));
	return true;
}

static bool
expand_likelihood(struct expansion *e)
{
	return check(e) && expand_loss(e, expansion_input(e, INPUT_X));
}

static bool
expand_entropy(struct expansion *e)
{
	struct part *p = expansion_part(e, &op_log_softmax, 13);

	if (!check(e))
		return false;
	part_read(p, 0, expansion_input(e, INPUT_X));
	part_int(p, "axis", 1, NULL);
	return expand_loss(e, expansion_add(e, p, "log_prob"));
}

const struct op op_negative_log_likelihood_loss = {
	.name = "NegativeLogLikelihoodLoss",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = likelihood_versions,
	.input = likelihood_inputs,
	.output = likelihood_outputs,
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "minus the elements of the targets' classes, weighted",
	.expand = expand_likelihood,
};

const struct op op_softmax_cross_entropy_loss = {
	.name = "SoftmaxCrossEntropyLoss",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = entropy_versions,
	.input = entropy_inputs,
	.output = entropy_outputs,
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "NegativeLogLikelihoodLoss of LogSoftmax",
	.expand = expand_entropy,
};
