/* Slice: the elements start, start + step, ... before the end of each axis. Negative
   bounds count from the end of the axis; bounds outside of it are clamped, a start to an
   element of the axis also backwards. Versions 1 and 10 do not mention negative axes;
   they are accepted there, too. */

#include "ops/op.h"

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/integers.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/shape/slice_range.h"
#include "ops/shape/strided.h"

static const int versions[] = {1, 10, 11, 13, 0};

/* clang-format off */
static const struct attribute_rule attributes[] = {
	{"starts", ATTRIBUTE_INTS, 1, 9, true, INT64_MIN, INT64_MAX, NULL, NULL,
	 "where each of the axes begins"},
	{"ends", ATTRIBUTE_INTS, 1, 9, true, INT64_MIN, INT64_MAX, NULL, NULL,
	 "where each of the axes ends: the first element that is not taken"},
	{"axes", ATTRIBUTE_INTS, 1, 9, false, -MAX_RANK, MAX_RANK - 1, "the first ones", NULL,
	 "the axes that are cut"},
	{.name = NULL},
};

static const struct input_rule inputs[] = {
	{"data", .summary = "any shape"},
	{"starts", .constant = true, .own_dtype = OWN_INDEX, .since = 10,
		.summary = "[n], where each of the axes begins"},
	{"ends", .constant = true, .own_dtype = OWN_INDEX, .since = 10,
		.summary = "[n], the first element of each that is not taken"},
	{"axes", .optional = true, .constant = true, .own_dtype = OWN_INDEX, .since = 10,
		.summary = "[n], the axes that are cut; the first ones where it is absent"},
	{"steps", .optional = true, .constant = true, .own_dtype = OWN_INDEX, .since = 10,
		.summary = "[n], the distance of what is taken, negative backwards; 1 each"},
	{.name = NULL},
};
/* clang-format on */

struct slice {
	struct integers starts, ends, axes, steps;
	int axis[MAX_RANK], naxis;
};

static bool
read_lists(struct slice *slice, const struct operation *operation, struct source *source,
	struct arena *arena)
{
	bool starts = integers_read(&slice->starts, operation, "starts", source, arena);
	bool ends = integers_read(&slice->ends, operation, "ends", source, arena);
	bool axes = integers_read(&slice->axes, operation, "axes", source, arena);
	bool steps = integers_read(&slice->steps, operation, "steps", source, arena);

	return starts && ends && axes && steps;
}

/* Whether the lists fit each other and the tensor. */
static bool
check_lists(struct slice *slice, int rank, struct source *source, struct arena *arena)
{
	if (!integers_axes(&slice->axes, rank, slice->axis, &slice->naxis, source, arena))
		return false;
	if (!slice->axes.given) {
		slice->naxis = (int)slice->starts.n;
		if (slice->starts.n > rank)
			return integers_expect(
				&slice->starts, rank, "dimension of data", source);
	}
	if (!integers_expect(&slice->starts, slice->naxis, "axis", source) ||
		!integers_expect(&slice->ends, slice->naxis, "axis", source) ||
		(slice->steps.given &&
			!integers_expect(&slice->steps, slice->naxis, "axis", source)))
		return false;
	for (int64_t i = 0; i < slice->steps.n; i++)
		if (!slice->steps.value[i]) {
			source_error(source,
				integers_element_place(&slice->steps, i, source, arena),
				"steps: expected a step, got 0");
			return false;
		}
	return true;
}

static void
check_ends(const struct slice *slice, struct source *source, struct arena *arena)
{
	for (int i = 0; i < slice->naxis; i++)
		slice_check_end(source,
			integers_element_place(&slice->ends, i, source, arena),
			slice->ends.name, slice->ends.value[i],
			slice->steps.given ? slice->steps.value[i] : 1);
}

static bool
plan_slice(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	const struct dims in = tensor_dims(src);
	struct dims out;
	int64_t src_inc[MAX_RANK], dst_inc[MAX_RANK];
	struct slice_range taken[KNOWN_RANK];
	struct slice_entries entries;
	struct slice slice;
	struct move_plan *move;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!read_lists(&slice, operation, source, arena) ||
		!check_lists(&slice, src->rank, source, arena))
		return false;
	check_ends(&slice, source, arena);
	entries = (struct slice_entries){.n = (size_t)slice.naxis,
		.begin = slice.starts.value,
		.end = slice.ends.value,
		.step = slice.steps.given ? slice.steps.value : NULL};
	shape_slice(&in, &entries, slice.axis, taken, &out);
	integers_add_detail(&slice.starts, plan, arena);
	integers_add_detail(&slice.ends, plan, arena);
	integers_add_detail(&slice.axes, plan, arena);
	integers_add_detail(&slice.steps, plan, arena);
	if (!plan_set_dims(plan, operation, &out, source))
		return false;
	if (!plan->dst.nelement)
		return true;
	tensor_incs(plan->src, src_inc);
	tensor_incs(&plan->dst, dst_inc);
	move = move_begin(plan, plan->src, &plan->dst, arena);
	for (int i = 0; i < src->rank; i++) {
		move->src_base += taken[i].first * src_inc[i];
		move_add_axis(move,
			&(struct move_axis){.grid = out.extent[i],
				.phase = 1,
				.src_grid = out.extent[i] > 1 ? taken[i].step * src_inc[i]
							      : 0,
				.dst_grid = dst_inc[i]},
			arena);
	}
	return true;
}

const struct op op_slice = {
	.name = "Slice",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = move_dtypes,
	.summary = "a part of each axis, perhaps backwards",
	.plan = plan_slice,
};
