#include "ops/common/requantize.h"

#include <string.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/elementwise.h"
#include "ops/common/parts.h"
#include "ops/common/quantized.h"

enum {
	INPUT_SUM,
	INPUT_MULTIPLIER,
	INPUT_ZERO
};

/* clang-format off */
static const struct input_rule inputs[] = {
	[INPUT_SUM] = {.name = "sum"},
	[INPUT_MULTIPLIER] = {"multiplier", .own_dtype = OWN_FLOAT32},
	[INPUT_ZERO] = {"zero", .dtype = quantized_bytes},
	{.name = NULL},
};

static const struct output_rule outputs[] = {
	{"y", .own_dtype = true}, {.name = NULL},
};

static const struct dtype_rule dtypes[] = {{DTYPE_INT32, 1}, {DTYPE_NONE, 0}};
static const int versions[] = {1, 0};
/* clang-format on */

static bool
plan_requantize(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	enum dtype to = operation_input_dtype(operation, INPUT_ZERO);
	struct chain_value x, with[2];
	struct elementwise e;

	elementwise_begin(&e, operation, plan, source, arena);
	x = chain_cast(&e.chain, &pointwise_cast, chain_operand(0), DTYPE_INT32,
		DTYPE_FLOAT32, arena);
	with[0] = x;
	with[1] = elementwise_input(&e, INPUT_MULTIPLIER);
	x = elementwise_step(&e, &pointwise_multiply, with, NULL, DTYPE_FLOAT32);
	x = elementwise_step(&e, &pointwise_nearest, &x, NULL, DTYPE_FLOAT32);
	with[1] = elementwise_float32(&e, INPUT_ZERO);
	with[0] = x;
	x = elementwise_step(&e, &pointwise_add, with, NULL, DTYPE_FLOAT32);
	chain_cast(&e.chain, &pointwise_cast, x, DTYPE_FLOAT32, to, arena);
	if (!elementwise_broadcast(&e))
		return false;
	operand_set_dtype(&plan->dst, to);
	return elementwise_end(&e);
}

static const struct op op_requantize = {
	.version = versions,
	.input = inputs,
	.output = outputs,
	.attribute = elementwise_none,
	.dtype = dtypes,
	.plan = plan_requantize,
};

const struct edge *
requantize(struct expansion *e, const char *name, const struct edge *sums,
	const struct edge *multiplier, const struct edge *zero)
{
	return EXPAND(e, name, &op_requantize, 1, sums, multiplier,
		quantized_along(e, zero, 0, 0));
}

/* Element k of a known scale, which has one or as many as others; as float32. */
static float
scale_of(const struct edge *edge, int64_t k)
{
	const struct operand operand = {
		.dtype = edge->tensor.dtype, .constant = edge->tensor.constant};

	return (float)operand_number(&operand, edge->tensor.nelement == 1 ? 0 : k);
}

/* The multipliers where all scales are known, and at most one of them is several. */
static const struct edge *
known_multiplier(struct expansion *e, const struct edge *a, const struct edge *b,
	const struct edge *y)
{
	const struct edge *shape = a->tensor.nelement == 1 ? b : a;
	struct edge *edge = arena_copy(e->arena, shape, 1, sizeof *shape);
	float *number = arena_array(e->arena, float, shape->tensor.nelement);

	for (int64_t k = 0; k < shape->tensor.nelement; k++) {
		const float product = scale_of(a, k) * scale_of(b, k);

		number[k] = product / scale_of(y, k);
	}
	edge->name = "multiplier";
	edge->tensor.dtype = DTYPE_FLOAT32;
	edge->tensor.constant = number;
	return edge;
}

const struct edge *
requantize_multiplier(struct expansion *e, const struct edge *a, const struct edge *b,
	const struct edge *y)
{
	bool known = a->tensor.constant && b->tensor.constant && y->tensor.constant;

	if (known && y->tensor.nelement == 1 &&
		(a->tensor.nelement == 1 || b->tensor.nelement == 1))
		return known_multiplier(e, a, b, y);
	a = expansion_cast(e, "scale", a, DTYPE_FLOAT32);
	b = expansion_cast(e, "scale", b, DTYPE_FLOAT32);
	y = expansion_cast(e, "scale", y, DTYPE_FLOAT32);
	return EXPAND(
		e, "multiplier", &op_div, 14, EXPAND(e, "scale", &op_mul, 14, a, b), y);
}
