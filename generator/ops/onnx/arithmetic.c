/* Operations of two operands, which are broadcast: C[i] = f(A[i], B[i]). Their steps are
   in plan/pointwise.c. */
#include "ops/common/elementwise.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/parts.h"

/* clang-format off */
static const int versions_arithmetic[] = {1, 6, 7, 13, 14, 0};

static const struct dtype_rule dtypes_arithmetic[] = {
	FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_INT32, 6}, {DTYPE_INT64, 6}, {DTYPE_UINT32, 6},
	{DTYPE_UINT64, 6}, {DTYPE_INT8, 14}, {DTYPE_INT16, 14}, {DTYPE_UINT8, 14},
	{DTYPE_UINT16, 14}, {DTYPE_NONE, 0},
};

static const struct attribute_rule attributes_arithmetic[] = {
	BROADCAST_PART,
	CONSUMED_INPUTS,
	{.name = NULL},
};

static const int versions_prelu[] = {1, 6, 7, 9, 16, 0};
static const struct dtype_rule dtypes_prelu[] = {
	FLOATS, {DTYPE_BFLOAT16, 16}, {DTYPE_INT32, 9}, {DTYPE_INT64, 9}, {DTYPE_UINT32, 9},
	{DTYPE_UINT64, 9}, {DTYPE_NONE, 0},
};
static const struct input_rule inputs_prelu[] = {
	{"X", .summary = "any shape"},
	{"slope", .summary = "a shape that goes with X's; before version 7 [1], or [C]"},
	{.name = NULL},
};

static const int versions_pow[] = {1, 7, 12, 13, 15, 0};
static const struct dtype_rule dtypes_pow[] = {
	FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_INT32, 12}, {DTYPE_INT64, 12}, {DTYPE_NONE, 0},
};
/* Version 13 takes bases of bfloat16, but no exponents. */
static const struct dtype_rule exponent_dtypes[] = {
	{DTYPE_FLOAT32, 12}, {DTYPE_FLOAT64, 12}, {DTYPE_FLOAT16, 12}, {DTYPE_BFLOAT16, 15},
	{DTYPE_INT8, 12}, {DTYPE_INT16, 12}, {DTYPE_INT32, 12}, {DTYPE_INT64, 12},
	{DTYPE_UINT8, 12}, {DTYPE_UINT16, 12}, {DTYPE_UINT32, 12}, {DTYPE_UINT64, 12},
	{DTYPE_NONE, 0},
};
static const struct attribute_rule attributes_pow[] = {
	{"axis", ATTRIBUTE_INT, 1, 1, false, 0, MAX_RANK - 1, "Y's last axis is X's", NULL,
	 "axis of X that Y's first one stands at; with broadcast"},
	{"broadcast", ATTRIBUTE_INT, 1, 1, false, 0, 1, "0", NULL, "1: Y may be a part of X's shape"},
	{.name = NULL},
};
static const struct input_rule inputs_pow[] = {
	{"X", .summary = "any shape"},
	{"Y", .dtype = exponent_dtypes, .summary = "any shape that goes with X's"},
	{.name = NULL},
};
/* clang-format on */

/* Whether an operand can be broadcast to the first one's shape, as in numpy. */
static bool
broadcast_to_first(struct elementwise *e, int operand)
{
	const struct operand *a = &e->plan->operand[0], *b = &e->plan->operand[operand];
	bool fits = b->rank <= a->rank;

	e->first[operand] = a->rank - b->rank;
	for (int i = 0; i < b->rank && fits; i++)
		fits = b->shape[i] == 1 || b->shape[i] == a->shape[e->first[operand] + i];
	if (fits)
		return elementwise_same(e);
	source_error(e->source, e->operation->input_where[operand],
		"%s: %s cannot be broadcast to the shape of %s, %s", b->name,
		extents_text(b->shape, (size_t)b->rank, e->arena), a->name,
		extents_text(a->shape, (size_t)a->rank, e->arena));
	return false;
}

/* Before version 7, PRelu's slope is one number, or one for each channel. */
static bool
slopes_of_channels(struct elementwise *e)
{
	const struct operand *x = &e->plan->operand[0], *slope = &e->plan->operand[1];

	if (slope->nelement == 1)
		return elementwise_same(e);
	e->first[1] = 1;
	if (slope->rank == 1 && x->rank > 1 && slope->nelement == x->shape[1])
		return elementwise_same(e);
	source_error(e->source, e->operation->input_where[1],
		"%s: expected one element, or one for each channel of %s %s, got %s",
		slope->name, x->name, extents_text(x->shape, (size_t)x->rank, e->arena),
		extents_text(slope->shape, (size_t)slope->rank, e->arena));
	return false;
}

static bool
plan_prelu(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct elementwise e;
	struct chain_value x[2] = {chain_operand(0)};

	elementwise_begin(&e, operation, plan, source, arena);
	x[1] = elementwise_input(&e, 1);
	elementwise_step(&e, &pointwise_prelu, x, NULL, operation->dtype);
	return (operation->version < 7 ? slopes_of_channels(&e)
				       : broadcast_to_first(&e, 1)) &&
	       elementwise_end(&e);
}

/* The exponent, if it is one constant number for which products will do; else 0. */
static int
small_exponent(const struct operand *y)
{
	double number;

	if (!y->constant || y->nelement != 1)
		return 0;
	number = operand_number(y, 0);
	return number == 1 || number == 2 || number == 3 || number == 4 ? (int)number : 0;
}

/* Converts constant exponents to the type in which powers are computed. */
static void
convert_exponents(struct elementwise *e, enum dtype dtype)
{
	struct operand *y = &e->plan->operand[1];
	double *wide;
	float *narrow;

	if (!y->constant || y->dtype == dtype || y->dtype == e->operation->dtype)
		return;
	wide = arena_array(e->arena, double, y->nelement);
	narrow = arena_array(e->arena, float, y->nelement);
	for (int64_t i = 0; i < y->nelement; i++) {
		wide[i] = operand_number(y, i);
		narrow[i] = (float)wide[i];
	}
	operand_set_dtype(y, dtype);
	y->constant = dtype == DTYPE_FLOAT64 ? (const void *)wide : narrow;
}

/* Adds a power as a function call; for integers in double. */
static void
add_power(struct elementwise *e, struct chain_value *x)
{
	enum dtype dtype = e->operation->dtype, inner = dtype_accumulator(dtype);
	enum dtype exponents;
	bool whole = dtype_info[inner].kind != KIND_FLOAT;

	if (whole)
		inner = DTYPE_FLOAT64;
	convert_exponents(e, inner);
	exponents = e->plan->operand[1].dtype;
	if (whole)
		x[0] = chain_cast(
			&e->chain, &pointwise_cast, x[0], dtype, inner, e->arena);
	if (dtype_accumulator(exponents) != inner)
		x[1] = chain_cast(
			&e->chain, &pointwise_cast, x[1], exponents, inner, e->arena);
	if (!whole) {
		elementwise_step(e, &pointwise_power, x, NULL, dtype);
		return;
	}
	x[0] = elementwise_step(e, &pointwise_whole_power, x, NULL, inner);
	chain_cast(&e->chain, &pointwise_cast, x[0], inner, dtype, e->arena);
}

static bool
plan_pow(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct elementwise e;
	struct chain_value x[2] = {chain_operand(0)};
	double number[STEP_NUMBERS] = {0};

	elementwise_begin(&e, operation, plan, source, arena);
	x[1] = elementwise_input(&e, 1);
	if (!(operation->version < 7 ? elementwise_part(&e) : elementwise_broadcast(&e)))
		return false;
	number[0] = small_exponent(&plan->operand[1]);
	if (number[0] > 0) {
		plan->noperand--;
		plan_add_detail(plan,
			arena_format(arena, "exponent %d, by products", (int)number[0]),
			arena);
		elementwise_step(&e, &pointwise_small_power, x, number, operation->dtype);
	} else {
		add_power(&e, x);
	}
	return elementwise_end(&e);
}

#define ARITHMETIC(symbol, row, spelt, says) \
	ELEMENTWISE(symbol, row, elementwise_two, spelt, elementwise_ab, OUTPUT("C"), \
		versions_arithmetic, attributes_arithmetic, dtypes_arithmetic, says)

/* clang-format off */
ARITHMETIC(add, add,      "Add", "a + b; integers wrap around");
ARITHMETIC(sub, subtract, "Sub", "a - b; integers wrap around");
ARITHMETIC(mul, multiply, "Mul", "a * b; integers wrap around");
ARITHMETIC(div, divide,   "Div", "a / b; of integers truncated, 0 by zero");
ELEMENTWISE(prelu, prelu, plan_prelu, "PRelu", inputs_prelu, OUTPUT("Y"), versions_prelu, elementwise_consumed,
	dtypes_prelu, "x < 0 ? slope * x : x");
ELEMENTWISE(pow, power, plan_pow, "Pow", inputs_pow, OUTPUT("Z"), versions_pow, attributes_pow, dtypes_pow,
	"x to the power of y; for a constant 1 to 4 by products");
/* clang-format on */
