/* QGemm: a product of matrices of 8-bit integers with scales and zero points, and a bias.
   The sum, exact modulo 2^32, becomes a byte as QLinearConv's does; without a zero point
   of the output it is a float32, the sum times the scales. */
#include "ops/microsoft/microsoft.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/elementwise.h"
#include "ops/common/parts.h"
#include "ops/common/quantized.h"
#include "ops/common/requantize.h"

enum {
	INPUT_A,
	INPUT_A_SCALE,
	INPUT_A_ZERO,
	INPUT_B,
	INPUT_B_SCALE,
	INPUT_B_ZERO,
	INPUT_C,
	INPUT_Y_SCALE,
	INPUT_Y_ZERO
};

/* clang-format off */
static const struct input_rule inputs[] = {
	[INPUT_A] = {"A", .summary = "[M, K]"},
	[INPUT_A_SCALE] = {"a_scale", .own_dtype = OWN_FLOAT32, .summary = "one element"},
	[INPUT_A_ZERO] = {"a_zero_point", .summary = "one element"},
	[INPUT_B] = {"B", .dtype = quantized_bytes, .summary = "[K, N]"},
	[INPUT_B_SCALE] = {"b_scale", .own_dtype = OWN_FLOAT32, .summary = "one element, or [N]"},
	[INPUT_B_ZERO] = {"b_zero_point", .dtype = quantized_bytes, .summary = "as b_scale; B's type"},
	[INPUT_C] = {"C", .optional = true, .dtype = (const struct dtype_rule[]){{DTYPE_INT32, 1}, {DTYPE_NONE, 0}},
		.assumed = DTYPE_INT32, .summary = "what can be repeated to [M, N]; its scale is alpha * a_scale * b_scale"},
	[INPUT_Y_SCALE] = {"y_scale", .optional = true, .own_dtype = OWN_FLOAT32, .summary = "one element; without it 1"},
	[INPUT_Y_ZERO] = {"y_zero_point", .optional = true, .dtype = quantized_bytes,
		.summary = "one element; its type is the output's, without it float32"},
	{.name = NULL},
};

static const struct attribute_rule attributes[] = {
	FLOAT_ATTRIBUTE("alpha", 1, LATEST, "1.0", "factor of the product's scale"),
	{"transA", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, "1: A is [K, M]"},
	{"transB", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, "1: B is [N, K]"},
	{.name = NULL},
};

static const struct output_rule outputs[] = {
	{"Y", .own_dtype = true, .summary = "[M, N], of y_zero_point's type, or float32"}, {.name = NULL},
};
/* clang-format on */

/* Whether an input has one element, or, if the extent is not 0, one for each column. */
static bool
has_one_for_each(const struct expansion *e, int input, int64_t columns)
{
	return quantized_shape_fits(
		e->operation, input, columns, "column", e->source, e->arena);
}

static bool
is_matrix(const struct expansion *e, int input)
{
	const struct operation *o = e->operation;

	if (o->input[input]->rank == 2)
		return true;
	source_error(e->source, o->input_where[input],
		"%s: expected 2 dimensions, got %d", o->input_name[input],
		o->input[input]->rank);
	return false;
}

static bool
check(const struct expansion *e)
{
	static const int scale[] = {INPUT_A_SCALE, INPUT_B_SCALE, INPUT_Y_SCALE};
	const struct operation *o = e->operation;
	int64_t columns;
	bool good = is_matrix(e, INPUT_A);

	good = is_matrix(e, INPUT_B) && good;
	if (!good)
		return false;
	columns = o->input[INPUT_B]->shape[!operation_int(o, "transB", 0)];
	for (size_t i = 0; i < sizeof scale / sizeof *scale; i++)
		good = quantized_scale_fits(o, scale[i], e->source, e->arena) && good;
	good = quantized_zero_fits(e, INPUT_B, INPUT_B_ZERO) && good;
	good = has_one_for_each(e, INPUT_A_SCALE, 0) && good;
	good = has_one_for_each(e, INPUT_A_ZERO, 0) && good;
	good = has_one_for_each(e, INPUT_B_SCALE, columns) && good;
	good = has_one_for_each(e, INPUT_B_ZERO, columns) && good;
	good = has_one_for_each(e, INPUT_Y_SCALE, 0) && good;
	return has_one_for_each(e, INPUT_Y_ZERO, 0) && good;
}

/* A known matrix of bytes the other way round. */
static const struct edge *
known_turned(struct expansion *e, const struct edge *edge)
{
	struct edge *turned = arena_copy(e->arena, edge, 1, sizeof *edge);
	int64_t rows = edge->tensor.shape[0], columns = edge->tensor.shape[1];
	const uint8_t *from = edge->tensor.constant;
	uint8_t *to = arena_array(e->arena, uint8_t, edge->tensor.nelement);

	for (int64_t i = 0; i < rows; i++)
		for (int64_t k = 0; k < columns; k++)
			to[k * rows + i] = from[i * columns + k];
	turned->tensor.shape[0] = columns;
	turned->tensor.shape[1] = rows;
	turned->tensor.constant = to;
	return turned;
}

/* A matrix, the other way round if the attribute says so. */
static const struct edge *
matrix(struct expansion *e, int input, const char *attribute)
{
	const struct edge *edge = expansion_input(e, input);

	if (!operation_int(e->operation, attribute, 0))
		return edge;
	return edge->tensor.constant ? known_turned(e, edge)
				     : EXPAND(e, "turned", &op_transpose, 13, edge);
}

/* alpha * a_scale in float32. */
static const struct edge *
scale_of_a(struct expansion *e)
{
	const float alpha = (float)operation_float(e->operation, "alpha", 1);
	const struct edge *scale =
		quantized_along(e, expansion_input(e, INPUT_A_SCALE), 0, 0);
	const struct edge *factor;
	float known;

	if (scale->tensor.constant) {
		known = alpha * (float)real_element(e->operation, INPUT_A_SCALE, 0);
		factor = expansion_fill(e, "scale", DTYPE_FLOAT32, (double)known, 1);
		return quantized_along(e, factor, 0, 0);
	}
	factor = expansion_fill(e, "alpha", DTYPE_FLOAT32, (double)alpha, 1);
	return EXPAND(e, "scale", &op_mul, 14, scale, quantized_along(e, factor, 0, 0));
}

static bool
expand(struct expansion *e)
{
	const struct edge *zero, *scale, *sums, *c = expansion_input(e, INPUT_C);

	if (!check(e))
		return false;
	zero = expansion_input(e, INPUT_Y_ZERO);
	scale = expansion_input(e, INPUT_Y_SCALE);
	sums = quantized_matmul(e, "sums",
		(struct quantized){matrix(e, INPUT_A, "transA"),
			quantized_along(e, expansion_input(e, INPUT_A_ZERO), 0, 0)},
		(struct quantized){matrix(e, INPUT_B, "transB"),
			quantized_along(e, expansion_input(e, INPUT_B_ZERO), 1, 2)});
	if (c)
		sums = EXPAND(e, "sums", &op_add, 14, sums, c);
	if (!scale)
		scale = expansion_fill(e, "one", DTYPE_FLOAT32, 1, 1);
	scale = requantize_multiplier(e, scale_of_a(e),
		quantized_along(e, expansion_input(e, INPUT_B_SCALE), 1, 2),
		quantized_along(e, scale, 0, 0));
	if (zero)
		requantize(e, "Y", sums, scale, zero);
	else
		EXPAND(e, "Y", &op_mul, 14,
			expansion_cast(e, "sums", sums, DTYPE_FLOAT32), scale);
	return true;
}

const struct op op_qgemm = {
	.name = "QGemm",
	.domain = "com.microsoft",
	.default_domain = true,
	.has_opset = true,
	.version = microsoft_versions,
	.input = inputs,
	.output = outputs,
	.attribute = attributes,
	.dtype = quantized_bytes,
	.summary = "A * B + C, of matrices of 8-bit integers with scales and zero points",
	.expand = expand,
};
