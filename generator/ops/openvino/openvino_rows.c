/* Operations of OpenVINO along axes, products of matrices, and the convolution that is
   ONNX's ConvTranspose. */
#include "ops/openvino/openvino.h"

#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/matmul.h"
#include "ops/openvino/openvino_window.h"

enum {
	INPUT_DATA,
	INPUT_AXES
};

/* clang-format off */
static const int v_1_8[] = {1, 8, 0};
static const int v_4[] = {4, 0};
static const int v_5[] = {5, 0};

static const struct input_rule i_reduction[] = {
	{"data", .summary = "any shape"},
	{"axes", .constant = true, .own_dtype = OWN_INTEGER, .summary = "[n] or [], the axes to reduce"},
	{.name = NULL},
};
static const struct input_rule i_matmul[] = {
	{"A", .summary = "[..., M, K]; [K]: one row"}, {"B", .summary = "[..., K, N]; [K]: one column"}, {.name = NULL},
};
static const struct input_rule i_filters[] = {
	{"data", .summary = "[N, C, D1, ...]"}, {"filters", .summary = "[C, M, k1, ...]"}, {.name = NULL},
};

static const struct attribute_rule a_softmax[] = {
	{"axis", ATTRIBUTE_INT, 1, 7, false, 0, MAX_RANK - 1, "1", NULL, "the axis of rows"},
	{"axis", ATTRIBUTE_INT, 8, LATEST, false, -MAX_RANK, MAX_RANK - 1, "1", NULL,
	 "the axis of rows; a negative one counts from the end"},
	{.name = NULL},
};
static const struct attribute_rule a_log_softmax[] = {
	{"axis", ATTRIBUTE_INT, 1, LATEST, true, -MAX_RANK, MAX_RANK - 1, NULL, NULL,
	 "the axis of rows; a negative one counts from the end"},
	{.name = NULL},
};
static const struct attribute_rule a_reduction[] = {
	{"keep_dims", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, "1: the axes stay, with extent 1"}, {.name = NULL},
};
#define FLAG(name, says) {name, ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, says}
static const struct attribute_rule a_matmul[] = {
	FLAG("transpose_a", "1: A is [..., K, M]"), FLAG("transpose_b", "1: B is [..., N, K]"), {.name = NULL},
};
static const struct attribute_rule a_backprop[] = {
	OPENVINO_AUTO_PAD,
	{"dilations", ATTRIBUTE_INTS, 1, LATEST, true, 1, LENGTH_LIMIT, NULL, NULL,
	 "distance of the filters' taps, one for each spatial axis"},
	{"output_padding", ATTRIBUTE_INTS, 1, LATEST, false, 0, LENGTH_LIMIT, "0 each", NULL,
	 "outputs more at the end, one for each spatial axis"},
	OPENVINO_PADS_BEGIN,
	OPENVINO_PADS_END,
	{"strides", ATTRIBUTE_INTS, 1, LATEST, true, 1, LENGTH_LIMIT, NULL, NULL,
	 "distance of the windows in the output, one for each spatial axis"},
	{.name = NULL},
};
/* clang-format on */

static bool
softmax(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	const struct attribute *axis = operation_attribute(operation, "axis");

	part_int(p, "axis", axis ? axis->i : 1, axis ? axis->where : NULL);
	return expansion_is(e, p);
}

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
plan_matmul(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	return plan_matrices(operation, operation_int(operation, "transpose_a", 0),
		operation_int(operation, "transpose_b", 0), plan, source, arena);
}

/* In the order of OpenVINO's words. */
static const char *
auto_pad_of(const struct operation *operation)
{
	static const char *const rule[] = {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"};
	const char *word = operation_string(operation, "auto_pad", "explicit");
	int i = 0;

	while (strcmp(openvino_auto_pad_choice[i], word) != 0)
		i++;
	return rule[i];
}

/* ONNX has all begins and all ends in one list, and none beside auto_pad. */
static bool
backprop(struct expansion *e)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_as(e);
	const struct attribute *begin = operation_attribute(operation, "pads_begin");
	const struct attribute *end = operation_attribute(operation, "pads_end");
	size_t n = begin->nint;
	int64_t *pads = arena_array(e->arena, int64_t, n + end->nint);

	if (end->nint != n) {
		source_error(e->source, end->where,
			"pads_end: expected as many values as pads_begin has, %zu, got "
			"%zu",
			n, end->nint);
		return false;
	}
	for (size_t i = 0; i < n; i++) {
		pads[i] = begin->ints[i];
		pads[n + i] = end->ints[i];
	}
	part_string(p, "auto_pad", auto_pad_of(operation));
	if (!strcmp(auto_pad_of(operation), "NOTSET"))
		part_ints(p, "pads", pads, 2 * n, begin->where);
	return expansion_is(e, p);
}

#define REDUCTION(symbol, spelt, versions, with_version, says) \
	OPENVINO(symbol, spelt, false, versions, i_reduction, a_reduction, \
		translated_precise, says, TRANSLATED(symbol, with_version, reduction))

/* clang-format off */
OPENVINO(softmax, "SoftMax", true, v_1_8, openvino_data, a_softmax, translated_floats,
	"exp of each element, over the sum of those of its row", TRANSLATED(softmax, 13, softmax));
OPENVINO(log_softmax, "LogSoftmax", false, v_5, openvino_data, a_log_softmax, translated_floats,
	"the logarithms of SoftMax", SAME_AS(log_softmax, 13));
REDUCTION(reduce_sum, "ReduceSum", openvino_1, 13, "the sums along axes");
REDUCTION(reduce_mean, "ReduceMean", openvino_1, 18, "the means along axes; of integers truncated");
REDUCTION(reduce_max, "ReduceMax", openvino_1, 18, "the largest elements along axes");
REDUCTION(reduce_min, "ReduceMin", openvino_1, 18, "the least elements along axes");
REDUCTION(reduce_prod, "ReduceProd", openvino_1, 18, "the products along axes");
REDUCTION(reduce_l1, "ReduceL1", v_4, 18, "the sums of absolute values along axes");
REDUCTION(reduce_l2, "ReduceL2", v_4, 18, "the roots of the sums of squares along axes; of integers truncated");
OPENVINO(matmul, "MatMul", false, openvino_1, i_matmul, a_matmul, translated_precise, "the products of matrices",
	.splats = true, .as = &op_matmul, .plan = plan_matmul);
OPENVINO(convolution_backprop_data, "ConvolutionBackpropData", true, openvino_1, i_filters, a_backprop,
	openvino_window_dtypes, "the transposed convolution of data with the filters",
	TRANSLATED(conv_transpose, 11, backprop));
/* clang-format on */
