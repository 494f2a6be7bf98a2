#include "ops/common/parts.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/reduce.h"
#include "ops/op.h"

enum {
	INPUT_X,
	INPUT_SCALE,
	INPUT_B
};

/* clang-format off */
static const struct attribute_rule attributes[] = {
	{"consumed_inputs", ATTRIBUTE_INTS,  1, 5,      false, 0, LENGTH_LIMIT, "none", NULL,
	 "what may be overwritten; nothing is"},
	{"epsilon",         ATTRIBUTE_FLOAT, 1, LATEST, false, 0, 0, "1e-05", NULL, "added to the variance"},
	{.name = NULL},
};
/* clang-format on */

static const int versions[] = {1, 6, 22, 0};

static const struct input_rule inputs[] = {
	[INPUT_X] = {"input", .summary = "[N, C, D1, ...]"},
	[INPUT_SCALE] = {"scale", .summary = "[C]"},
	[INPUT_B] = {"B", .summary = "[C]"},
	{.name = NULL},
};

/* One number for each channel. */
static void
check_channels(const struct operation *operation, int input, struct source *source,
	struct arena *arena)
{
	const struct tensor *tensor = operation->input[input];
	int64_t channels = operation->input[INPUT_X]->shape[1];

	if (tensor->rank == 1 && tensor->shape[0] == channels)
		return;
	source_error(source, operation->input_where[input],
		"%s: expected [%" PRId64 "], one element for each channel, got %s",
		operation->op->input[input].name, channels,
		extents_text(tensor->shape, (size_t)tensor->rank, arena));
}

static bool
plan_instance_normalization(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct reduce_plan *reduce = &plan->u.reduce;
	size_t nerror = source->nerror;
	int64_t plane = 1;
	const struct operand *src;

	plan_begin(plan, PLAN_REDUCE, operation, arena);
	src = plan->src;
	reduce->kind = REDUCE_NORMALIZE;
	reduce->scale = plan_add_operand(plan, operation, INPUT_SCALE);
	reduce->bias = plan_add_operand(plan, operation, INPUT_B);
	reduce->epsilon = operation_float(operation, "epsilon", (double)1e-5f);
	if (src->rank < 3) {
		source_error(source, operation->input_where[INPUT_X],
			"input: expected 3 dimensions or more, [N, C, D1, ...], got %d",
			src->rank);
		return false;
	}
	check_channels(operation, INPUT_SCALE, source, arena);
	check_channels(operation, INPUT_B, source, arena);
	if (source->nerror > nerror ||
		!plan_set_output(plan, operation, src->shape, src->rank, source))
		return false;
	for (int i = 2; i < src->rank; i++)
		plane *= src->shape[i];
	if (src->shape[0] != 1)
		reduce->kept[reduce->nkept++] = (struct reduce_axis){
			src->shape[0], src->shape[1] * plane, src->shape[1] * plane, 0};
	if (src->shape[1] != 1)
		reduce->kept[reduce->nkept++] =
			(struct reduce_axis){src->shape[1], plane, plane, 1};
	if (plane != 1)
		reduce->row[reduce->nrow++] = (struct reduce_axis){plane, 1, 1, 0};
	reduce->count = plane;
	plan_add_detail(
		plan, arena_format(arena, "epsilon %.9g", reduce->epsilon), arena);
	return true;
}

const struct op op_instance_normalization = {
	.name = "InstanceNormalization",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = window_dtypes,
	.summary = "each plane less its mean, over its standard deviation, times scale, "
		   "plus B",
	.plan = plan_instance_normalization,
};
