/* Concat: tensors joined along an axis. Split: the inverse, with an output for each part.
   Without given sizes the parts are equal; from version 18 on, the last one may be
   smaller. */

#include <inttypes.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/integers.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/op.h"
#include "ops/shape/moved.h"

static const int concat_versions[] = {1, 4, 11, 13, 0};
static const int split_versions[] = {1, 2, 11, 13, 18, 0};

/* clang-format off */
static const struct attribute_rule concat_attributes[] = {
	{"axis", ATTRIBUTE_INT, 1, 3, false, -MAX_RANK, MAX_RANK - 1, "1", NULL,
	 "the axis along which the inputs follow each other"},
	{"axis", ATTRIBUTE_INT, 4, LATEST, true, -MAX_RANK, MAX_RANK - 1, NULL, NULL,
	 "the axis along which the inputs follow each other; negative: from the end"},
	{.name = NULL},
};

static const struct attribute_rule split_attributes[] = {
	{"axis", ATTRIBUTE_INT, 1, LATEST, false, -MAX_RANK, MAX_RANK - 1, "0", NULL,
	 "the axis that is cut; negative: from the end"},
	{"split", ATTRIBUTE_INTS, 1, 12, false, 0, LENGTH_LIMIT, "equal parts", NULL,
	 "the extent of each part"},
	{"num_outputs", ATTRIBUTE_INT, 18, LATEST, false, 1, MOST_OUTPUTS, "none", NULL,
	 "how many equal parts, of which the last may be smaller"},
	{.name = NULL},
};

static const struct input_rule concat_inputs[] = {
	{"inputs", .variadic = true, .summary = "the same extents but along the axis"},
	{.name = NULL},
};

static const struct input_rule split_inputs[] = {
	{"input", .summary = "any shape but []"},
	{"split", .optional = true, .constant = true, .until = 1,
		.summary = "[n], whole numbers: the extent of each part; or the attribute"},
	{"split", .optional = true, .constant = true, .own_dtype = OWN_INT64, .since = 13,
		.summary = "[n], the extent of each part; equal parts where it is absent"},
	{.name = NULL},
};

static const struct output_rule split_outputs[] = {
	{"outputs", .variadic = true, .summary = "the parts, one after the other"},
	{.name = NULL},
};

static const struct dtype_rule concat_dtypes[] = {MOVE_DTYPES(4)};
static const struct dtype_rule split_dtypes[] = {MOVE_DTYPES(2)};
/* clang-format on */

/* Adds the movement of a part that begins at `at` along an axis of the whole, from or
   into the whole. */
static void
add_part(struct plan *plan, const struct operand *src, const struct operand *dst,
	int axis, int64_t at, struct arena *arena)
{
	bool whole_is_src = src->shape[axis] > dst->shape[axis];
	const struct operand *part = whole_is_src ? dst : src;
	struct move_plan *move = move_begin(plan, src, dst, arena);
	int64_t src_inc[MAX_RANK], dst_inc[MAX_RANK];

	tensor_incs(src, src_inc);
	tensor_incs(dst, dst_inc);
	if (whole_is_src)
		move->src_base = at * src_inc[axis];
	else
		move->dst_base = at * dst_inc[axis];
	for (int i = 0; i < part->rank; i++)
		move_add_axis(move,
			&(struct move_axis){.grid = part->shape[i],
				.phase = 1,
				.src_grid = src_inc[i],
				.dst_grid = dst_inc[i]},
			arena);
}

static void
refuse_shape(const struct operation *operation, int input, int axis,
	struct source *source, struct arena *arena)
{
	const struct tensor *first = operation->input[0],
			    *tensor = operation->input[input];

	source_error(source, operation->input_where[input],
		"%s: expected the extents of %s, %s, but for axis %d, got %s",
		operation->input_name[input], operation->input_name[0],
		extents_text(first->shape, (size_t)first->rank, arena), axis,
		extents_text(tensor->shape, (size_t)tensor->rank, arena));
}

/* Adds the inputs but the first to the operands and to the shape. */
static bool
join_inputs(const struct operation *operation, int axis, struct dims *shape,
	struct plan *plan, struct source *source, struct arena *arena)
{
	bool good = true;

	for (int i = 1; i < operation->ninput; i++) {
		const struct dims more = tensor_dims(operation->input[i]);
		enum misfit_kind kind = shape_concat(&more, (size_t)axis, shape);

		plan_add_operand(plan, operation, i);
		if (kind == MISFIT_EXTENT)
			refuse_shape(operation, i, axis, source, arena);
		if (kind == MISFIT_SIZE) {
			plan_refuse_size(operation, source);
			return false;
		}
		good &= kind == FITS;
	}
	return good;
}

static bool
plan_concat(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct dims shape = tensor_dims(operation->input[0]);
	int64_t at = 0;
	int axis;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!read_axis(operation, 1, (int)shape.rank, 0, &axis, source) ||
		!join_inputs(operation, axis, &shape, plan, source, arena))
		return false;
	plan_add_detail(plan, arena_format(arena, "axis %d", axis), arena);
	if (!plan_set_dims(plan, operation, &shape, source))
		return false;
	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];

		if (operand->nelement)
			add_part(plan, operand, &plan->dst, axis, at, arena);
		at += operand->shape[axis];
	}
	return true;
}

/* The place of the number of a Split's parts, for messages. */
static const struct place *
count_place(const struct operation *operation, const struct integers *split)
{
	const struct attribute *count = operation_attribute(operation, "num_outputs");

	return split->given ? integers_place(split)
	       : count      ? count->where
			    : operation->node->where;
}

/* The number of parts, on which inputs, attributes and outputs must agree. 0: they do
   not. */
static int64_t
count_parts(const struct operation *operation, const struct integers *split,
	struct source *source)
{
	int64_t asked = (int64_t)operation_noutput(operation), n = asked;
	int64_t count = operation_int(operation, "num_outputs", 0);

	if (operation->version >= 18 && !split->given && !count) {
		source_error(source, operation->node->where,
			"outputs: expected split or num_outputs, since version 18");
		return 0;
	}
	if (split->given && count)
		source_error(source, count_place(operation, split),
			"num_outputs: either split or num_outputs is given");
	else if (split->given || count)
		n = split->given ? split->n : count;
	else if (!asked)
		source_error(source, operation->node->where,
			"outputs: expected \"outputs\": [\"outputs_0\", ...], one name "
			"for "
			"each part, or split");
	if (n > MOST_OUTPUTS || (split->given && !n))
		source_error(source, count_place(operation, split),
			"split: expected 1 to %d parts, got %" PRId64, MOST_OUTPUTS, n);
	else if (asked && n != asked)
		source_error(source, count_place(operation, split),
			"%s: expected a part for each of the %" PRId64
			" outputs, got %" PRId64,
			split->given ? "split" : "num_outputs", asked, n);
	else if (!split->given || !count)
		return n;
	return 0;
}

/* The extents of equal parts. */
static bool
find_parts(const struct operation *operation, int axis, int64_t *size, int64_t n,
	struct source *source)
{
	int64_t extent = operation->input[0]->shape[axis];
	bool uneven = operation->version >= 18;

	for (int64_t i = 0; i < n; i++) {
		if (shape_part(extent, (size_t)i, (size_t)n, uneven, &size[i]))
			continue;
		source_error(source, operation->node->where,
			"outputs: axis %d of %" PRId64
			" elements cannot be cut into %" PRId64 " equal parts",
			axis, extent, n);
		return false;
	}
	return true;
}

/* The extents of parts that are given. */
static bool
find_sizes(const struct operation *operation, const struct integers *split, int axis,
	int64_t *size, struct source *source, struct arena *arena)
{
	int64_t extent = operation->input[0]->shape[axis], left = extent;

	for (int64_t i = 0; i < split->n; i++) {
		size[i] = split->value[i];
		if (size[i] < 0 || size[i] > left) {
			source_error(source,
				integers_element_place(split, i, source, arena),
				"split: expected 0 to %" PRId64
				" elements, which are left of axis %d, got %" PRId64,
				left, axis, size[i]);
			return false;
		}
		left -= size[i];
	}
	if (left)
		source_error(source, integers_place(split),
			"split: expected a sum of %" PRId64
			", the extent of axis %d, got %" PRId64,
			extent, axis, extent - left);
	return !left;
}

static bool
set_outputs(struct plan *plan, const struct operation *operation, int axis,
	const int64_t *size, int64_t n, struct source *source, struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	int64_t shape[MAX_RANK] = {0};

	for (int i = 0; i < src->rank; i++)
		shape[i] = src->shape[i];
	for (int i = 0; i < n; i++) {
		shape[axis] = size[i];
		if (!plan_add_output(plan, operation, i, shape, src->rank, source, arena))
			return false;
	}
	return true;
}

static bool
plan_split(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	int64_t size[MOST_OUTPUTS], n, at = 0;
	struct integers split;
	int axis;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!integers_read(&split, operation, "split", source, arena) ||
		!read_axis(operation, 0, src->rank, 0, &axis, source))
		return false;
	if (split.input >= 0 && split.attribute) {
		source_error(source, split.attribute->where,
			"split: either the input or the attribute is given");
		return false;
	}
	n = count_parts(operation, &split, source);
	if (!n ||
		!(split.given ? find_sizes(operation, &split, axis, size, source, arena)
			      : find_parts(operation, axis, size, n, source)) ||
		!set_outputs(plan, operation, axis, size, n, source, arena))
		return false;
	plan_add_detail(plan, arena_format(arena, "axis %d", axis), arena);
	integers_add_detail(&split, plan, arena);
	for (size_t i = 0; i < plan_noutput(plan); i++) {
		const struct operand *output = plan_output(plan, i);

		if (output->nelement)
			add_part(plan, plan->src, output, axis, at, arena);
		at += output->shape[axis];
	}
	return true;
}

const struct op op_concat = {
	.name = "Concat",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = concat_versions,
	.input = concat_inputs,
	.output = OUTPUT("concat_result"),
	.attribute = concat_attributes,
	.dtype = concat_dtypes,
	.summary = "tensors one after the other along an axis",
	.plan = plan_concat,
};

const struct op op_split = {
	.name = "Split",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = split_versions,
	.input = split_inputs,
	.output = split_outputs,
	.attribute = split_attributes,
	.dtype = split_dtypes,
	.summary = "an axis cut into parts, each an output",
	.plan = plan_split,
};
