/* LayerNormalization: each row of X, the elements from an axis on, less its mean, over
   its standard deviation, times Scale, plus B. The mean and the deviation are computed in
   the type of stash_type; what is in between is not rounded to T where T is summed in
   that type and Scale and B have the shape of a row.
   RMSNormalization: each row over the root of the mean of its squares, times scale. */
#include "ops/common/expansion.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/common/reduce.h"
#include "ops/common/type_number.h"
#include "ops/op.h"
#include "ops/shape/summed.h"

enum {
	INPUT_X,
	INPUT_SCALE,
	INPUT_B
};

enum {
	OUTPUT_Y,
	OUTPUT_MEAN,
	OUTPUT_INVERSE
};

/* clang-format off */
static const int versions[] = {17, 0};

static const struct attribute_rule attributes[] = {
	{"axis",       ATTRIBUTE_INT,   1, LATEST, false, -MAX_RANK, MAX_RANK - 1, "-1", NULL,
	 "the first axis of a row; negative: from the end"},
	{"epsilon",    ATTRIBUTE_FLOAT, 1, LATEST, false, 0, 0, "1e-05", NULL, "added to the variance"},
	{"stash_type", ATTRIBUTE_INT,   1, LATEST, false, 1, 64, "1", NULL,
	 "the type of Mean and InvStdDev, in which rows are normalized: 1 float32, 16 bfloat16"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	[INPUT_X] = {"X", .summary = "any shape but []"},
	[INPUT_SCALE] = {"Scale", .summary = "X's extents from axis on, or fewer that broadcast"},
	[INPUT_B] = {"B", .optional = true, .summary = "as Scale; without it nothing is added"},
	{.name = NULL},
};

static const struct output_rule outputs[] = {
	[OUTPUT_Y] = {"Y", .summary = "X's shape"},
	[OUTPUT_MEAN] = {"Mean", .own_dtype = true, .optional = true,
		.summary = "X's shape with extents of 1 from axis on, of stash_type: the mean of each row"},
	[OUTPUT_INVERSE] = {"InvStdDev", .own_dtype = true, .optional = true,
		.summary = "as Mean: 1 over the standard deviation of each row"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 1}, {DTYPE_NONE, 0},
};
/* clang-format on */

/* An output with an element for each row. Returns its number; 0: it is not asked for. */
static size_t
add_output(const struct operation *operation, int output, int axis, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct operand *made;
	const struct dims src = tensor_dims(operation->input[0]);
	bool reduced[MAX_RANK];
	struct dims dst;
	const char *foreign;

	if (!operation->output[output])
		return 0;
	for (int i = 0; i < MAX_RANK; i++)
		reduced[i] = i >= axis;
	shape_reduce(&src, reduced, true, &dst);
	made = plan_add_output(
		plan, operation, output, dst.extent, (int)dst.rank, source, arena);
	operand_set_dtype(made,
		type_of_number(operation_int(operation, "stash_type", 1), &foreign));
	return plan->nmore;
}

/* A word of opgen's own: what is normalized is of the type of X, whose sums are of the
   type that normalizes. Scale and B have the elements of a row, or are absent. */
static bool
plan_rows(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct reduce_plan *reduce = &plan->u.reduce;
	int axis = (int)operation_int(operation, "axis", -1);
	bool reduced[MAX_RANK] = {false};

	plan_begin(plan, PLAN_REDUCE, operation, arena);
	reduce->kind = REDUCE_STANDARDIZE;
	reduce->scale = plan_add_operand(plan, operation, INPUT_SCALE);
	reduce->bias = plan_add_operand(plan, operation, INPUT_B);
	reduce->epsilon = operation_float(operation, "epsilon", (double)1e-5f);
	for (int i = axis; i < plan->src->rank; i++)
		reduced[i] = true;
	reduce_add_axes(plan, reduced, true);
	reduce->row[0].channel = 1;
	plan_set_output(plan, operation, plan->src->shape, plan->src->rank, source);
	reduce->mean = add_output(operation, OUTPUT_MEAN, axis, plan, source, arena);
	reduce->inverse =
		add_output(operation, OUTPUT_INVERSE, axis, plan, source, arena);
	if (reduce->count || !plan_nelement(plan))
		return true;
	source_error(source, operation->input_where[INPUT_X],
		"X: there is no mean of no elements");
	return false;
}

static const struct op op_rows = {
	.version = versions,
	.input = inputs,
	.output = outputs,
	.attribute = attributes,
	.dtype = dtypes,
	.plan = plan_rows,
};

/* The type in which rows are normalized: T, if its sums are of the type that is asked
   for. */
static enum dtype
read_stash(struct expansion *e)
{
	const struct operation *operation = e->operation;
	int64_t number = operation_int(operation, "stash_type", 1);
	enum dtype dtype = operation->dtype;
	const char *foreign;

	switch (type_of_number(number, &foreign)) {
	case DTYPE_FLOAT32:
		return dtype_accumulator(dtype) == DTYPE_FLOAT32 ? dtype : DTYPE_FLOAT32;
	case DTYPE_BFLOAT16:
		return DTYPE_BFLOAT16;
	default:
		source_error(e->source,
			operation_attribute(operation, "stash_type")->where,
			"stash_type: expected 1 for float32 or 16 for bfloat16, got "
			"%" PRId64,
			number);
		return DTYPE_NONE;
	}
}

/* Whether Scale or B broadcasts to X; *rows: whether it has the elements of a row. */
static bool
check_factor(struct expansion *e, int input, int axis, bool *rows)
{
	const struct operation *operation = e->operation;
	const struct tensor *x = operation->input[INPUT_X],
			    *tensor = operation->input[input];
	bool fits = !tensor || tensor->rank <= x->rank;

	for (int i = 0; tensor && fits && i < x->rank; i++) {
		int own = i - x->rank + tensor->rank;
		int64_t extent = own < 0 ? 1 : tensor->shape[own];

		fits = extent == 1 || extent == x->shape[i];
		*rows &= i < axis ? extent == 1 : extent == x->shape[i];
	}
	if (!fits)
		source_error(e->source, operation->input_where[input],
			"%s: expected %s, the extents of X from axis on, or what "
			"broadcasts to X, got %s",
			operation->op->input[input].name,
			extents_text(x->shape + axis, (size_t)(x->rank - axis), e->arena),
			extents_text(tensor->shape, (size_t)tensor->rank, e->arena));
	return fits;
}

/* The rows, scaled if they are rows of the operation's type and the factors are theirs;
   Mean and InvStdDev. */
static const struct edge *
normalize(struct expansion *e, int axis, enum dtype dtype, bool scaled)
{
	const struct operation *operation = e->operation;
	struct part *p = expansion_part(e, &op_rows, 17);
	const struct edge *x = expansion_input(e, INPUT_X), *y;
	size_t n = 1;

	part_read(p, INPUT_X, expansion_cast(e, "stash", x, dtype));
	for (int i = INPUT_SCALE; scaled && i <= INPUT_B; i++)
		part_read(p, i, expansion_input(e, i));
	part_int(p, "axis", axis, NULL);
	part_int(p, "stash_type", operation_int(operation, "stash_type", 1), NULL);
	part_float(p, "epsilon", operation_float(operation, "epsilon", (double)1e-5f));
	for (int i = OUTPUT_MEAN; i <= OUTPUT_INVERSE; i++)
		if (operation->output[i])
			part_ask(p, i);
	y = expansion_add(e, p, scaled ? "Y" : "rows");
	for (int i = OUTPUT_MEAN; i <= OUTPUT_INVERSE; i++)
		if (operation->output[i])
			expansion_result(e, n++, outputs[i].name);
	return y;
}

static bool
expand(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct edge *bias = expansion_input(e, INPUT_B), *y;
	int axis, rank = operation->input[INPUT_X]->rank;
	enum dtype dtype = read_stash(e);
	bool scaled = dtype == operation->dtype;

	if (!dtype || !reduce_axis(operation, -1, rank, 0, &axis, e->source) ||
		!check_factor(e, INPUT_SCALE, axis, &scaled) ||
		!check_factor(e, INPUT_B, axis, &scaled))
		return false;
	expansion_detail(
		e, arena_format(e->arena, "axis %d, epsilon %.9g", axis,
			   operation_float(operation, "epsilon", (double)1e-5f)));
	y = normalize(e, axis, dtype, scaled);
	if (scaled)
		return true;
	y = expansion_cast(e, "cast", y, operation->dtype);
	y = EXPAND(e, bias ? "scaled" : "Y", &op_mul, 14, y,
		expansion_input(e, INPUT_SCALE));
	if (bias)
		EXPAND(e, "Y", &op_add, 14, y, bias);
	return true;
}

const struct op op_layer_normalization = {
	.name = "LayerNormalization",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = outputs,
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "each row from an axis on less its mean, over its standard deviation, "
		   "times Scale, plus B",
	.expand = expand,
};

/* clang-format off */
static const int rms_versions[] = {23, 0};

static const struct attribute_rule rms_attributes[] = {
	{"axis",       ATTRIBUTE_INT,   23, LATEST, false, -MAX_RANK, MAX_RANK - 1, "-1", NULL,
	 "the first axis of a row; negative: from the end"},
	{"epsilon",    ATTRIBUTE_FLOAT, 23, LATEST, false, 0, 0, "1e-05", NULL, "added to the mean of the squares"},
	{"stash_type", ATTRIBUTE_INT,   23, LATEST, false, 1, 64, "1", NULL,
	 "the type that normalizes: 1 float32, 10 float16, 11 float64, 16 bfloat16"},
	{.name = NULL},
};

/* T is the type of scale and Y, which that of X may differ from. */
static const struct input_rule rms_inputs[] = {
	[INPUT_X] = {"X", .dtype = dtypes, .summary = "any shape but []"},
	[INPUT_SCALE] = {"scale", .summary = "X's extents from axis on, or fewer that broadcast"},
	{.name = NULL},
};
/* clang-format on */

/* The root of the mean of each row's squares, as the function in ONNX's document computes
   it. */
static const struct edge *
root_mean_square(struct expansion *e, const struct edge *x, int axis, double epsilon)
{
	struct part *p = expansion_part(e, &op_reduce_mean, 13);
	int64_t axes[MAX_RANK];
	const struct edge *y;

	for (int i = axis; i < x->tensor.rank; i++)
		axes[i - axis] = i;
	part_read(p, 0, EXPAND(e, "squares", &op_mul, 14, x, x));
	part_ints(p, "axes", axes, (size_t)(x->tensor.rank - axis), NULL);
	y = expansion_add(e, p, "mean");
	y = EXPAND(e, "shifted", &op_add, 14, y,
		expansion_fill(e, "epsilon", x->tensor.dtype, epsilon, 1));
	return EXPAND(e, "root", &op_sqrt, 13, y);
}

static bool
expand_rms(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct edge *x = expansion_input(e, INPUT_X), *y;
	double epsilon = operation_float(operation, "epsilon", (double)1e-5f);
	enum dtype stash = operation_stash_type(operation, e->source);
	bool rows = true;
	int axis;

	if (!stash || !reduce_axis(operation, -1, x->tensor.rank, 0, &axis, e->source) ||
		!check_factor(e, INPUT_SCALE, axis, &rows))
		return false;
	expansion_detail(
		e, arena_format(e->arena, "axis %d, epsilon %.9g", axis, epsilon));
	y = expansion_cast(e, "stash", x, stash);
	/* There is no mean of no elements, and nothing to divide by it. */
	if (x->tensor.nelement)
		y = EXPAND(e, "normalized", &op_div, 14, y,
			root_mean_square(e, y, axis, epsilon));
	y = expansion_cast(e, "cast", y, x->tensor.dtype);
	y = expansion_cast(e, "cast", y, operation->dtype);
	EXPAND(e, "Y", &op_mul, 14, y, expansion_input(e, INPUT_SCALE));
	return true;
}

const struct op op_rms_normalization = {
	.name = "RMSNormalization",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = rms_versions,
	.input = rms_inputs,
	.output = OUTPUT("Y"),
	.attribute = rms_attributes,
	.dtype = dtypes,
	.summary = "each row from an axis on over the root of the mean of its squares, "
		   "times scale",
	.expand = expand_rms,
};
