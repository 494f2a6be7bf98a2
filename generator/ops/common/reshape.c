/* Reshape, Flatten, Squeeze, Unsqueeze: the same elements in the same order, in another
   shape. By themselves, they are copies. */

#include "ops/common/reshape.h"

#include <inttypes.h>

#include "base/arena.h"
#include "diag/source.h"
#include "ops/common/integers.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/op.h"
#include "ops/shape/moved.h"

static const int reshape_versions[] = {1, 5, 13, 14, 19, 21, 23, 24, 25, 0};
static const int flatten_versions[] = {1, 9, 11, 13, 21, 23, 24, 25, 0};
static const int axes_versions[] = {1, 11, 13, 21, 23, 24, 25, 0};

/* clang-format off */
static const struct attribute_rule reshape_attributes[] = {
	{"shape", ATTRIBUTE_INTS, 1, 4, true, -1, LENGTH_LIMIT, NULL, NULL,
	 "the output's extents: 0 as in data, one of them -1: what is left"},
	{"consumed_inputs", ATTRIBUTE_INTS, 1, 4, false, INT64_MIN, INT64_MAX, "none", NULL,
	 "not looked at"},
	{"allowzero", ATTRIBUTE_INT, 14, LATEST, false, 0, 1, "0", NULL,
	 "1: an extent of 0 is one"},
	{.name = NULL},
};

static const struct attribute_rule flatten_attributes[] = {
	{"axis", ATTRIBUTE_INT, 1, 10, false, 0, MAX_RANK, "1", NULL,
	 "the first axis that goes to the second dimension"},
	{"axis", ATTRIBUTE_INT, 11, LATEST, false, -MAX_RANK, MAX_RANK, "1", NULL,
	 "the first axis that goes to the second dimension; negative: from the end"},
	{.name = NULL},
};

static const struct attribute_rule squeeze_attributes[] = {
	{"axes", ATTRIBUTE_INTS, 1, 10, false, 0, MAX_RANK - 1, "all of extent 1", NULL,
	 "the axes that drop out"},
	{"axes", ATTRIBUTE_INTS, 11, 12, false, -MAX_RANK, MAX_RANK - 1, "all of extent 1",
	 NULL, "the axes that drop out; negative: from the end"},
	{.name = NULL},
};

static const struct attribute_rule unsqueeze_attributes[] = {
	{"axes", ATTRIBUTE_INTS, 1, 10, true, 0, MAX_RANK - 1, NULL, NULL,
	 "the axes of the output that are new"},
	{"axes", ATTRIBUTE_INTS, 11, 12, true, -MAX_RANK, MAX_RANK - 1, NULL, NULL,
	 "the axes of the output that are new; negative: from the end"},
	{.name = NULL},
};

static const struct input_rule reshape_inputs[] = {
	{"data", .summary = "any shape"},
	{"shape", .constant = true, .own_dtype = OWN_INT64, .since = 5,
		.summary = "[rank], the output's extents: 0 as in data, one -1: what is left"},
	{.name = NULL},
};

static const struct input_rule flatten_inputs[] = {
	{"input", .summary = "any shape"},
	{.name = NULL},
};

static const struct input_rule squeeze_inputs[] = {
	{"data", .summary = "any shape"},
	{"axes", .optional = true, .constant = true, .own_dtype = OWN_INT64, .since = 13,
		.summary = "[n], the axes that drop out; all of extent 1 where it is absent"},
	{.name = NULL},
};

static const struct input_rule unsqueeze_inputs[] = {
	{"data", .summary = "any shape"},
	{"axes", .constant = true, .own_dtype = OWN_INT64, .since = 13,
		.summary = "[n], the axes of the output that are new"},
	{.name = NULL},
};

static const struct dtype_rule reshape_dtypes[] = {MOVE_DTYPES(5)};
static const struct dtype_rule flatten_dtypes[] = {MOVE_DTYPES(9)};
/* clang-format on */

bool
plan_copy(struct plan *plan, const struct operation *operation, const struct dims *dims,
	struct source *source, struct arena *arena)
{
	if (!plan_set_dims(plan, operation, dims, source))
		return false;
	if (plan->dst.nelement)
		move_add_axis(move_begin(plan, plan->src, &plan->dst, arena),
			&(struct move_axis){.grid = plan->dst.nelement,
				.phase = 1,
				.src_grid = 1,
				.dst_grid = 1},
			arena);
	return true;
}

/* Says why a list is no shape for the data. */
static void
refuse_shape(const struct integers *list, const struct misfit *misfit,
	const struct tensor *src, struct source *source, struct arena *arena)
{
	int64_t at = (int64_t)misfit->at;
	const struct place *where =
		misfit->kind == MISFIT_WHOLE
			? integers_place(list)
			: integers_element_place(list, at, source, arena);

	if (misfit->kind == MISFIT_VALUE)
		source_error(source, where,
			"shape: expected an extent, 0 or -1, got %" PRId64,
			list->value[at]);
	else if (misfit->kind == MISFIT_AXIS)
		source_error(source, where,
			"shape: 0 stands for the extent of data there, which has %d "
			"dimensions",
			src->rank);
	else if (misfit->kind == MISFIT_TWICE)
		source_error(
			source, where, "shape: expected at most one -1, got another one");
	else
		source_error(source, where,
			"shape: %s does not have the elements of data, %" PRId64,
			integers_text(list, arena), src->nelement);
}

static bool
plan_reshape(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	bool zero_stays = operation_int(operation, "allowzero", 0);
	const struct tensor *src = operation->input[0];
	const struct dims in = tensor_dims(src);
	struct dims out;
	struct misfit misfit;
	struct integers list;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!integers_read(&list, operation, "shape", source, arena))
		return false;
	if (list.n > MAX_RANK) {
		source_error(source, integers_place(&list),
			"shape: expected at most %d extents, got %" PRId64, MAX_RANK,
			list.n);
		return false;
	}
	integers_add_detail(&list, plan, arena);
	misfit = shape_reshape(&in, list.value, (size_t)list.n, !zero_stays, &out);
	if (misfit.kind == FITS)
		return plan_copy(plan, operation, &out, source, arena);
	refuse_shape(&list, &misfit, src, source, arena);
	return false;
}

static bool
plan_flatten(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct dims in = tensor_dims(operation->input[0]);
	struct dims out;
	int axis;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!read_axis(operation, 1, (int)in.rank, 1, &axis, source))
		return false;
	if (!shape_flatten(&in, (size_t)axis, &out)) {
		plan_refuse_size(operation, source);
		return false;
	}
	plan_add_detail(plan, arena_format(arena, "axis %d", axis), arena);
	return plan_copy(plan, operation, &out, source, arena);
}

static bool
plan_squeeze(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct dims in = tensor_dims(operation->input[0]);
	int axis[MAX_RANK], n;
	struct misfit misfit;
	struct integers list;
	struct dims out;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!integers_read(&list, operation, "axes", source, arena) ||
		!integers_axes(&list, (int)in.rank, axis, &n, source, arena))
		return false;
	misfit = shape_squeeze(&in, list.given ? axis : NULL, (size_t)n, &out);
	integers_add_detail(&list, plan, arena);
	if (misfit.kind == FITS)
		return plan_copy(plan, operation, &out, source, arena);
	source_error(source,
		integers_element_place(&list, (int64_t)misfit.at, source, arena),
		"axes: expected axes of extent 1, got axis %d of %" PRId64,
		axis[misfit.at], in.extent[axis[misfit.at]]);
	return false;
}

static bool
plan_unsqueeze(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	const struct dims in = tensor_dims(operation->input[0]);
	int axis[MAX_RANK], n;
	struct integers list;
	struct dims out;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!integers_read(&list, operation, "axes", source, arena))
		return false;
	if (list.n > MAX_RANK - (int64_t)in.rank) {
		source_error(source, integers_place(&list),
			"axes: the output would have more than %d dimensions", MAX_RANK);
		return false;
	}
	if (!integers_axes(
		    &list, (int)(in.rank + (size_t)list.n), axis, &n, source, arena))
		return false;
	shape_unsqueeze(&in, axis, (size_t)list.n, &out);
	integers_add_detail(&list, plan, arena);
	return plan_copy(plan, operation, &out, source, arena);
}

const struct op op_reshape = {
	.name = "Reshape",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = reshape_versions,
	.input = reshape_inputs,
	.output = OUTPUT("reshaped"),
	.attribute = reshape_attributes,
	.dtype = reshape_dtypes,
	.summary = "the same elements in another shape",
	.plan = plan_reshape,
};

const struct op op_flatten = {
	.name = "Flatten",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = flatten_versions,
	.input = flatten_inputs,
	.output = OUTPUT("output"),
	.attribute = flatten_attributes,
	.dtype = flatten_dtypes,
	.summary = "the same elements in two dimensions",
	.plan = plan_flatten,
};

const struct op op_squeeze = {
	.name = "Squeeze",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = axes_versions,
	.input = squeeze_inputs,
	.output = OUTPUT("squeezed"),
	.attribute = squeeze_attributes,
	.dtype = move_dtypes,
	.summary = "the same elements without axes of extent 1",
	.plan = plan_squeeze,
};

const struct op op_unsqueeze = {
	.name = "Unsqueeze",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = axes_versions,
	.input = unsqueeze_inputs,
	.output = OUTPUT("expanded"),
	.attribute = unsqueeze_attributes,
	.dtype = move_dtypes,
	.summary = "the same elements with further axes of extent 1",
	.plan = plan_unsqueeze,
};
