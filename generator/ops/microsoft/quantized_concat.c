/* QLinearConcat: tensors of 8-bit integers, each with a scale and a zero point, one after
   the other along an axis. One whose scale and zero point are known to be those of the
   output is moved; of others the meant numbers are quantised anew. */
#include "ops/microsoft/microsoft.h"

#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/expansion.h"
#include "ops/common/integers.h"
#include "ops/common/parts.h"
#include "ops/common/quantized.h"

/* The inputs: the output's, then a tensor, its scale and its zero point, again and again.
 */
enum {
	INPUT_Y_SCALE,
	INPUT_Y_ZERO,
	INPUT_FIRST,
	INPUTS_EACH = 3
};

/* clang-format off */
static const struct dtype_rule listed[] = {
	{DTYPE_UINT8, 1}, {DTYPE_INT8, 1}, {DTYPE_FLOAT32, 1}, {DTYPE_NONE, 0},
};

static const struct input_rule inputs[] = {
	[INPUT_Y_SCALE] = {"Y_scale", .own_dtype = OWN_FLOAT32, .summary = "one element"},
	[INPUT_Y_ZERO] = {"Y_zero_point", .summary = "one element"},
	[INPUT_FIRST] = {"inputs", .variadic = true, .dtype = listed,
		.summary = "a tensor, its scale, float32, and its zero point, for each that is joined"},
	{.name = NULL},
};

static const struct attribute_rule attributes[] = {
	{"axis", ATTRIBUTE_INT, 1, LATEST, true, -MAX_RANK, MAX_RANK - 1, NULL, NULL,
	 "the axis along which the tensors follow each other; negative: from the end"},
	{.name = NULL},
};
/* clang-format on */

/* Whether an input has a type. */
static bool
is_of_type(const struct expansion *e, int input, enum dtype dtype)
{
	const struct operation *o = e->operation;
	enum dtype got = operation_input_dtype(o, input);

	if (got == dtype)
		return true;
	source_error(e->source, o->input_where[input], "%s: expected %s, got %s",
		o->input_name[input], dtype_info[dtype].name, dtype_info[got].name);
	return false;
}

/* Checks a tensor with its scale and zero point. */
static bool
check_tensor(const struct expansion *e, int first)
{
	const struct operation *o = e->operation;
	bool good = is_of_type(e, first, o->dtype);

	good = is_of_type(e, first + 1, DTYPE_FLOAT32) && good;
	good = is_of_type(e, first + 2, o->dtype) && good;
	return good && microsoft_scale_fits(o, first + 1, e->source, e->arena);
}

static bool
check(const struct expansion *e)
{
	const struct operation *o = e->operation;
	bool good = microsoft_scale_fits(o, INPUT_Y_SCALE, e->source, e->arena);

	if ((o->ninput - INPUT_FIRST) % INPUTS_EACH) {
		source_error(e->source, o->input_where[INPUT_FIRST],
			"inputs: expected a scale and a zero point after each tensor, "
			"got %d inputs",
			o->ninput - INPUT_FIRST);
		return false;
	}
	for (int i = INPUT_FIRST; i < o->ninput; i += INPUTS_EACH)
		good = check_tensor(e, i) && good;
	return good;
}

/* Whether an input is a known one, and equal to another that is known. */
static bool
is_same(const struct operation *o, int a, int b)
{
	enum dtype dtype = operation_input_dtype(o, a);

	return o->input[a]->constant && o->input[b]->constant &&
	       !memcmp(o->input[a]->constant, o->input[b]->constant,
		       dtype_info[dtype].size);
}

/* A tensor in the scale of the output. */
static const struct edge *
in_scale(struct expansion *e, int first)
{
	const struct operation *o = e->operation;
	const struct edge *x = expansion_input(e, first);

	if (is_same(o, first + 1, INPUT_Y_SCALE) && is_same(o, first + 2, INPUT_Y_ZERO))
		return x;
	x = EXPAND(e, "value", &op_dequantize_linear, 13, x,
		quantized_along(e, expansion_input(e, first + 1), 0, 0),
		quantized_along(e, expansion_input(e, first + 2), 0, 0));
	return EXPAND(e, "joined", &op_quantize_linear, 13, x,
		quantized_along(e, expansion_input(e, INPUT_Y_SCALE), 0, 0),
		quantized_along(e, expansion_input(e, INPUT_Y_ZERO), 0, 0));
}

static bool
expand(struct expansion *e)
{
	const struct edge *joined[MAX_INPUT];
	struct part *p;
	int n = 0;

	if (!check(e))
		return false;
	for (int i = INPUT_FIRST; i < e->operation->ninput; i += INPUTS_EACH)
		joined[n++] = in_scale(e, i);
	p = expansion_part(e, &op_concat, 13);
	for (int i = 0; i < n; i++)
		part_read(p, i, joined[i]);
	part_take_attributes(p);
	expansion_add(e, p, "Y");
	return true;
}

const struct op op_qlinear_concat = {
	.name = "QLinearConcat",
	.domain = "com.microsoft",
	.default_domain = true,
	.has_opset = true,
	.version = microsoft_versions,
	.input = inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = quantized_bytes,
	.summary = "tensors of 8-bit integers with scales, one after the other along an "
		   "axis",
	.expand = expand,
};
