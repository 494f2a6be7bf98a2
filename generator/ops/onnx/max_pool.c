#include "ops/common/parts.h"

#include "diag/source.h"
#include "ops/common/reductions.h"
#include "ops/op.h"

/* clang-format off */
static const struct attribute_rule attributes[] = {
	WINDOW_AUTO_PAD,
	POOL_CEIL_MODE(10),
	POOL_DILATIONS(10),
	POOL_KERNEL_SHAPE,
	WINDOW_PADS,
	{"storage_order", ATTRIBUTE_INT, 8, LATEST, false, 0, 1, "0", NULL,
	 "how Indices count; with them only 0, row by row"},
	WINDOW_STRIDES,
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_INT8, 12},
	{DTYPE_UINT8, 12}, {DTYPE_BFLOAT16, 22}, {DTYPE_NONE, 0},
};
/* clang-format on */

static const struct output_rule outputs[] = {
	{"Y", .summary = "[N, C, D1, ...]"},
	[OUTPUT_PLACES] = {"Indices", .dtype = DTYPE_INT64, .optional = true, .since = 8,
		.summary = "Y's shape, the place in X of each element"},
	{.name = NULL},
};

static const int versions[] = {1, 8, 10, 11, 12, 22, 0};

/* The first of equal elements stays, be they zeros. A NaN is never greater, nor is
   anything greater than one: it is the result where it is the first element, which is
   what onnxruntime computes with Indices and of types that it has no vectors for. */
static union quantity
term(const struct window_plan *window, const struct algebra *algebra, union quantity most,
	union quantity x, union quantity w)
{
	(void)window;
	(void)w;
	return quantity_binary(algebra, VALUE_MAX, x, most);
}

static union quantity
place(const struct algebra *algebra, union quantity most, union quantity x,
	union quantity old, union quantity here)
{
	return algebra->compute(algebra,
		&(struct computation){.kind = VALUE_CHOOSE, .a = {x, most, here, old}});
}

const struct reduction reduce_max = {
	.begins_with_first = true,
	.empty = "their maximum is -infinity, or the lowest integer",
	.identity = reduction_lowest,
	.term = term,
	.join = VALUE_MAX,
	.place = place,
};

static bool
plan_max_pool(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	plan_begin(plan, PLAN_WINDOW, operation, arena);
	plan->u.window.reduction = &reduce_max;
	if (operation->output[OUTPUT_PLACES] &&
		operation_int(operation, "storage_order", 0)) {
		source_error(source,
			operation_attribute(operation, "storage_order")->where,
			"storage_order: Indices are counted row by row, expected 0, got "
			"1");
		return false;
	}
	return plan_pool(plan, operation, source, arena);
}

const struct op op_max_pool = {
	.name = "MaxPool",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = pool_inputs,
	.output = outputs,
	.attribute = attributes,
	.dtype = dtypes,
	.layouts = true,
	.summary = "the largest element of each window",
	.plan = plan_max_pool,
};
