/* Gather: the elements at indices along one axis, in the order and shape of the indices.
   From version 11 on, negative ones count from the end of the axis; in all versions where
   they are known at run time only. */

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/integers.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/op.h"
#include "ops/shape/moved.h"

enum {
	INPUT_INDICES = 1
};

static const int versions[] = {1, 11, 13, 0};

/* clang-format off */
static const struct attribute_rule attributes[] = {
	{"axis", ATTRIBUTE_INT, 1, LATEST, false, -MAX_RANK, MAX_RANK - 1, "0", NULL,
	 "the axis that the indices are of; negative: from the end"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	{"data", .summary = "any shape but []"},
	{"indices", .own_dtype = OWN_INDEX, .summary = "any shape"},
	{.name = NULL},
};
/* clang-format on */

static bool
read_indices(const struct operation *operation, int64_t extent, int64_t *place,
	struct source *source, struct arena *arena)
{
	const struct tensor *indices = operation->input[INPUT_INDICES];
	int64_t least = operation->version < 11 ? 0 : -extent;

	for (int64_t i = 0; i < indices->nelement; i++) {
		int64_t index = integer_element(operation, INPUT_INDICES, i);

		place[i] = index < 0 ? index + extent : index;
		if (index >= least && index < extent)
			continue;
		source_error(source,
			element_place(operation, INPUT_INDICES, i, source, arena),
			"indices: expected %" PRId64 " to %" PRId64 ", got %" PRId64,
			least, extent - 1, index);
		return false;
	}
	return true;
}

static bool
plan_gathered(struct plan *plan, const struct operation *operation, int axis,
	const int64_t *place, struct source *source, struct arena *arena)
{
	const struct tensor *data = operation->input[0];
	struct pieces pieces[3] = {{0}};
	int64_t outer = 1, inner = 1, n = operation->input[INPUT_INDICES]->nelement;

	for (int i = 0; i < data->rank; i++)
		*(i < axis ? &outer : &inner) *= i == axis ? 1 : data->shape[i];
	pieces_add(
		&pieces[0], outer, 0, n * inner, 0, 1, data->shape[axis] * inner, arena);
	pieces_add_places(&pieces[1], n, inner, place, inner, arena);
	pieces_add(&pieces[2], inner, 0, 1, 0, 1, 1, arena);
	if (move_pieces(plan, plan->src, &plan->dst, pieces, 3, arena))
		return true;
	source_error(source, operation->input_where[INPUT_INDICES],
		"indices: there are more than opgen writes out");
	return false;
}

/* The same of indices that are not known yet. */
static bool
plan_picked(struct plan *plan, const struct operation *operation, int axis,
	struct source *source)
{
	const struct tensor *data = operation->input[0];
	int64_t outer = 1, inner = 1, n = operation->input[INPUT_INDICES]->nelement;
	int64_t extent = data->shape[axis];

	if (!extent && plan->dst.nelement) {
		source_error(source, operation->input_where[INPUT_INDICES],
			"indices: axis %d of data has no elements to be picked", axis);
		return false;
	}
	for (int i = 0; i < data->rank; i++)
		*(i < axis ? &outer : &inner) *= i == axis ? 1 : data->shape[i];
	plan->kind = PLAN_PICK;
	plan->u.pick = (struct pick_plan){
		.indices = plan_add_operand(plan, operation, INPUT_INDICES),
		.nindex = 1,
		.index = {{0, extent, inner}},
	};
	pick_add_axis(
		&plan->u.pick, (struct pick_axis){outer, extent * inner, n * inner, 0});
	pick_add_axis(&plan->u.pick, (struct pick_axis){n, 0, inner, 1});
	pick_add_axis(&plan->u.pick, (struct pick_axis){inner, 1, 1, 0});
	return true;
}

static bool
plan_gather(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct tensor *data = operation->input[0];
	const struct tensor *indices = operation->input[INPUT_INDICES];
	int64_t *place;
	const struct dims in = tensor_dims(data), at = tensor_dims(indices);
	struct dims out;
	int axis;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!read_axis(operation, 0, data->rank, 0, &axis, source))
		return false;
	place = arena_array(
		arena, int64_t, indices->constant ? indices->nelement + 1 : 1);
	if (indices->constant &&
		!read_indices(operation, data->shape[axis], place, source, arena))
		return false;
	if (!shape_gather(&in, &at, (size_t)axis, 0, &out) || out.rank > MAX_RANK) {
		source_error(source, operation->input_where[INPUT_INDICES],
			"indices: the output would have %d dimensions, more than %d",
			(int)out.rank, MAX_RANK);
		return false;
	}
	plan_add_detail(plan, arena_format(arena, "axis %d", axis), arena);
	if (!plan_set_dims(plan, operation, &out, source))
		return false;
	if (!indices->constant)
		return plan_picked(plan, operation, axis, source);
	return !plan->dst.nelement ||
	       plan_gathered(plan, operation, axis, place, source, arena);
}

const struct op op_gather = {
	.name = "Gather",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = move_dtypes,
	.summary = "the elements of an axis that indices name",
	.plan = plan_gather,
};
