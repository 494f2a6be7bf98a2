/* Comparisons, logic, remainders and bits of two operands, which are broadcast: C[i] =
   f(A[i], B[i]). Their steps are in plan/pointwise.c. */
#include "ops/common/elementwise.h"

#include "diag/source.h"
#include "ops/common/parts.h"

/* clang-format off */
static const int v_1_7[]             = {1, 7, 0};
static const int v_1_7_9_13[]        = {1, 7, 9, 13, 0};
static const int v_1_7_11_13_19[]    = {1, 7, 11, 13, 19, 0};
static const int v_12_16[]           = {12, 16, 0};
static const int v_10_13[]           = {10, 13, 0};
static const int v_11[]              = {11, 0};
static const int v_18[]              = {18, 0};

#define INTEGERS(since) \
	{DTYPE_INT8, since}, {DTYPE_INT16, since}, {DTYPE_INT32, since}, {DTYPE_INT64, since}, \
	{DTYPE_UINT8, since}, {DTYPE_UINT16, since}, {DTYPE_UINT32, since}, {DTYPE_UINT64, since}
static const struct dtype_rule t_bool[] = {{DTYPE_BOOL, 1}, {DTYPE_NONE, 0}};
static const struct dtype_rule t_equal[] = {
	{DTYPE_BOOL, 1}, {DTYPE_INT32, 1}, {DTYPE_INT64, 1}, {DTYPE_FLOAT32, 11}, {DTYPE_FLOAT64, 11},
	{DTYPE_FLOAT16, 11}, {DTYPE_BFLOAT16, 13}, {DTYPE_INT8, 11}, {DTYPE_INT16, 11}, {DTYPE_UINT8, 11},
	{DTYPE_UINT16, 11}, {DTYPE_UINT32, 11}, {DTYPE_UINT64, 11}, {DTYPE_NONE, 0},
};
static const struct dtype_rule t_order[] = {FLOATS, {DTYPE_BFLOAT16, 13}, INTEGERS(9), {DTYPE_NONE, 0}};
static const struct dtype_rule t_order_or_equal[] = {FLOATS, {DTYPE_BFLOAT16, 16}, INTEGERS(1), {DTYPE_NONE, 0}};
static const struct dtype_rule t_mod[] = {FLOATS, {DTYPE_BFLOAT16, 13}, INTEGERS(1), {DTYPE_NONE, 0}};
static const struct dtype_rule t_bits[] = {INTEGERS(1), {DTYPE_NONE, 0}};
static const struct dtype_rule t_shift[] = {
	{DTYPE_UINT8, 1}, {DTYPE_UINT16, 1}, {DTYPE_UINT32, 1}, {DTYPE_UINT64, 1}, {DTYPE_NONE, 0},
};

static const struct attribute_rule a_part[] = {BROADCAST_PART, {.name = NULL}};
static const struct attribute_rule a_mod[] = {
	{"fmod", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL,
	 "1: with the sign of A, as C's fmod; 0, of integers alone: with that of B"},
	{.name = NULL},
};
static const char *const directions[] = {"LEFT", "RIGHT", NULL};
static const struct attribute_rule a_shift[] = {
	{"direction", ATTRIBUTE_STRING, 1, LATEST, true, 0, 0, NULL, directions, "LEFT or RIGHT: where bits go"},
	{.name = NULL},
};

static const struct input_rule i_shift[] = {
	{"X", .summary = "any shape"},
	{"Y", .summary = "any shape that goes with X's"},
	{.name = NULL},
};
static const struct output_rule o_bool[] = {
	{"C", .dtype = DTYPE_BOOL, .summary = "1 where it holds, else 0"}, {.name = NULL},
};
/* clang-format on */

/* One of two steps. */
static bool
plan_step(const struct operation *operation, const struct pointwise_row *row,
	struct plan *plan, struct source *source, struct arena *arena)
{
	struct elementwise e;
	struct chain_value x[2] = {chain_operand(0)};

	elementwise_begin(&e, operation, plan, source, arena);
	x[1] = elementwise_input(&e, 1);
	elementwise_step(&e, row, x, NULL, operation->dtype);
	return elementwise_broadcast(&e) && elementwise_end(&e);
}

static bool
plan_mod(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	bool fmod = operation_int(operation, "fmod", 0);

	if (!fmod && dtype_is_real(operation->dtype)) {
		source_error(source, operation->node->where,
			"fmod: expected 1 for %s; 0 is for integers",
			dtype_info[operation->dtype].name);
		return false;
	}
	if (!plan_step(operation, fmod ? &pointwise_remainder : &pointwise_modulo, plan,
		    source, arena))
		return false;
	plan_add_detail(plan, fmod ? "fmod 1" : "fmod 0", arena);
	return true;
}

static bool
plan_shift(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	bool left = *operation_string(operation, "direction", "LEFT") == 'L';

	if (!plan_step(operation, left ? &pointwise_shift_left : &pointwise_shift_right,
		    plan, source, arena))
		return false;
	plan_add_detail(plan, left ? "direction LEFT" : "direction RIGHT", arena);
	return true;
}

#define COMPARISON(symbol, spelt, versions, with, types, says) \
	ELEMENTWISE(symbol, symbol, elementwise_two, spelt, elementwise_ab, o_bool, \
		versions, with, types, says)
#define LOGIC(symbol, row, spelt, says) \
	ELEMENTWISE(symbol, row, elementwise_two, spelt, elementwise_ab, o_bool, v_1_7, \
		a_part, t_bool, says)
#define BITWISE(symbol, row, spelt, says) \
	ELEMENTWISE(symbol, row, elementwise_two, spelt, elementwise_ab, OUTPUT("C"), \
		v_18, elementwise_none, t_bits, says)

/* clang-format off */
COMPARISON(equal,            "Equal",          v_1_7_11_13_19, a_part,           t_equal,          "whether a equals b; a NaN does not");
COMPARISON(less,             "Less",           v_1_7_9_13,     a_part,           t_order,          "whether a is less than b");
COMPARISON(greater,          "Greater",        v_1_7_9_13,     a_part,           t_order,          "whether a is greater than b");
COMPARISON(less_or_equal,    "LessOrEqual",    v_12_16,        elementwise_none, t_order_or_equal, "whether a is less than b, or equal");
COMPARISON(greater_or_equal, "GreaterOrEqual", v_12_16,        elementwise_none, t_order_or_equal, "whether a is greater than b, or equal");
LOGIC(and, bit_and, "And", "whether both hold");
LOGIC(or,  bit_or,  "Or",  "whether one holds, or both");
LOGIC(xor, bit_xor, "Xor", "whether one holds and not the other");
BITWISE(bitwise_and, bit_and, "BitwiseAnd", "the bits that both have");
BITWISE(bitwise_or,  bit_or,  "BitwiseOr",  "the bits that one has, or both");
BITWISE(bitwise_xor, bit_xor, "BitwiseXor", "the bits that one has and not the other");
ELEMENTWISE(mod, modulo, plan_mod, "Mod", elementwise_ab, OUTPUT("C"), v_10_13, a_mod, t_mod,
	"what a / b, rounded down, leaves, or, with fmod, truncated; of integers by zero 0");
ELEMENTWISE(bit_shift, shift_left, plan_shift, "BitShift", i_shift, OUTPUT("Z"), v_11, a_shift, t_shift,
	"x shifted by y bits; 0 if these are all of them");
/* clang-format on */
