/* Comparisons, logic and choice of OpenVINO, which mean what ONNX's mean. */
#include "ops/openvino/openvino.h"

#include <string.h>

#include "ops/common/expansion.h"
#include "plan/pointwise.h"

enum {
	FIRST,
	SECOND
};

/* clang-format off */
static const struct input_rule i_two[] = {
	{"a", .summary = "any shape"}, {"b", .summary = "any shape that goes with a's"}, {.name = NULL},
};
static const struct input_rule i_select[] = {
	{"cond", .own_dtype = OWN_BOOL, .assumed = DTYPE_BOOL, .summary = "any shape"},
	{"then", .summary = "any shape that goes with cond's: what is taken where it holds"},
	{"otherwise", .summary = "likewise: what is taken elsewhere"},
	{.name = NULL},
};
static const struct input_rule i_cum_sum[] = {
	{"data", .summary = "one dimension or more"},
	{"axis", .optional = true, .constant = true, .own_dtype = OWN_INDEX, .summary = "one number; negative: from the end; absent: 0"},
	{.name = NULL},
};
static const struct output_rule o_bool[] = {
	{"output", .dtype = DTYPE_BOOL, .summary = "1 where it holds, else 0"}, {.name = NULL},
};
static const struct dtype_rule t_bool[] = {{DTYPE_BOOL, 1}, {DTYPE_NONE, 0}};
static const struct dtype_rule t_sums[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 1},
	{DTYPE_INT32, 1}, {DTYPE_INT64, 1}, {DTYPE_UINT32, 1}, {DTYPE_UINT64, 1}, {DTYPE_NONE, 0},
};
static const char *const broadcasts[] = {"numpy", "none", NULL};
static const struct attribute_rule a_broadcast[] = {
	{"auto_broadcast", ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "numpy", broadcasts,
	 "none: all have the same shape"},
	{.name = NULL},
};
static const struct attribute_rule a_cum_sum[] = {
	{"exclusive", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, "1: of the elements before each, without itself"},
	{"reverse", ATTRIBUTE_INT, 1, LATEST, false, 0, 1, "0", NULL, "1: from the last element to the first"},
	{.name = NULL},
};
static const int v_3[] = {3, 0};
/* clang-format on */

/* Whether inputs may have other shapes than the first. Reports those that may not. */
static bool
check_broadcast(struct expansion *e)
{
	const struct operation *operation = e->operation;
	const struct tensor *first = operation->input[FIRST];
	bool good = true;

	if (!strcmp(operation_string(operation, "auto_broadcast", "numpy"), "numpy"))
		return true;
	for (int i = SECOND; i < operation->ninput; i++)
		good = expansion_check_shape(e, i, first->shape, first->rank) && good;
	return good;
}

static bool
broadcast(struct expansion *e)
{
	return check_broadcast(e) && expansion_is(e, expansion_as(e));
}

static bool
not_equal(struct expansion *e)
{
	if (!check_broadcast(e))
		return false;
	EXPAND(e, "output", &op_not, 1,
		EXPAND(e, "is_equal", &op_equal, 19, expansion_input(e, FIRST),
			expansion_input(e, SECOND)));
	return true;
}

/* The axis that is absent is the first one. */
static bool
cum_sum(struct expansion *e)
{
	struct part *p = expansion_as(e);

	if (!e->operation->input[SECOND])
		part_read(p, SECOND, expansion_integers(e, "axis", &(int64_t){0}, 1));
	return expansion_is(e, p);
}

#define COMPARISON(symbol, spelt, alone, same, with_version, says) \
	OPENVINO_OF(symbol, spelt, alone, openvino_1, i_two, o_bool, a_broadcast, \
		translated_numbers, says, TRANSLATED(same, with_version, broadcast))
#define LOGIC(symbol, spelt, alone, same, says) \
	OPENVINO_OF(symbol, spelt, alone, openvino_1, i_two, o_bool, a_broadcast, \
		t_bool, says, TRANSLATED(same, 7, broadcast))

/* clang-format off */
COMPARISON(equal,         "Equal",        false, equal, 19,            "whether a equals b; a NaN does not");
COMPARISON(less,          "Less",         false, less, 13,             "whether a is less than b");
COMPARISON(less_equal,    "LessEqual",    false, less_or_equal, 16,    "whether a is less than b, or equal");
COMPARISON(greater,       "Greater",      false, greater, 13,          "whether a is greater than b");
COMPARISON(greater_equal, "GreaterEqual", false, greater_or_equal, 16, "whether a is greater than b, or equal");
OPENVINO_OF(not_equal, "NotEqual", true, openvino_1, i_two, o_bool, a_broadcast, translated_numbers,
	"whether a differs from b; a NaN does", .step = &pointwise_equal, .expand = not_equal);
LOGIC(logical_and, "LogicalAnd", false, and, "whether both hold");
LOGIC(logical_or,  "LogicalOr",  false, or,  "whether one holds, or both");
LOGIC(logical_xor, "LogicalXor", true,  xor, "whether one holds and not the other");
OPENVINO_OF(logical_not, "LogicalNot", false, openvino_1, openvino_data, o_bool, translated_none, t_bool,
	"whether it does not hold", SAME_AS(not, 1));
OPENVINO(select, "Select", true, openvino_1, i_select, a_broadcast, openvino_any,
	"then where the condition holds, otherwise elsewhere", TRANSLATED(where, 16, broadcast));
OPENVINO(sign, "Sign", false, openvino_1, openvino_data, translated_none, translated_numbers,
	"-1, 0 or 1", SAME_AS(sign, 13));
OPENVINO(cum_sum, "CumSum", false, v_3, i_cum_sum, a_cum_sum, t_sums,
	"the sum of each element and those before it along an axis", TRANSLATED(cum_sum, 14, cum_sum));
/* clang-format on */
