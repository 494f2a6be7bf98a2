/* Where, and CastLike, whose second input has nothing but a type. */
#include "ops/common/cast.h"
#include "ops/common/elementwise.h"
#include "ops/common/parts.h"

enum {
	INPUT_LIKE = 1
};

/* clang-format off */
static const int v_where[] = {9, 16, 0};
static const int v_like[]  = {15, 19, 21, 23, 24, 25, 0};

#define NUMBERS \
	{DTYPE_BOOL, 1}, {DTYPE_INT8, 1}, {DTYPE_INT16, 1}, {DTYPE_INT32, 1}, {DTYPE_INT64, 1}, \
	{DTYPE_UINT8, 1}, {DTYPE_UINT16, 1}, {DTYPE_UINT32, 1}, {DTYPE_UINT64, 1}
static const struct dtype_rule t_where[] = {FLOATS, {DTYPE_BFLOAT16, 16}, NUMBERS, {DTYPE_NONE, 0}};
static const struct dtype_rule t_like[] = {FLOATS, {DTYPE_BFLOAT16, 1}, NUMBERS, {DTYPE_NONE, 0}};

static const struct input_rule i_where[] = {
	{"condition", .own_dtype = OWN_BOOL, .assumed = DTYPE_BOOL, .summary = "any shape"},
	{"X", .summary = "any shape that goes with condition's: what is taken where it holds"},
	{"Y", .summary = "likewise: what is taken elsewhere"},
	{.name = NULL},
};
static const struct input_rule i_like[] = {
	{"input", .summary = "any shape"},
	{"target_type", .dtype = t_like, .summary = "any shape; of the type that output gets"},
	{.name = NULL},
};
static const struct output_rule o_like[] = {
	{"output", .own_dtype = true, .summary = "input's shape, of target_type's type"}, {.name = NULL},
};
static const char *const round_modes[] = {"up", "down", "nearest", NULL};
static const struct attribute_rule a_like[] = {
	{"round_mode", ATTRIBUTE_STRING, 24, LATEST, false, 0, 0, "up", round_modes,
	 "of float8e8m0, which opgen has not"},
	{"saturate", ATTRIBUTE_INT, 19, LATEST, false, 0, 1, "1", NULL, "of float8, which opgen has not"},
	{.name = NULL},
};
/* clang-format on */

/* What is chosen is not rounded, so the condition is a number of the type of sums. */
static bool
plan_where(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	enum dtype inner = dtype_accumulator(operation->dtype);
	struct chain_value x[3] = {chain_operand(0)};
	struct elementwise e;

	elementwise_begin(&e, operation, plan, source, arena);
	x[1] = elementwise_input(&e, 1);
	x[2] = elementwise_input(&e, 2);
	if (inner != DTYPE_BOOL)
		x[0] = chain_cast(
			&e.chain, &pointwise_cast, x[0], DTYPE_BOOL, inner, arena);
	elementwise_step(&e, &pointwise_where, x, NULL, operation->dtype);
	return elementwise_broadcast(&e) && elementwise_end(&e);
}

static bool
plan_cast_like(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	if (!plan_cast_to(operation, operation_input_dtype(operation, INPUT_LIKE), plan,
		    source, arena))
		return false;
	if (!operation->input[INPUT_LIKE]->constant)
		plan_add_operand(plan, operation, INPUT_LIKE);
	return true;
}

/* clang-format off */
ELEMENTWISE(where, where, plan_where, "Where", i_where, OUTPUT("output"), v_where, elementwise_none, t_where,
	"x where the condition holds, else y");
ELEMENTWISE(cast_like, cast, plan_cast_like, "CastLike", i_like, o_like, v_like, a_like, t_like,
	"elements as those of the type of another tensor");
/* clang-format on */
