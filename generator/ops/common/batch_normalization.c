/* BatchNormalization (inference): (x - mean) / sqrt(var + epsilon) * scale + B for each
   channel.

   The document leaves the order of operations open. If all four operands are constants,
   the result is x * a + b: a = scale / sqrt(var + epsilon) and b = B - mean * a are
   computed in double and rounded once, to the type of sums. Otherwise it is computed from
   the left, as written above, with the last product and sum as a multiply-add. Training
   is refused. */
#include "ops/common/batch_normalization.h"

#include <math.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/elementwise.h"
#include "ops/common/parts.h"

/* clang-format off */
static const int versions[] = {1, 6, 7, 9, 14, 15, 0};

static const struct dtype_rule dtypes[] = {FLOATS, {DTYPE_BFLOAT16, 14}, {DTYPE_NONE, 0}};

static const struct attribute_rule attributes[] = {
	{"consumed_inputs", ATTRIBUTE_INTS, 1, 1, true, INT64_MIN, INT64_MAX, NULL, NULL,
	 "a hint to old tools, without effect"},
	FLOAT_ATTRIBUTE("epsilon", 1, LATEST, "1e-05", "is added to the variance"),
	{"is_test", ATTRIBUTE_INT, 1, 6, false, 0, 1, "0", NULL, "1: inference, which is all that opgen does"},
	FLOAT_ATTRIBUTE("momentum", 1, LATEST, "0.9", "of training, without effect"),
	{"spatial", ATTRIBUTE_INT, 1, 8, false, 0, 1, "1", NULL,
	 "0: the four have elements for each place of each channel"},
	{"training_mode", ATTRIBUTE_INT, 14, LATEST, false, 0, 1, "0", NULL, "1 is refused: it is training"},
	{.name = NULL},
};

enum { INPUT_X, INPUT_SCALE, INPUT_B, INPUT_MEAN, INPUT_VAR, NINPUT };

#define FLOATS_SINCE(since) \
	{{DTYPE_FLOAT32, since}, {DTYPE_FLOAT64, since}, {DTYPE_FLOAT16, since}, {DTYPE_BFLOAT16, since}, \
	 {DTYPE_NONE, 0}}
static const struct dtype_rule t1[] = FLOATS_SINCE(15), t2[] = FLOATS_SINCE(14);

static const struct input_rule inputs[] = {
	{"X", .summary = "[N, C, D1, ...]"},
	{"scale", .dtype = t1, .summary = "[C]"},
	{"B", .dtype = t1, .summary = "[C]"},
	{"input_mean", .dtype = t2, .summary = "[C]", .former = "mean", .renamed = 14},
	{"input_var", .dtype = t2, .summary = "[C]", .former = "var", .renamed = 14},
	{.name = NULL},
};
/* clang-format on */

static bool
refuse_training(const struct operation *operation, struct source *source)
{
	bool old = operation->version < 7;
	const char *name = old ? "is_test" : "training_mode";
	const struct attribute *said = operation_attribute(operation, name);

	if (operation->version >= 7 && operation->version < 14)
		return true;
	if (operation_int(operation, name, 0) == old)
		return true;
	source_error(source, said ? said->where : operation->node->where,
		old ? "is_test: opgen does inference alone, expected 1, got 0"
		    : "training_mode: opgen does inference alone, expected 0, got 1");
	return false;
}

/* Whether an input's type can be combined with the operation's. */
static bool
check_type(const struct elementwise *e, int input)
{
	const struct operation *operation = e->operation;
	enum dtype dtype = operation_input_dtype(operation, input);

	if (dtype_accumulator(dtype) == dtype_accumulator(operation->dtype))
		return true;
	source_error(e->source, operation->input_where[input],
		"%s: expected the operation's dtype, %s, or one that is computed in the "
		"same type, got %s",
		operation->input_name[input], dtype_info[operation->dtype].name,
		dtype_info[dtype].name);
	return false;
}

/* The four inputs have one element for each channel; or, if `spatial` is 0, one for each
   position. */
static bool
check_shape(struct elementwise *e, int input, int axis)
{
	const struct operation *operation = e->operation;
	const struct tensor *x = operation->input[INPUT_X], *t = operation->input[input];
	bool places = !operation_int(operation, "spatial", 1);
	int rank = places ? x->rank - 1 : 1;
	const int64_t one = 1, *wanted = x->rank > 1 ? &x->shape[axis] : &one;
	bool fits = t->rank == rank;

	for (int i = 0; i < rank && fits; i++)
		fits = t->shape[i] == wanted[i];
	if (fits)
		return true;
	source_error(e->source, operation->input_where[input],
		"%s: expected %s for %s %s, got %s", operation->input_name[input],
		extents_text(wanted, (size_t)rank, e->arena),
		operation->input_name[INPUT_X],
		extents_text(x->shape, (size_t)x->rank, e->arena),
		extents_text(t->shape, (size_t)t->rank, e->arena));
	return false;
}

/* Element i of a constant input. */
static double
number_of(const struct operation *operation, int input, int64_t i)
{
	const struct operand operand = {.dtype = operation_input_dtype(operation, input),
		.constant = operation->input[input]->constant};

	return operand_number(&operand, i);
}

/* x * a + b. */
static void
plan_known(struct elementwise *e, double epsilon)
{
	const struct operation *operation = e->operation;
	const struct tensor *scale = operation->input[INPUT_SCALE];
	int64_t n = scale->nelement;
	double *a = arena_array(e->arena, double, n),
	       *b = arena_array(e->arena, double, n);
	struct chain_value x[3] = {chain_operand(0)};

	for (int64_t i = 0; i < n; i++) {
		a[i] = number_of(operation, INPUT_SCALE, i) /
		       sqrt(number_of(operation, INPUT_VAR, i) + epsilon);
		b[i] = number_of(operation, INPUT_B, i) -
		       number_of(operation, INPUT_MEAN, i) * a[i];
	}
	x[1] = elementwise_numbers(e, "a", operation->dtype, a, n);
	x[2] = elementwise_numbers(e, "b", operation->dtype, b, n);
	for (int i = 1; i < 3; i++) {
		e->plan->operand[i].rank = scale->rank;
		for (int k = 0; k < scale->rank; k++)
			e->plan->operand[i].shape[k] = scale->shape[k];
	}
	elementwise_step(e, &pointwise_multiply_add, x, NULL, operation->dtype);
	plan_add_detail(e->plan,
		"x * a + b: a = scale / sqrt(var + epsilon), b = B - mean * a", e->arena);
}

bool
plan_normalization(const struct operation *operation, int axis, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct chain_value x[NINPUT] = {chain_operand(0)};
	double number[STEP_NUMBERS];
	bool good = true, known = true;
	struct elementwise e;

	elementwise_begin(&e, operation, plan, source, arena);
	number[0] = operation_float(operation, "epsilon", (double)1e-5f);
	plan_add_detail(plan, arena_format(arena, "epsilon %.9g", number[0]), arena);
	if (plan->src->rank < 1) {
		source_error(source, operation->input_where[INPUT_X],
			"%s: expected [N, C, D1, ...], got a number",
			operation->input_name[INPUT_X]);
		return false;
	}
	for (int i = INPUT_SCALE; i < NINPUT; i++) {
		good = check_type(&e, i) && check_shape(&e, i, axis) && good;
		known = known && operation->input[i]->constant;
	}
	if (!good)
		return false;
	if (known)
		plan_known(&e, number[0]);
	for (int i = INPUT_SCALE; i < NINPUT && !known; i++)
		x[i] = elementwise_input(&e, i);
	if (!known)
		elementwise_step(&e, &pointwise_normalize, x, number, operation->dtype);
	for (size_t i = 1; i < plan->noperand; i++)
		e.first[i] = plan->src->rank > 1 ? axis : 0;
	return elementwise_same(&e) && elementwise_end(&e);
}

static bool
plan_batch_normalization(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	bool infers = refuse_training(operation, source);

	return plan_normalization(operation, 1, plan, source, arena) && infers;
}

const struct op op_batch_normalization = {
	.name = "BatchNormalization",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("Y"),
	/* Before them an attribute says it, and after them. */
	.trains_since = 7,
	.trains_until = 13,
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "(x - mean) / sqrt(var + epsilon) * scale + B by channel; inference",
	.step = &pointwise_multiply_add,
	.plan = plan_batch_normalization,
};
