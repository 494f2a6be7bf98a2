/* Expand: the source and a shape, broadcast to each other. Tile: the source repeated
   along each axis; in version 1 along one axis, with numbers of type T. */

#include <inttypes.h>
#include <math.h>

#include "base/arena.h"
#include "base/checked.h"
#include "diag/source.h"
#include "ops/common/integers.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/op.h"
#include "ops/shape/moved.h"

enum {
	INPUT_TILES = 2,
	INPUT_AXIS
};

static const int expand_versions[] = {8, 13, 0};
static const int tile_versions[] = {1, 6, 13, 0};

/* clang-format off */
static const struct attribute_rule attributes[] = {{.name = NULL}};

static const struct input_rule expand_inputs[] = {
	{"input", .summary = "any shape"},
	{"shape", .constant = true, .own_dtype = OWN_INT64,
		.summary = "[n], extents; 1: the input's"},
	{.name = NULL},
};

static const struct input_rule tile_inputs[] = {
	{"input", .summary = "any shape"},
	{"repeats", .constant = true, .own_dtype = OWN_INT64, .since = 6,
		.summary = "[rank], how often along each axis"},
	{"tiles", .constant = true, .until = 5, .summary = "[], how often"},
	{"axis", .constant = true, .until = 5, .summary = "[], along which axis"},
	{.name = NULL},
};

static const struct dtype_rule tile_dtypes[] = {MOVE_DTYPES(6)};
/* clang-format on */

static bool
read_extents(const struct integers *shape, struct dims *dims, struct source *source,
	struct arena *arena)
{
	*dims = (struct dims){.rank = 0};
	if (shape->n > MAX_RANK) {
		source_error(source, integers_place(shape),
			"shape: expected at most %d extents, got %" PRId64, MAX_RANK,
			shape->n);
		return false;
	}
	for (int64_t i = 0; i < shape->n; i++) {
		if (shape->value[i] >= 0 && dims_add(dims, shape->value[i]))
			continue;
		source_error(source, integers_element_place(shape, i, source, arena),
			"shape: expected an extent, got %" PRId64, shape->value[i]);
		return false;
	}
	return true;
}

/* Aligns the last axes of the input and of the shape, which becomes the output's. */
static bool
broadcast(const struct integers *shape, const struct dims *src, struct dims *dims,
	struct source *source, struct arena *arena)
{
	size_t axis, rank = src->rank > dims->rank ? src->rank : dims->rank;
	int64_t entry;

	if (dims_broadcast_at(dims, src, &axis))
		return true;
	entry = (int64_t)axis - ((int64_t)rank - shape->n);
	source_error(source, integers_element_place(shape, entry, source, arena),
		"shape: expected 1 or the extent of input there, %" PRId64
		", got %" PRId64,
		src->extent[axis - (rank - src->rank)], shape->value[entry]);
	return false;
}

static bool
plan_expand(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	const struct dims in = tensor_dims(src);
	int64_t src_inc[MAX_RANK], dst_inc[MAX_RANK];
	struct integers shape;
	struct dims out;
	struct move_plan *move;
	int rank;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!integers_read(&shape, operation, "shape", source, arena) ||
		!read_extents(&shape, &out, source, arena) ||
		!broadcast(&shape, &in, &out, source, arena))
		return false;
	rank = (int)out.rank;
	integers_add_detail(&shape, plan, arena);
	if (!plan_set_dims(plan, operation, &out, source))
		return false;
	if (!plan->dst.nelement)
		return true;
	tensor_incs(plan->src, src_inc);
	tensor_incs(&plan->dst, dst_inc);
	move = move_begin(plan, plan->src, &plan->dst, arena);
	for (int i = 0; i < rank; i++) {
		int own = i - (rank - src->rank);
		bool repeats = own < 0 || src->shape[own] == 1;

		move_add_axis(move,
			&(struct move_axis){.grid = out.extent[i],
				.phase = 1,
				.src_grid = repeats ? 0 : src_inc[own],
				.dst_grid = dst_inc[i]},
			arena);
	}
	return true;
}

/* A number of Tile-1: of type T, but an integer. */
static bool
read_number(const struct operation *operation, int input, int64_t *number,
	struct source *source)
{
	const char *name = operation->op->input[input].name;
	const struct tensor *tensor = operation->input[input];
	double value = tensor->nelement == 1 ? real_element(operation, input, 0) : NAN;

	if (whole_number(value, number) && *number >= 0)
		return true;
	source_error(source, operation->input_where[input],
		"%s: expected one number, an integer and not negative", name);
	return false;
}

/* How often each axis is repeated. */
static bool
read_repeats(const struct operation *operation, struct integers *list, int64_t *repeats,
	struct plan *plan, struct source *source, struct arena *arena)
{
	int rank = operation->input[0]->rank;
	int64_t tiles, axis;

	for (int i = 0; i < rank; i++)
		repeats[i] = 1;
	if (operation->version < 6) {
		if (!read_number(operation, INPUT_TILES, &tiles, source) ||
			!read_number(operation, INPUT_AXIS, &axis, source))
			return false;
		if (axis >= rank) {
			source_error(source, operation->input_where[INPUT_AXIS],
				"axis: expected 0 to %d, got %" PRId64, rank - 1, axis);
			return false;
		}
		repeats[axis] = tiles;
		plan_add_detail(plan,
			arena_format(
				arena, "tiles %" PRId64 ", axis %" PRId64, tiles, axis),
			arena);
		return true;
	}
	if (!integers_read(list, operation, "repeats", source, arena) ||
		!integers_expect(list, rank, "dimension of input", source))
		return false;
	for (int i = 0; i < rank; i++)
		repeats[i] = list->value[i];
	integers_add_detail(list, plan, arena);
	return true;
}

static bool
repeat(const struct operation *operation, const struct integers *list,
	const int64_t *repeats, struct dims *dims, struct source *source,
	struct arena *arena)
{
	struct misfit misfit = shape_tile(repeats, dims);

	if (misfit.kind == MISFIT_SIZE)
		plan_refuse_size(operation, source);
	if (misfit.kind == MISFIT_VALUE)
		source_error(source,
			integers_element_place(list, (int64_t)misfit.at, source, arena),
			"repeats: expected 0 or more, got %" PRId64, repeats[misfit.at]);
	return misfit.kind == FITS;
}

static bool
plan_tile(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	struct dims out = tensor_dims(src);
	int64_t src_inc[MAX_RANK], dst_inc[MAX_RANK];
	int64_t repeats[MAX_RANK];
	struct integers list;
	struct move_plan *move;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!read_repeats(operation, &list, repeats, plan, source, arena) ||
		!repeat(operation, &list, repeats, &out, source, arena) ||
		!plan_set_dims(plan, operation, &out, source))
		return false;
	if (!plan->dst.nelement)
		return true;
	tensor_incs(plan->src, src_inc);
	tensor_incs(&plan->dst, dst_inc);
	move = move_begin(plan, plan->src, &plan->dst, arena);
	for (int i = 0; i < src->rank; i++)
		move_add_axis(move,
			&(struct move_axis){.grid = src->shape[i],
				.phase = repeats[i],
				.src_grid = src_inc[i],
				.dst_grid = dst_inc[i],
				.dst_phase = src->shape[i] * dst_inc[i]},
			arena);
	return true;
}

const struct op op_expand = {
	.name = "Expand",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = expand_versions,
	.input = expand_inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = move_dtypes,
	.summary = "axes of extent 1 repeated",
	.plan = plan_expand,
};

const struct op op_tile = {
	.name = "Tile",
	.domain = "ai.onnx",
	.default_domain = true,
	.has_opset = true,
	.version = tile_versions,
	.input = tile_inputs,
	.output = OUTPUT("output"),
	.attribute = attributes,
	.dtype = tile_dtypes,
	.summary = "the whole repeated along each axis",
	.plan = plan_tile,
};
