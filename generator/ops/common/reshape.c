/* Reshape, Flatten, Squeeze, Unsqueeze: the same elements in the same order, in another
   shape. By themselves, they are copies. */

#include "ops/common/reshape.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/checked.h"
#include "diag/source.h"
#include "ops/common/integers.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/op.h"

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
plan_copy(struct plan *plan, const struct operation *operation, const int64_t *shape,
	int rank, struct source *source, struct arena *arena)
{
	if (!plan_set_output(plan, operation, shape, rank, source))
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

/* Reads one extent: as given, or the data's. */
static bool
read_extent(const struct integers *list, int64_t i, const struct tensor *src,
	bool zero_stays, int64_t *extent, struct source *source, struct arena *arena)
{
	const struct place *where = integers_element_place(list, i, source, arena);

	*extent = list->value[i];
	if (*extent < -1 || *extent > LENGTH_LIMIT) {
		source_error(source, where,
			"shape: expected an extent, 0 or -1, got %" PRId64, *extent);
		return false;
	}
	if (*extent || zero_stays)
		return true;
	if (i >= src->rank) {
		source_error(source, where,
			"shape: 0 stands for the extent of data there, which has %d "
			"dimensions",
			src->rank);
		return false;
	}
	*extent = src->shape[i];
	return true;
}

/* Replaces -1 by what is left. */
static bool
fill_open(const struct integers *list, int64_t *shape, const struct tensor *src,
	struct source *source, struct arena *arena)
{
	int64_t product = 1, open = -1;
	bool fits = true;

	for (int64_t i = 0; i < list->n; i++) {
		if (shape[i] >= 0) {
			fits &= !mul_overflows(product, shape[i], &product);
			continue;
		}
		if (open >= 0) {
			source_error(source,
				integers_element_place(list, i, source, arena),
				"shape: expected at most one -1, got another one");
			return false;
		}
		open = i;
	}
	if (open >= 0 && fits && product && src->nelement % product == 0) {
		shape[open] = src->nelement / product;
		return true;
	}
	if (open < 0 && fits && product == src->nelement)
		return true;
	source_error(source, integers_place(list),
		"shape: %s does not have the elements of data, %" PRId64,
		integers_text(list, arena), src->nelement);
	return false;
}

static bool
plan_reshape(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	bool zero_stays = operation_int(operation, "allowzero", 0);
	const struct tensor *src = operation->input[0];
	int64_t shape[MAX_RANK];
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
	for (int64_t i = 0; i < list.n; i++)
		if (!read_extent(&list, i, src, zero_stays, &shape[i], source, arena))
			return false;
	integers_add_detail(&list, plan, arena);
	return fill_open(&list, shape, src, source, arena) &&
	       plan_copy(plan, operation, shape, (int)list.n, source, arena);
}

static bool
plan_flatten(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	int64_t shape[2] = {1, 1};
	int axis;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!read_axis(operation, 1, src->rank, 1, &axis, source))
		return false;
	for (int i = 0; i < src->rank; i++)
		shape[i >= axis] *= src->shape[i];
	plan_add_detail(plan, arena_format(arena, "axis %d", axis), arena);
	return plan_copy(plan, operation, shape, 2, source, arena);
}

static bool
plan_squeeze(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	int axis[MAX_RANK], n, rank = 0;
	bool drops[MAX_RANK] = {false};
	int64_t shape[MAX_RANK];
	struct integers list;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!integers_read(&list, operation, "axes", source, arena) ||
		!integers_axes(&list, src->rank, axis, &n, source, arena))
		return false;
	for (int i = 0; i < n; i++) {
		drops[axis[i]] = src->shape[axis[i]] == 1;
		if (!list.given || drops[axis[i]])
			continue;
		source_error(source, integers_element_place(&list, i, source, arena),
			"axes: expected axes of extent 1, got axis %d of %" PRId64,
			axis[i], src->shape[axis[i]]);
		return false;
	}
	for (int i = 0; i < src->rank; i++)
		if (!drops[i])
			shape[rank++] = src->shape[i];
	integers_add_detail(&list, plan, arena);
	return plan_copy(plan, operation, shape, rank, source, arena);
}

static bool
plan_unsqueeze(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	int axis[MAX_RANK], n, rank, from = 0;
	int64_t shape[MAX_RANK] = {0};
	struct integers list;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!integers_read(&list, operation, "axes", source, arena))
		return false;
	if (list.n > MAX_RANK - src->rank) {
		source_error(source, integers_place(&list),
			"axes: the output would have more than %d dimensions", MAX_RANK);
		return false;
	}
	rank = src->rank + (int)list.n;
	if (!integers_axes(&list, rank, axis, &n, source, arena))
		return false;
	for (int i = 0; i < n; i++)
		shape[axis[i]] = -1;
	for (int i = 0; i < rank; i++)
		shape[i] = shape[i] < 0 ? 1 : src->shape[from++];
	integers_add_detail(&list, plan, arena);
	return plan_copy(plan, operation, shape, rank, source, arena);
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
