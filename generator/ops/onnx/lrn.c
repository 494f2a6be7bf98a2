#include "ops/common/parts.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/reduce.h"
#include "ops/op.h"

/* clang-format off */
static const struct attribute_rule attributes[] = {
	{"alpha", ATTRIBUTE_FLOAT, 1, LATEST, false, 0, 0, "0.0001", NULL, "factor of the squares' mean"},
	{"beta",  ATTRIBUTE_FLOAT, 1, LATEST, false, 0, 0, "0.75", NULL, "exponent"},
	{"bias",  ATTRIBUTE_FLOAT, 1, LATEST, false, 0, 0, "1.0", NULL, "added to that"},
	{"size",  ATTRIBUTE_INT,   1, LATEST, true,  1, 1 << 16, NULL, NULL, "channels that are summed over"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1}, {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 13}, {DTYPE_NONE, 0},
};
/* clang-format on */

static const int versions[] = {1, 13, 0};

static bool
plan_lrn(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct reduce_plan *reduce = &plan->u.reduce;
	int64_t size = operation_int(operation, "size", 1);
	bool reduced[MAX_RANK] = {[1] = true};

	plan_begin(plan, PLAN_REDUCE, operation, arena);
	if (plan->src->rank < 3) {
		source_error(source, operation->input_where[0],
			"X: expected 3 dimensions or more, [N, C, D1, ...], got %d",
			plan->src->rank);
		return false;
	}
	reduce->kind = REDUCE_LOCAL;
	reduce->before = (size - 1) / 2;
	reduce->after = size - 1 - reduce->before;
	reduce->alpha = operation_float(operation, "alpha", (double)1e-4f) / (double)size;
	if (operation->dtype != DTYPE_FLOAT64)
		reduce->alpha = (double)(float)reduce->alpha;
	reduce->beta = operation_float(operation, "beta", 0.75);
	reduce->add = operation_float(operation, "bias", 1);
	plan_add_detail(plan,
		arena_format(arena,
			"size %" PRId64 ", alpha / size %.9g, beta %.9g, bias %.9g", size,
			reduce->alpha, reduce->beta, reduce->add),
		arena);
	if (!plan_set_output(plan, operation, plan->src->shape, plan->src->rank, source))
		return false;
	reduce_add_axes(plan, reduced, true);
	return true;
}

const struct op op_lrn = {
	.name = "LRN",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = pool_inputs,
	.output = OUTPUT("Y"),
	.attribute = attributes,
	.dtype = dtypes,
	.summary =
		"each element over a power of the squares' sum of some channels about it",
	.plan = plan_lrn,
};
