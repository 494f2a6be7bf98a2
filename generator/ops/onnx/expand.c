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

/* Aligns the last axes of the input and of the shape with the output's. */
static bool
broadcast(const struct integers *shape, const struct tensor *src, int64_t *out, int rank,
	struct source *source, struct arena *arena)
{
	for (int i = 0; i < rank; i++) {
		int own = i - (rank - src->rank), other = i - (rank - (int)shape->n);
		int64_t extent = own < 0 ? 1 : src->shape[own];
		int64_t wanted = other < 0 ? 1 : shape->value[other];

		out[i] = extent == 1 ? wanted : extent;
		if (wanted < 0 || wanted > LENGTH_LIMIT) {
			source_error(source,
				integers_element_place(shape, other, source, arena),
				"shape: expected an extent, got %" PRId64, wanted);
			return false;
		}
		if (extent == 1 || wanted == 1 || extent == wanted)
			continue;
		source_error(source, integers_element_place(shape, other, source, arena),
			"shape: expected 1 or the extent of input there, %" PRId64
			", got %" PRId64,
			extent, wanted);
		return false;
	}
	return true;
}

static bool
plan_expand(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	int64_t out[MAX_RANK] = {0}, src_inc[MAX_RANK], dst_inc[MAX_RANK];
	struct integers shape;
	struct move_plan *move;
	int rank;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!integers_read(&shape, operation, "shape", source, arena))
		return false;
	if (shape.n > MAX_RANK) {
		source_error(source, integers_place(&shape),
			"shape: expected at most %d extents, got %" PRId64, MAX_RANK,
			shape.n);
		return false;
	}
	rank = shape.n > src->rank ? (int)shape.n : src->rank;
	if (!broadcast(&shape, src, out, rank, source, arena))
		return false;
	integers_add_detail(&shape, plan, arena);
	if (!plan_set_output(plan, operation, out, rank, source))
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
			&(struct move_axis){.grid = out[i],
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
read_repeats(const struct operation *operation, int64_t *repeats, struct plan *plan,
	struct source *source, struct arena *arena)
{
	int rank = operation->input[0]->rank;
	struct integers list;
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
	if (!integers_read(&list, operation, "repeats", source, arena) ||
		!integers_expect(&list, rank, "dimension of input", source))
		return false;
	for (int i = 0; i < rank; i++) {
		repeats[i] = list.value[i];
		if (repeats[i] >= 0)
			continue;
		source_error(source, integers_element_place(&list, i, source, arena),
			"repeats: expected 0 or more, got %" PRId64, repeats[i]);
		return false;
	}
	integers_add_detail(&list, plan, arena);
	return true;
}

static bool
plan_tile(const struct operation *operation, struct plan *plan, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = operation->input[0];
	int64_t out[MAX_RANK] = {0}, src_inc[MAX_RANK], dst_inc[MAX_RANK];
	int64_t repeats[MAX_RANK];
	struct move_plan *move;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!read_repeats(operation, repeats, plan, source, arena))
		return false;
	for (int i = 0; i < src->rank; i++)
		if (mul_overflows(src->shape[i], repeats[i], &out[i])) {
			plan_refuse_size(operation, source);
			return false;
		}
	if (!plan_set_output(plan, operation, out, src->rank, source))
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
