/* Identity, and Dropout where nothing is trained: a copy. Versions 1 and 6 of Dropout
   train unless is_test says otherwise; from 12 on they do where training_mode does, which
   must be known, and with a ratio other than 0. */

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/common/reshape.h"
#include "ops/op.h"
#include "ops/shape/dims.h"

enum {
	INPUT_RATIO = 1,
	INPUT_TRAINING
};

static const int identity_versions[] = {1, 13, 14, 16, 19, 21, 23, 24, 25, 0};
static const int dropout_versions[] = {1, 6, 7, 10, 12, 13, 22, 0};

/* clang-format off */
static const struct attribute_rule identity_attributes[] = {{.name = NULL}};

static const struct attribute_rule dropout_attributes[] = {
	{"ratio", ATTRIBUTE_FLOAT, 1, 11, false, 0, 0, "0.5", NULL, "not looked at"},
	{"is_test", ATTRIBUTE_INT, 1, 6, false, 0, 1, "0", NULL, "1: nothing is dropped"},
	{"consumed_inputs", ATTRIBUTE_INTS, 1, 5, false, INT64_MIN, INT64_MAX, "none", NULL,
	 "not looked at"},
	{"seed", ATTRIBUTE_INT, 12, LATEST, false, INT64_MIN, INT64_MAX, "none", NULL,
	 "not looked at"},
	{.name = NULL},
};

static const struct input_rule identity_inputs[] = {
	{"input", .summary = "any shape"},
	{.name = NULL},
};

static const struct dtype_rule ratio_dtypes[] = {
	{DTYPE_FLOAT32, 12}, {DTYPE_FLOAT64, 12}, {DTYPE_FLOAT16, 12}, {DTYPE_BFLOAT16, 22},
	{DTYPE_NONE, 0},
};

static const struct input_rule dropout_inputs[] = {
	{"data", .summary = "any shape"},
	{"ratio", .optional = true, .dtype = ratio_dtypes, .since = 12,
		.summary = "[], not looked at unless training_mode is true"},
	{"training_mode", .optional = true, .constant = true, .own_dtype = OWN_BOOL,
		.since = 12, .summary = "[], false"},
	{.name = NULL},
};

static const struct dtype_rule dropout_dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 13},
	{DTYPE_NONE, 0},
};
/* clang-format on */

static bool
plan_identity(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct dims src = tensor_dims(operation->input[0]);

	plan_begin(plan, PLAN_MOVE, operation, arena);
	return plan_copy(plan, operation, &src, source, arena);
}

/* Whether training_mode is true and the ratio may be other than 0. */
static bool
check_training(const struct operation *operation, struct source *source)
{
	const struct tensor *ratio = operation->input[INPUT_RATIO];
	const struct tensor *training = operation->input[INPUT_TRAINING];

	if (operation->version < 7 && !operation_int(operation, "is_test", 0)) {
		source_error(source, operation->node->where,
			"is_test: %s-%d trains without it; expected 1",
			operation->op->name, operation->version);
		return false;
	}
	if (!training || training->nelement != 1 || !*(const char *)training->constant)
		return true;
	if (ratio && ratio->constant && ratio->nelement == 1 &&
		real_element(operation, INPUT_RATIO, 0) == 0)
		return true;
	source_error(source, operation->input_where[INPUT_TRAINING],
		"training_mode: expected false, or a constant ratio of 0");
	return false;
}

static bool
plan_dropout(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct dims src = tensor_dims(operation->input[0]);
	const struct tensor *ratio = operation->input[INPUT_RATIO];

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (ratio && !ratio->constant)
		plan_add_operand(plan, operation, INPUT_RATIO);
	return check_training(operation, source) &&
	       plan_copy(plan, operation, &src, source, arena);
}

const struct op op_identity = {
	.name = "Identity",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = identity_versions,
	.input = identity_inputs,
	.output = OUTPUT("output"),
	.attribute = identity_attributes,
	.dtype = move_dtypes,
	.summary = "a copy",
	.plan = plan_identity,
};

const struct op op_dropout = {
	.name = "Dropout",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = dropout_versions,
	.input = dropout_inputs,
	.output = OUTPUT("output"),
	.attribute = dropout_attributes,
	.dtype = dropout_dtypes,
	.summary = "a copy: nothing is trained",
	.plan = plan_dropout,
};
