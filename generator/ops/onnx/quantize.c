/* QuantizeLinear and DequantizeLinear: numbers to integers of few bits, and back, by a
   scale and a zero point: of the whole tensor, of each position along an axis, or of
   blocks along it.

   Where the documents leave it open: both compute in float32, whatever half types are
   involved. QuantizeLinear divides, rounds to the nearest whole number, ties to even,
   adds the zero point and takes the nearest number of the type, 0 for a NaN; `precision`
   first rounds the quotient to that type. DequantizeLinear subtracts the zero point, then
   multiplies, and rounds once more if it stores a half type. */
#include "ops/common/elementwise.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"
#include "ops/common/type_number.h"

/* clang-format off */
static const int versions[] = {10, 13, 19, 21, 23, 24, 25, 0};

static const struct dtype_rule quantized[] = {
	{DTYPE_INT8, 10}, {DTYPE_UINT8, 10}, {DTYPE_INT16, 21}, {DTYPE_UINT16, 21},
	{DTYPE_NONE, 0},
};

static const struct dtype_rule scales[] = {
	{DTYPE_FLOAT32, 10}, {DTYPE_FLOAT16, 19}, {DTYPE_BFLOAT16, 19}, {DTYPE_NONE, 0},
};

/* Versions 19 and 21 require x's type; later ones any type that x may have. */
static const struct dtype_rule quantize_scales[] = {
	{DTYPE_FLOAT32, 10}, {DTYPE_FLOAT16, 19}, {DTYPE_BFLOAT16, 19}, {DTYPE_INT32, 19},
	{DTYPE_NONE, 0},
};

static const struct dtype_rule quantize_dtypes[] = {
	{DTYPE_FLOAT32, 10}, {DTYPE_INT32, 10}, {DTYPE_FLOAT16, 19}, {DTYPE_BFLOAT16, 19},
	{DTYPE_NONE, 0},
};

static const struct dtype_rule dequantize_dtypes[] = {
	{DTYPE_INT8, 10}, {DTYPE_UINT8, 10}, {DTYPE_INT32, 10}, {DTYPE_INT16, 21},
	{DTYPE_UINT16, 21}, {DTYPE_NONE, 0},
};

#define AXIS \
	{"axis", ATTRIBUTE_INT, 13, LATEST, false, -MAX_RANK, MAX_RANK - 1, "1", NULL, \
	 "the axis that has a scale for each place, or for each block"}
#define BLOCK_SIZE \
	{"block_size", ATTRIBUTE_INT, 21, LATEST, false, 0, LENGTH_LIMIT, "0", NULL, \
	 "places along the axis that share a scale; 0: there are no blocks"}

static const struct attribute_rule quantize_attributes[] = {
	AXIS,
	{"saturate", ATTRIBUTE_INT, 19, LATEST, false, 0, 1, "1", NULL, "of float8, which opgen has not"},
	BLOCK_SIZE,
	{"output_dtype", ATTRIBUTE_INT, 21, LATEST, false, 0, 64, "y_zero_point's", NULL,
	 "the output's type: 2 uint8, 3 int8, 4 uint16, 5 int16"},
	{"precision", ATTRIBUTE_INT, 23, LATEST, false, 0, 64, "1", NULL,
	 "what the quotient is rounded to: 1 float32, 10 float16, 16 bfloat16"},
	{.name = NULL},
};

static const struct attribute_rule dequantize_attributes[] = {
	AXIS,
	BLOCK_SIZE,
	{"output_dtype", ATTRIBUTE_INT, 23, LATEST, false, 0, 64, "x_scale's", NULL,
	 "the output's type: 1 float32, 10 float16, 16 bfloat16"},
	{.name = NULL},
};

enum { INPUT_X, INPUT_SCALE, INPUT_ZERO };

static const struct input_rule quantize_inputs[] = {
	{"x", .summary = "any shape"},
	{"y_scale", .dtype = quantize_scales,
		.summary = "one element, or [K] for K places along the axis; blocks: as x, but for the axis"},
	{"y_zero_point", .optional = true, .dtype = quantized, .assumed = DTYPE_UINT8,
		.summary = "as y_scale; its type is the output's, without it uint8"},
	{.name = NULL},
};

static const struct input_rule dequantize_inputs[] = {
	{"x", .summary = "any shape"},
	{"x_scale", .dtype = scales, .assumed = DTYPE_FLOAT32,
		.summary = "one element, or [K] for K places along the axis; blocks: as x, but for the axis"},
	{"x_zero_point", .optional = true, .summary = "as x_scale; without it 0"},
	{.name = NULL},
};

static const struct output_rule quantize_outputs[] = {
	{"y", .own_dtype = true, .summary = "x's shape, of y_zero_point's type or the one of output_dtype"},
	{.name = NULL},
};

static const struct output_rule dequantize_outputs[] = {
	{"y", .own_dtype = true, .summary = "x's shape, of x_scale's type or the one of output_dtype"},
	{.name = NULL},
};
/* clang-format on */

/* Reads the type that an attribute numbers; DTYPE_NONE: not given. False: not in the
   table. */
static bool
read_type(const struct elementwise *e, const char *name, const struct dtype_rule *rule,
	enum dtype *dtype)
{
	const struct operation *operation = e->operation;
	int64_t number = operation_int(operation, name, 0);
	const char *foreign = NULL;

	*dtype = DTYPE_NONE;
	if (!number)
		return true;
	*dtype = type_of_number(number, &foreign);
	if (dtype_rule_has(rule, *dtype, operation->version))
		return true;
	source_error(e->source, operation_attribute(operation, name)->where,
		"%s: expected the number of %s, got %" PRId64 "%s%s", name,
		dtype_rule_words(rule, operation->version, e->arena), number,
		foreign || *dtype ? ", " : "",
		foreign  ? foreign
		: *dtype ? dtype_info[*dtype].name
			 : "");
	return false;
}

static bool
refuse_shape(const struct elementwise *e, int input, const char *wanted)
{
	const struct tensor *t = e->operation->input[input];

	source_error(e->source, e->operation->input_where[input],
		"%s: expected %s, got %s", e->operation->input_name[input], wanted,
		extents_text(t->shape, (size_t)t->rank, e->arena));
	return false;
}

/* Checks blocks: the scale has x's extents, except for one per block along the axis. */
static bool
check_blocks(struct elementwise *e, int axis, int64_t size)
{
	const struct operation *operation = e->operation;
	const struct tensor *x = operation->input[INPUT_X];
	const struct tensor *scale = operation->input[INPUT_SCALE];
	int64_t wanted[MAX_RANK] = {0};
	bool fits = scale->rank == x->rank;

	memcpy(wanted, x->shape, sizeof wanted);
	wanted[axis] = x->shape[axis] / size + (x->shape[axis] % size > 0);
	for (int i = 0; i < x->rank && fits; i++)
		fits = scale->shape[i] == wanted[i];
	if (!fits)
		return refuse_shape(e, INPUT_SCALE,
			arena_format(e->arena, "%s, blocks of %" PRId64 " along axis %d",
				extents_text(wanted, (size_t)x->rank, e->arena), size,
				axis));
	e->block_axis = axis;
	e->block = size;
	plan_add_detail(e->plan,
		arena_format(e->arena, "blocks of %" PRId64 " along axis %d", size, axis),
		e->arena);
	return true;
}

/* Finds which elements share a scale: sets e->first of operands with the scale's
   shape. */
static bool
check_scale(struct elementwise *e, int *first)
{
	const struct operation *operation = e->operation;
	const struct tensor *x = operation->input[INPUT_X];
	const struct tensor *scale = operation->input[INPUT_SCALE];
	int64_t size = operation_int(operation, "block_size", 0);
	int64_t given = operation_int(operation, "axis", 1);
	int64_t axis = given < 0 ? given + x->rank : given;

	*first = 0;
	if (!size && scale->nelement == 1 && scale->rank < 2)
		return true;
	if (operation->version < 13)
		return refuse_shape(e, INPUT_SCALE, "one element; version 13 has axes");
	if (axis < 0 || axis >= x->rank) {
		const struct attribute *said = operation_attribute(operation, "axis");

		source_error(e->source,
			said ? said->where : operation->input_where[INPUT_SCALE],
			"axis: expected an axis of x, which has %d, got %" PRId64,
			x->rank, given);
		return false;
	}
	if (size)
		return check_blocks(e, (int)axis, size);
	if (scale->rank != 1 || scale->nelement != x->shape[axis])
		return refuse_shape(e, INPUT_SCALE,
			arena_format(e->arena,
				"one element, or [%" PRId64 "] for axis %d",
				x->shape[axis], (int)axis));
	*first = (int)axis;
	plan_add_detail(e->plan, arena_format(e->arena, "axis %d", (int)axis), e->arena);
	return true;
}

static bool
check_zero(struct elementwise *e)
{
	const struct tensor *scale = e->operation->input[INPUT_SCALE];
	const struct tensor *zero = e->operation->input[INPUT_ZERO];
	bool same;

	if (!zero)
		return true;
	same = scale->rank == zero->rank &&
	       !memcmp(scale->shape, zero->shape,
		       (size_t)scale->rank * sizeof *scale->shape);
	if (same || (scale->nelement == 1 && zero->nelement == 1 && !e->block))
		return true;
	return refuse_shape(e, INPUT_ZERO,
		arena_format(e->arena, "the scale's shape, %s",
			extents_text(scale->shape, (size_t)scale->rank, e->arena)));
}

/* The index of the scale or zero point for element i of a tensor that repeats it for each
   position of a block. */
static int64_t
number_of_place(const struct elementwise *e, const struct tensor *t, int64_t i)
{
	const struct tensor *x = e->operation->input[INPUT_X];
	int64_t inner = 1, extent = x->shape[e->block_axis];

	for (int k = e->block_axis + 1; k < t->rank; k++)
		inner *= t->shape[k];
	return (i / inner / extent * t->shape[e->block_axis] +
		       i / inner % extent / e->block) *
		       inner +
	       i % inner;
}

/* Whether the last of several blocks is shorter than the others. */
static bool
has_short_blocks(const struct elementwise *e)
{
	const struct tensor *x = e->operation->input[INPUT_X];
	int64_t extent = e->block ? x->shape[e->block_axis] : 0;

	return e->block && extent > e->block && extent % e->block;
}

/* Adds a constant as float32 numbers. If the last block is shorter, each position along
   the axis gets a number of its own. */
static struct chain_value
add_numbers(struct elementwise *e, int input)
{
	const struct operation *operation = e->operation;
	const struct tensor *t = operation->input[input], *x = operation->input[INPUT_X];
	const struct operand from = {.dtype = operation_input_dtype(operation, input),
		.constant = t->constant};
	bool spread = has_short_blocks(e);
	int64_t n = spread ? x->nelement : t->nelement;
	double *number = arena_array(e->arena, double, n);
	struct chain_value value;
	struct operand *o;

	for (int64_t i = 0; i < n; i++)
		number[i] = operand_number(&from, spread ? number_of_place(e, t, i) : i);
	value = elementwise_numbers(
		e, operation->input_name[input], DTYPE_FLOAT32, number, n);
	o = &e->plan->operand[value.number];
	o->rank = t->rank;
	memcpy(o->shape, spread ? x->shape : t->shape, sizeof o->shape);
	return value;
}

/* A scale or a zero point as a float. */
static struct chain_value
add_float(struct elementwise *e, int input, int first)
{
	const struct operation *operation = e->operation;
	enum dtype dtype = operation_input_dtype(operation, input);
	bool whole = dtype_accumulator(dtype) != DTYPE_FLOAT32;
	struct chain_value value;

	if (operation->input[input]->constant && (whole || has_short_blocks(e)))
		value = add_numbers(e, input);
	else
		value = elementwise_input(e, input);
	e->first[value.number] = first;
	if (e->plan->operand[value.number].dtype != dtype || !whole)
		return value;
	return chain_cast(
		&e->chain, &pointwise_cast, value, dtype, DTYPE_FLOAT32, e->arena);
}

/* Whether there is a zero point that may not be 0. */
static bool
has_zero_point(const struct operation *operation)
{
	const struct tensor *zero = operation->input[INPUT_ZERO];
	struct operand from;

	if (!zero || !zero->constant)
		return zero;
	from = (struct operand){.dtype = operation_input_dtype(operation, INPUT_ZERO),
		.constant = zero->constant};
	for (int64_t i = 0; i < zero->nelement; i++)
		if (operand_number(&from, i) != 0)
			return true;
	return false;
}

/* Checks the shapes of scale and zero point. */
static bool
check_shapes(struct elementwise *e, int *first)
{
	const struct operation *operation = e->operation;

	if (!check_scale(e, first) || !check_zero(e))
		return false;
	for (int i = INPUT_SCALE; i <= INPUT_ZERO && has_short_blocks(e); i++) {
		if (!operation->input[i] || operation->input[i]->constant)
			continue;
		source_error(e->source, operation->input_where[i],
			"%s: expected a constant, or blocks of one length: %" PRId64
			" is no multiple of %" PRId64,
			operation->input_name[i],
			operation->input[INPUT_X]->shape[e->block_axis], e->block);
		return false;
	}
	return true;
}

/* Finds the output's type: the attribute's, else the zero point's, else uint8. */
static bool
find_output(struct elementwise *e, enum dtype *to)
{
	const struct operation *operation = e->operation;
	const struct tensor *zero = operation->input[INPUT_ZERO];
	enum dtype said;

	if (!read_type(e, "output_dtype", quantized, &said))
		return false;
	*to = zero   ? operation_input_dtype(operation, INPUT_ZERO)
	      : said ? said
		     : DTYPE_UINT8;
	if (!said || said == *to)
		return true;
	source_error(e->source, operation_attribute(operation, "output_dtype")->where,
		"output_dtype: expected the type of y_zero_point, %s, got %s",
		dtype_info[*to].name, dtype_info[said].name);
	return false;
}

/* Whether a scale has x's type, where a version requires that. */
static bool
check_quantize_scale(const struct elementwise *e)
{
	const struct operation *operation = e->operation;
	enum dtype dtype = operation_input_dtype(operation, INPUT_SCALE);

	if (operation->version < 19 || operation->version > 22 ||
		dtype == operation->dtype)
		return true;
	source_error(e->source, operation->input_where[INPUT_SCALE],
		"y_scale: expected the operation's dtype, %s, got %s; QuantizeLinear-23 "
		"takes others",
		dtype_info[operation->dtype].name, dtype_info[dtype].name);
	return false;
}

static bool
plan_quantize(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct chain_value x = chain_operand(0), with[2];
	enum dtype to = DTYPE_UINT8, precision;
	struct elementwise e;
	bool good;
	int first;

	elementwise_begin(&e, operation, plan, source, arena);
	good = find_output(&e, &to);
	good = read_type(&e, "precision", scales, &precision) && good;
	good = check_quantize_scale(&e) && good;
	if (!check_shapes(&e, &first) || !good)
		return false;
	if (operation->dtype == DTYPE_INT32)
		x = chain_cast(
			&e.chain, &pointwise_cast, x, DTYPE_INT32, DTYPE_FLOAT32, arena);
	with[1] = add_float(&e, INPUT_SCALE, first);
	with[0] = x;
	x = elementwise_step(
		&e, &pointwise_divide, with, NULL, precision ? precision : DTYPE_FLOAT32);
	x = elementwise_step(&e, &pointwise_nearest, &x, NULL, DTYPE_FLOAT32);
	if (has_zero_point(operation)) {
		with[1] = add_float(&e, INPUT_ZERO, first);
		with[0] = x;
		x = elementwise_step(&e, &pointwise_add, with, NULL, DTYPE_FLOAT32);
	}
	chain_cast(&e.chain, &pointwise_cast, x, DTYPE_FLOAT32, to, arena);
	plan_add_detail(plan, arena_format(arena, "to %s", dtype_info[to].name), arena);
	if (!elementwise_same(&e))
		return false;
	operand_set_dtype(&plan->dst, to);
	return elementwise_end(&e);
}

static bool
plan_dequantize(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct chain_value x = chain_operand(0), with[2], scale;
	struct elementwise e;
	enum dtype to;
	bool good;
	int first;

	elementwise_begin(&e, operation, plan, source, arena);
	good = read_type(&e, "output_dtype", scales, &to);
	if (!check_shapes(&e, &first) || !good)
		return false;
	if (!to)
		to = operation_input_dtype(operation, INPUT_SCALE);
	x = chain_cast(
		&e.chain, &pointwise_cast, x, operation->dtype, DTYPE_FLOAT32, arena);
	/* The scale is the first argument of the two, and the last operand. */
	scale = add_float(&e, INPUT_SCALE, first);
	if (has_zero_point(operation)) {
		with[1] = add_float(&e, INPUT_ZERO, first);
		with[0] = x;
		x = elementwise_step(&e, &pointwise_subtract, with, NULL, DTYPE_FLOAT32);
	}
	with[1] = scale;
	with[0] = x;
	elementwise_step(&e, &pointwise_multiply, with, NULL, to);
	plan_add_detail(plan, arena_format(arena, "to %s", dtype_info[to].name), arena);
	if (!elementwise_same(&e))
		return false;
	operand_set_dtype(&plan->dst, to);
	return elementwise_end(&e);
}

const struct op op_quantize_linear = {
	.name = "QuantizeLinear",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = quantize_inputs,
	.output = quantize_outputs,
	.attribute = quantize_attributes,
	.dtype = quantize_dtypes,
	.summary = "numbers as integers: x / y_scale, rounded, + y_zero_point, saturated",
	.step = &pointwise_nearest,
	.plan = plan_quantize,
};

const struct op op_dequantize_linear = {
	.name = "DequantizeLinear",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = dequantize_inputs,
	.output = dequantize_outputs,
	.attribute = dequantize_attributes,
	.dtype = dequantize_dtypes,
	.summary = "integers as numbers: (x - x_zero_point) * x_scale",
	.step = &pointwise_multiply,
	.plan = plan_dequantize,
};
