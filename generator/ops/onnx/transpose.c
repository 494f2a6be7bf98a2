/* Transpose: output axis i is the source's axis perm[i]; without perm their order is
   reversed. */

#include "ops/op.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/integers.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/shape/moved.h"

static const int versions[] = {1, 13, 21, 23, 24, 25, 0};

/* clang-format off */
static const struct attribute_rule attributes[] = {
	{"perm", ATTRIBUTE_INTS, 1, LATEST, false, 0, MAX_RANK - 1, "the axes reversed", NULL,
	 "the source's axis that each axis of the output is"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	{"data", .summary = "any shape"},
	{.name = NULL},
};
/* clang-format on */

static bool
read_perm(const struct operation *operation, int rank, int perm[MAX_RANK],
	struct plan *plan, struct source *source, struct arena *arena)
{
	struct integers list;
	int n;

	if (!integers_read(&list, operation, "perm", source, arena))
		return false;
	shape_reverse((size_t)rank, perm);
	if (!list.given)
		return true;
	if (!integers_expect(&list, rank, "dimension of data", source) ||
		!integers_axes(&list, rank, perm, &n, source, arena))
		return false;
	integers_add_detail(&list, plan, arena);
	return true;
}

static bool
plan_transpose(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	const struct dims in = tensor_dims(src);
	struct dims out;
	int64_t src_inc[MAX_RANK], dst_inc[MAX_RANK];
	struct move_plan *move;
	int perm[MAX_RANK];

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!read_perm(operation, src->rank, perm, plan, source, arena))
		return false;
	shape_transpose(&in, perm, &out);
	if (!plan_set_dims(plan, operation, &out, source))
		return false;
	if (!plan->dst.nelement)
		return true;
	tensor_incs(plan->src, src_inc);
	tensor_incs(&plan->dst, dst_inc);
	move = move_begin(plan, plan->src, &plan->dst, arena);
	for (int i = 0; i < src->rank; i++)
		move_add_axis(move,
			&(struct move_axis){.grid = out.extent[i],
				.phase = 1,
				.src_grid = src_inc[perm[i]],
				.dst_grid = dst_inc[i]},
			arena);
	return true;
}

const struct op op_transpose = {
	.name = "Transpose",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("transposed"),
	.attribute = attributes,
	.dtype = move_dtypes,
	.summary = "the axes in another order",
	.plan = plan_transpose,
};
