/* Signs, whole numbers, tests and complements of one operand: Y[i] = f(X[i]). Their steps
   are in plan/pointwise.c. */
#include "ops/common/elementwise.h"

#include "ops/common/parts.h"

/* clang-format off */
static const int v_1[]        = {1, 0};
static const int v_9[]        = {9, 0};
static const int v_9_13[]     = {9, 13, 0};
static const int v_9_13_20[]  = {9, 13, 20, 0};
static const int v_10_20[]    = {10, 20, 0};
static const int v_11_22[]    = {11, 22, 0};
static const int v_18[]       = {18, 0};

#define INTEGERS \
	{DTYPE_INT8, 1}, {DTYPE_INT16, 1}, {DTYPE_INT32, 1}, {DTYPE_INT64, 1}, \
	{DTYPE_UINT8, 1}, {DTYPE_UINT16, 1}, {DTYPE_UINT32, 1}, {DTYPE_UINT64, 1}
static const struct dtype_rule t_bool[] = {{DTYPE_BOOL, 1}, {DTYPE_NONE, 0}};
static const struct dtype_rule t_bits[] = {INTEGERS, {DTYPE_NONE, 0}};
static const struct dtype_rule t_sign[] = {FLOATS, {DTYPE_BFLOAT16, 13}, INTEGERS, {DTYPE_NONE, 0}};
static const struct dtype_rule t_shrink[] = {FLOATS, INTEGERS, {DTYPE_NONE, 0}};
static const struct dtype_rule t_13[] = {FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_NONE, 0}};
static const struct dtype_rule t_22[] = {FLOATS, {DTYPE_BFLOAT16, 22}, {DTYPE_NONE, 0}};
static const struct dtype_rule t_inf[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 20}, {DTYPE_BFLOAT16, 20}, {DTYPE_NONE, 0},
};

static const struct input_rule i_input[] = {{"input", .summary = "any shape"}, {.name = NULL}};
static const struct output_rule o_bool[] = {
	{"Y", .dtype = DTYPE_BOOL, .summary = "X's shape: 1 where it holds, else 0"}, {.name = NULL},
};

static const struct attribute_rule a_inf[] = {
	{"detect_negative", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "1", NULL, "1: -infinity is one"},
	{"detect_positive", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "1", NULL, "1: infinity is one"},
	{.name = NULL},
};
static const struct attribute_rule a_shrink[] = {
	FLOAT_ATTRIBUTE("bias", 1, LATEST, "0", "what numbers come nearer to 0"),
	FLOAT_ATTRIBUTE("lambd", 1, LATEST, "0.5", "numbers from -lambd to lambd become 0"),
	{.name = NULL},
};
/* clang-format on */

static bool
plan_is_inf(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const double number[STEP_NUMBERS] = {
		(double)operation_int(operation, "detect_negative", 1),
		(double)operation_int(operation, "detect_positive", 1)};
	struct elementwise e;
	struct chain_value x = chain_operand(0);

	elementwise_begin(&e, operation, plan, source, arena);
	chain_turn(&e.chain, &pointwise_is_inf, &x, number, operation->dtype, DTYPE_BOOL,
		arena);
	if (number[0] == 0)
		plan_add_detail(plan, "detect_negative 0", arena);
	if (number[1] == 0)
		plan_add_detail(plan, "detect_positive 0", arena);
	return elementwise_same(&e) && elementwise_end(&e);
}

/* Of integers in double, truncated, since bias and lambd need not be whole. */
static bool
plan_shrink(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	enum dtype dtype = operation->dtype;
	struct elementwise e;
	struct chain_value x = chain_operand(0);
	double number[STEP_NUMBERS] = {0};

	if (dtype_is_real(dtype))
		return elementwise_one(operation, plan, source, arena);
	elementwise_begin(&e, operation, plan, source, arena);
	elementwise_numbers_of(&e, number);
	x = chain_cast(&e.chain, &pointwise_cast, x, dtype, DTYPE_FLOAT64, arena);
	x = elementwise_step(&e, &pointwise_shrink, &x, number, DTYPE_FLOAT64);
	chain_cast(&e.chain, &pointwise_cast, x, DTYPE_FLOAT64, dtype, arena);
	return elementwise_same(&e) && elementwise_end(&e);
}

#define NOTHING elementwise_none

/* clang-format off */
ELEMENTWISE(sign,        sign,        elementwise_one, "Sign",       i_input,       OUTPUT("output"), v_9_13,    NOTHING,  t_sign,
	"1, 0 or -1; a NaN stays");
ELEMENTWISE(round,       nearest,     elementwise_one, "Round",      elementwise_x, OUTPUT("Y"),      v_11_22,   NOTHING,  t_22,
	"the nearest whole number, ties to even");
ELEMENTWISE(is_nan,      is_nan,      elementwise_one, "IsNaN",      elementwise_x, o_bool,           v_9_13_20, NOTHING,  t_13,
	"whether x is a NaN");
ELEMENTWISE(is_inf,      is_inf,      plan_is_inf,     "IsInf",      elementwise_x, o_bool,           v_10_20,   a_inf,    t_inf,
	"whether x is infinite");
ELEMENTWISE(not,         not,         elementwise_one, "Not",        elementwise_x, OUTPUT("Y"),      v_1,       NOTHING,  t_bool,
	"whether x does not hold");
ELEMENTWISE(bitwise_not, bitwise_not, elementwise_one, "BitwiseNot", elementwise_x, OUTPUT("Y"),      v_18,      NOTHING,  t_bits,
	"the bits that x has not");
ELEMENTWISE(shrink,      shrink,      plan_shrink,     "Shrink",     i_input,       OUTPUT("output"), v_9,       a_shrink, t_shrink,
	"x + bias below -lambd, x - bias above lambd, else 0; of integers truncated");
/* clang-format on */
