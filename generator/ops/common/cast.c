/* Cast: elements as those of another type.

   Where the document leaves it open: floats become integers by truncation; out of range,
   the nearest number of the type; NaN becomes 0. Integers wrap around. A bool is 1 for
   anything but 0. Conversions from or to a float of 32 bits or fewer go through float32.
 */
#include "ops/common/cast.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/choices.h"
#include "diag/source.h"
#include "ops/common/elementwise.h"
#include "ops/common/parts.h"
#include "ops/common/reshape.h"
#include "ops/shape/dims.h"

/* clang-format off */
static const int versions[] = {1, 6, 9, 13, 19, 21, 23, 24, 25, 0};

static const struct dtype_rule dtypes[] = {
	FLOATS, {DTYPE_BFLOAT16, 13}, {DTYPE_BOOL, 1}, {DTYPE_INT8, 1}, {DTYPE_INT16, 1},
	{DTYPE_INT32, 1}, {DTYPE_INT64, 1}, {DTYPE_UINT8, 1}, {DTYPE_UINT16, 1}, {DTYPE_UINT32, 1},
	{DTYPE_UINT64, 1}, {DTYPE_NONE, 0},
};

/* A type, by ONNX's number and by its name in version 1. */
static const struct target_type {
	enum dtype dtype;
	int64_t number;
	const char *name;
} types[] = {
	{DTYPE_FLOAT32, 1, "FLOAT"}, {DTYPE_UINT8, 2, "UINT8"}, {DTYPE_INT8, 3, "INT8"},
	{DTYPE_UINT16, 4, "UINT16"}, {DTYPE_INT16, 5, "INT16"}, {DTYPE_INT32, 6, "INT32"},
	{DTYPE_INT64, 7, "INT64"}, {DTYPE_BOOL, 9, "BOOL"}, {DTYPE_FLOAT16, 10, "FLOAT16"},
	{DTYPE_FLOAT64, 11, "DOUBLE"}, {DTYPE_UINT32, 12, "UINT32"}, {DTYPE_UINT64, 13, "UINT64"},
	{DTYPE_BFLOAT16, 16, "BFLOAT16"},
};

static const char *const round_modes[] = {"up", "down", "nearest", NULL};

static const struct attribute_rule attributes[] = {
	{"round_mode", ATTRIBUTE_STRING, 24, LATEST, false, 0, 0, "up", round_modes,
	 "of float8e8m0, which opgen has not"},
	{"saturate", ATTRIBUTE_INT, 19, LATEST, false, 0, 1, "1", NULL, "of float8, which opgen has not"},
	{"to", ATTRIBUTE_STRING, 1, 1, true, 0, 0, NULL, NULL, "the type: FLOAT, UINT8, INT8, ..."},
	{"to", ATTRIBUTE_INT, 6, LATEST, true, 1, 64, NULL, NULL,
	 "the type: 1 float32, 2 uint8, 3 int8, 4 uint16, 5 int16, 6 int32, 7 int64, 9 bool, 10 float16, "
	 "11 float64, 12 uint32, 13 uint64, 16 bfloat16"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {{"input", .summary = "any shape"}, {.name = NULL}};
static const struct output_rule outputs[] = {
	{"output", .own_dtype = true, .summary = "input's shape, of the type `to`"}, {.name = NULL},
};
/* clang-format on */

static enum dtype
find_type(const struct operation *operation)
{
	int64_t number = operation_int(operation, "to", 0);
	const char *name = operation_string(operation, "to", "");

	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		enum dtype dtype = types[i].dtype;

		if (dtype == DTYPE_BFLOAT16 && operation->version < 13)
			continue;
		if (operation->version == 1 ? name && !strcmp(types[i].name, name)
					    : types[i].number == number)
			return dtype;
	}
	return DTYPE_NONE;
}

bool
plan_cast_to(const struct operation *operation, enum dtype to, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct elementwise e;

	if (to == operation->dtype) {
		const struct dims src = tensor_dims(operation->input[0]);

		plan_begin(plan, PLAN_MOVE, operation, arena);
		return plan_copy(plan, operation, &src, source, arena);
	}
	elementwise_begin(&e, operation, plan, source, arena);
	chain_cast(
		&e.chain, &pointwise_cast, chain_operand(0), operation->dtype, to, arena);
	plan_add_detail(plan, arena_format(arena, "to %s", dtype_info[to].name), arena);
	if (!elementwise_same(&e))
		return false;
	operand_set_dtype(&plan->dst, to);
	return elementwise_end(&e);
}

static bool
plan_cast(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	enum dtype to = find_type(operation);

	if (to != DTYPE_NONE)
		return plan_cast_to(operation, to, plan, source, arena);
	source_error(source, operation_attribute(operation, "to")->where,
		"to: expected the number of a type that opgen has, such as 1 for "
		"float32; opgen --describe Cast lists them");
	return false;
}

const struct op op_cast = {
	.name = "Cast",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = outputs,
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "elements as those of another type",
	.step = &pointwise_cast,
	.plan = plan_cast,
};
