#include "ops/common/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/global_pool.h"
#include "ops/common/reductions.h"
#include "ops/op.h"

/* clang-format off */
#define NORM_P \
	{"p", ATTRIBUTE_FLOAT, 1, 1, false, 0, 0, "2.0", NULL, \
	 "the norm's exponent, above 0"}, \
	{"p", ATTRIBUTE_INT, 2, LATEST, false, 1, INT64_MAX, "2", NULL, \
	 "the norm's exponent"}

static const struct attribute_rule attributes[] = {
	WINDOW_AUTO_PAD,
	POOL_CEIL_MODE(18),
	POOL_DILATIONS(18),
	/* Optional in version 1 on paper, where nothing says what its absence means. */
	POOL_KERNEL_SHAPE,
	NORM_P,
	WINDOW_PADS,
	WINDOW_STRIDES,
	{.name = NULL},
};

static const struct attribute_rule global_attributes[] = {
	NORM_P,
	{.name = NULL},
};
/* clang-format on */

/* sum + x^p by binary powering from the exponent's highest bit down; the last
   multiplication is the one that is added. */
static union quantity
add_power(const struct algebra *algebra, union quantity sum, union quantity x, int64_t p)
{
	union quantity xn = x;
	int64_t power = 1;
	int bit = 62;

	while (!(p >> bit))
		bit--;
	while (--bit >= 0 && 2 * power != p) {
		power *= 2;
		xn = quantity_name(
			algebra, quantity_binary(algebra, VALUE_MULTIPLY, xn, xn), power);
		if ((p >> bit & 1) && power + 1 < p) {
			power++;
			xn = quantity_name(algebra,
				quantity_binary(algebra, VALUE_MULTIPLY, xn, x), power);
		}
	}
	return quantity_muladd(algebra, xn, 2 * power == p ? xn : x, sum);
}

static union quantity
term(const struct window_plan *window, const struct algebra *algebra, union quantity sum,
	union quantity x, union quantity w)
{
	(void)w;
	x = quantity_unary(algebra, VALUE_ABS, x);
	if (window->p > 1)
		return add_power(algebra, sum, quantity_name(algebra, x, 1), window->p);
	if (!window->p)
		x = algebra->compute(algebra, &(struct computation){.kind = VALUE_POWER,
						      .a = {x},
						      .number = window->fractional_p});
	return quantity_binary(algebra, VALUE_ADD, sum, x);
}

static union quantity
finish(const struct window_plan *window, const struct algebra *algebra,
	union quantity sum, union quantity count)
{
	(void)count;
	switch (window->p) {
	case 0:
		return algebra->compute(
			algebra, &(struct computation){.kind = VALUE_POWER,
					 .a = {sum},
					 .number = 1 / window->fractional_p});
	case 1:
		return sum;
	case 2:
		return quantity_unary(algebra, VALUE_SQRT, sum);
	default:
		return algebra->compute(
			algebra, &(struct computation){
					 .kind = VALUE_ROOT, .a = {sum}, .n = window->p});
	}
}

static bool
roots(const struct window_plan *window)
{
	return window->p != 1;
}

static const char *
obstacle(const struct window_plan *window)
{
	return window->p ? NULL : "p is no integer";
}

const struct reduction reduce_lp = {
	.by_plane = true,
	.skips_zeros = true,
	.calls = true,
	.identity = reduction_zero,
	.term = term,
	.join = VALUE_ADD,
	.finish = finish,
	.roots = roots,
	.obstacle = obstacle,
};

static const int versions[] = {1, 2, 11, 18, 22, 0};

/* The shortest text that reads back as the same float32. */
static const char *
float_text(double value, struct arena *arena)
{
	const char *text = NULL;

	for (int digits = 1; digits <= 9; digits++) {
		text = arena_format(arena, "%.*g", digits, value);
		if (strtof(text, NULL) == (float)value)
			break;
	}
	return text;
}

/* LpPool-1's p is a FLOAT; one without a fraction means what version 2's INT means. */
static bool
read_float_p(const struct operation *operation, struct window_plan *window,
	struct source *source)
{
	double p = operation_float(operation, "p", 2);

	if (!(p > 0)) {
		source_error(source, operation_attribute(operation, "p")->where,
			"p: expected a float32 above 0, got %g", p);
		return false;
	}
	if (p == floor(p) && p < 0x1p63)
		window->p = (int64_t)p;
	else
		window->fractional_p = p;
	return true;
}

/* Begins the plan of a norm: which one it is. */
static bool
begin_norm(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct window_plan *window = &plan->u.window;
	bool good = true;

	plan_begin(plan, PLAN_WINDOW, operation, arena);
	window->reduction = &reduce_lp;
	if (operation->version == 1)
		good = read_float_p(operation, window, source);
	else
		window->p = operation_int(operation, "p", 2);
	plan_add_detail(plan,
		window->p ? arena_format(arena, "p %" PRId64, window->p)
			  : arena_format(arena, "p %s",
				    float_text(window->fractional_p, arena)),
		arena);
	return good;
}

static bool
plan_lp_pool(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	bool good = begin_norm(operation, plan, source, arena);

	return plan_pool(plan, operation, source, arena) && good;
}

const struct op op_lp_pool = {
	.name = "LpPool",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = pool_inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = window_dtypes,
	.layouts = true,
	.summary = "the p-norm of each window",
	.plan = plan_lp_pool,
};

static const int global_versions[] = {1, 2, 22, 0};

/* Its version 1 has p as LpPool-1 has it, and the same rules. A plane without
   elements has the norm 0, the empty sum's. */
static bool
plan_global_lp_pool(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	bool good = begin_norm(operation, plan, source, arena);

	return plan_global_pool(plan, operation, source, arena) && good;
}

const struct op op_global_lp_pool = {
	.name = "GlobalLpPool",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = global_versions,
	.input = pool_inputs,
	.output = OUTPUT("Y"),
	.attribute = global_attributes,
	.dtype = window_dtypes,
	.layouts = true,
	.summary = "the p-norm of each plane",
	.plan = plan_global_lp_pool,
};
