/* Operations of TensorFlow along axes, and products of matrices. */
#include "ops/tensorflow/tensorflow.h"

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/matmul.h"
#include "ops/common/parts.h"

enum {
	INPUT_DATA,
	INPUT_AXES
};

/* clang-format off */
static const struct input_rule i_logits[] = {
	{"logits", .summary = "one dimension or more, of which the last has the rows"}, {.name = NULL},
};
static const struct input_rule i_reduction[] = {
	{"input", .summary = "any shape"},
	{"reduction_indices", .constant = true, .own_dtype = OWN_INDEX, .summary = "[n] or [], the axes to reduce"},
	{.name = NULL},
};
static const struct input_rule i_arg[] = {
	{"input", .summary = "any shape"},
	{"dimension", .constant = true, .own_dtype = OWN_INDEX, .summary = "[], the axis to search"},
	{.name = NULL},
};
static const struct input_rule i_matmul[] = {{"a", .summary = "[M, K]"}, {"b", .summary = "[K, N]"}, {.name = NULL}};
static const struct input_rule i_batch_matmul[] = {
	{"x", .summary = "[..., M, K]"}, {"y", .summary = "[..., K, N]"}, {.name = NULL},
};

static const struct output_rule o_arg[] = {
	{"output", .dtype = DTYPE_INT64, .summary = "places along the axis"}, {.name = NULL},
};

static const struct attribute_rule a_reduction[] = {
	{"keep_dims", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, "1: the axes stay, with extent 1"},
	{.name = NULL},
};
static const struct attribute_rule a_arg[] = {
	{"output_type", ATTRIBUTE_INT, 1, LATEST, false, 1, 64, "9", NULL, "the type of the places: 9 int64, which opgen has alone"},
	{.name = NULL},
};
#define FLAG(name, says) {name, ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, says}
static const struct attribute_rule a_matmul[] = {
	FLAG("grad_a", "of training, without effect"), FLAG("grad_b", "of training, without effect"),
	FLAG("transpose_a", "1: a is [K, M]"), FLAG("transpose_b", "1: b is [N, K]"), {.name = NULL},
};
static const struct attribute_rule a_batch_matmul[] = {
	FLAG("adj_x", "1: x is [..., K, M]"), FLAG("adj_y", "1: y is [..., N, K]"),
	FLAG("grad_x", "of training, without effect"), FLAG("grad_y", "of training, without effect"), {.name = NULL},
};
/* clang-format on */

/* Without axes nothing is reduced. */
static bool
reduction(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);

	translate_list(p, INPUT_AXES, INPUT_AXES);
	part_int(p, "noop_with_empty_axes", 1, NULL);
	part_int(p, "keepdims", operation_int(operation, "keep_dims", 0), NULL);
	return expansion_is(e, p);
}

static bool
arg(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	const struct attribute *type = operation_attribute(operation, "output_type");

	if (type && type->i != 9) {
		source_error(e->source, type->where,
			"output_type: expected 9, int64, which opgen has alone");
		return false;
	}
	translate_input(p, INPUT_AXES, NO_INPUT);
	part_int(p, "keepdims", 0, NULL);
	return translate_int_of(p, "axis", INPUT_AXES) && expansion_is(e, p);
}

/* The rows are along the last axis. */
static bool
softmax(struct expansion *e)
{
	const struct operation *operation = e->operation;

	if (operation->input[INPUT_DATA]->rank)
		return expand_as(e);
	source_error(e->source, operation->input_where[INPUT_DATA],
		"logits: expected 1 dimension or more, got 0");
	return false;
}

static bool
check_ranks(const struct operation *operation, bool matrices, struct source *source)
{
	for (int i = 0; i < 2; i++) {
		int rank = operation->input[i]->rank;

		if (rank == 2 || (rank > 2 && !matrices))
			continue;
		source_error(source, operation->input_where[i],
			"%s: expected 2 dimensions%s, got %d", operation->input_name[i],
			matrices ? "" : " or more", rank);
		return false;
	}
	return true;
}

static bool
plan_matmul(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return check_ranks(operation, true, source) &&
	       plan_matrices(operation, operation_int(operation, "transpose_a", 0),
		       operation_int(operation, "transpose_b", 0), plan, source, arena);
}

static bool
plan_batch_matmul(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	return check_ranks(operation, false, source) &&
	       plan_matrices(operation, operation_int(operation, "adj_x", 0),
		       operation_int(operation, "adj_y", 0), plan, source, arena);
}

/* clang-format off */
TENSORFLOW(softmax, "Softmax", false, i_logits, "softmax", translated_none, translated_floats,
	"exp of each element, over the sum of those of its row", TRANSLATED(softmax, 13, softmax));
TENSORFLOW(log_softmax, "LogSoftmax", false, i_logits, "logsoftmax", translated_none, translated_floats,
	"the logarithms of Softmax", TRANSLATED(log_softmax, 13, softmax));
TENSORFLOW(reduce_sum, "Sum", false, i_reduction, "output", a_reduction, translated_precise,
	"the sums along axes", TRANSLATED(reduce_sum, 13, reduction));
TENSORFLOW(reduce_mean, "Mean", false, i_reduction, "output", a_reduction, translated_precise,
	"the means along axes; of integers truncated", TRANSLATED(reduce_mean, 18, reduction));
TENSORFLOW(reduce_max, "Max", false, i_reduction, "output", a_reduction, translated_precise,
	"the largest elements along axes", TRANSLATED(reduce_max, 18, reduction));
TENSORFLOW(reduce_min, "Min", false, i_reduction, "output", a_reduction, translated_precise,
	"the least elements along axes", TRANSLATED(reduce_min, 18, reduction));
TENSORFLOW(reduce_prod, "Prod", true, i_reduction, "output", a_reduction, translated_precise,
	"the products along axes", TRANSLATED(reduce_prod, 18, reduction));
TENSORFLOW_OF(arg_max, "ArgMax", false, i_arg, o_arg, a_arg, translated_precise,
	"the places of the largest elements along an axis, as int64", TRANSLATED(arg_max, 13, arg));
TENSORFLOW_OF(arg_min, "ArgMin", false, i_arg, o_arg, a_arg, translated_precise,
	"the places of the least elements along an axis, as int64", TRANSLATED(arg_min, 13, arg));
TENSORFLOW(matmul, "MatMul", false, i_matmul, "product", a_matmul, translated_precise,
	"the product of two matrices", .splats = true, .as = &op_matmul, .plan = plan_matmul);
TENSORFLOW(batch_matmul, "BatchMatMul", true, i_batch_matmul, "output", a_batch_matmul, translated_precise,
	"the products of matrices", .splats = true, .as = &op_matmul, .plan = plan_batch_matmul);
TENSORFLOW(batch_matmul_v2, "BatchMatMulV2", true, i_batch_matmul, "output", a_batch_matmul, translated_precise,
	"the products of matrices", .splats = true, .as = &op_matmul, .plan = plan_batch_matmul);
/* clang-format on */
