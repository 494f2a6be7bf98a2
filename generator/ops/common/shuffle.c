#include "ops/common/shuffle.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/op.h"

/* A tensor's extents, whatever its layout. */
struct extents {
	int64_t batch, channels, height, width;
	int64_t lanes; /* elements of a vector, 1 where channels stand alone */
};

/* Distances in elements, in one tensor. */
struct incs {
	int64_t batch, channel, row, column;
};

/* clang-format off */
const char *const shuffle_layout_choice[] = {
	[LAYOUT_NHWC] = "NHWC", [LAYOUT_NCHW] = "NCHW", [LAYOUT_NCHW_VECT_C] = "NCHW_VECT_C",
	NULL
};

static const char *const layout_shape[] = {
	[LAYOUT_NHWC] = "[N, H, W, C]", [LAYOUT_NCHW] = "[N, C, H, W]",
	[LAYOUT_NCHW_VECT_C] = "[N, C/4, H, W, 4]",
};

const struct input_rule shuffle_inputs[] = {
	{"input", .summary = "in the layout that data_format names"},
	{.name = NULL},
};

const struct input_rule shuffle_onnx_inputs[] = {
	{"input", .summary = "[N, C, H, W]"},
	{.name = NULL},
};

const struct dtype_rule shuffle_tensorflow_dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1},   {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 1},
	{DTYPE_BOOL, 1},    {DTYPE_INT8, 1},      {DTYPE_INT16, 1},   {DTYPE_INT32, 1},
	{DTYPE_INT64, 1},   {DTYPE_UINT8, 1},     {DTYPE_UINT16, 1},  {DTYPE_UINT32, 1},
	{DTYPE_UINT64, 1},  {DTYPE_QINT8, 1},     {DTYPE_COMPLEX64, 1},
	{DTYPE_COMPLEX128, 1}, {DTYPE_NONE, 0},
};
/* clang-format on */

static bool
read_src(const struct shuffle *shuffle, struct extents *extents, struct source *source,
	struct arena *arena)
{
	const struct tensor *src = shuffle->operation->input[0];
	int rank = shuffle->layout == LAYOUT_NCHW_VECT_C ? 5 : 4;
	int channel = shuffle->layout == LAYOUT_NHWC ? 3 : 1;
	int row = shuffle->layout == LAYOUT_NHWC ? 1 : 2;

	if (src->rank != rank || (rank == 5 && src->shape[4] != 4)) {
		source_error(source, shuffle->operation->input_where[0],
			"input: expected %s, got %s", layout_shape[shuffle->layout],
			extents_text(src->shape, (size_t)src->rank, arena));
		return false;
	}
	*extents = (struct extents){
		.batch = src->shape[0],
		.channels = src->shape[channel],
		.height = src->shape[row],
		.width = src->shape[row + 1],
		.lanes = rank == 5 ? 4 : 1,
	};
	return true;
}

static const struct place *
block_where(const struct shuffle *shuffle)
{
	return operation_attribute(shuffle->operation, shuffle->block_attribute)->where;
}

/* A block's square fits, its attribute's range sees to that. */
static bool
find_wide(const struct shuffle *shuffle, const struct extents *deep, struct extents *wide,
	struct source *source)
{
	int64_t area = shuffle->block * shuffle->block;

	*wide = *deep;
	if (deep->channels % area) {
		source_error(source, block_where(shuffle),
			"%s: its square, %" PRId64 ", does not divide %s, %" PRId64
			", of %s",
			shuffle->block_attribute, area,
			shuffle->layout == LAYOUT_NCHW_VECT_C ? "C/4" : "C",
			deep->channels, layout_shape[shuffle->layout]);
		return false;
	}
	wide->channels = deep->channels / area;
	if (mul_overflows(deep->height, shuffle->block, &wide->height) ||
		mul_overflows(deep->width, shuffle->block, &wide->width)) {
		plan_refuse_size(shuffle->operation, source);
		return false;
	}
	return true;
}

/* Whether the block divides an extent of the wide tensor; reports where it does not. */
static bool
check_divides(const struct shuffle *shuffle, const char *name, int64_t extent,
	struct source *source)
{
	if (extent % shuffle->block == 0)
		return true;
	source_error(source, block_where(shuffle),
		"%s: %" PRId64 " does not divide %s, %" PRId64 ", of %s",
		shuffle->block_attribute, shuffle->block, name, extent,
		layout_shape[shuffle->layout]);
	return false;
}

static bool
find_deep(const struct shuffle *shuffle, const struct extents *wide, struct extents *deep,
	struct source *source)
{
	int64_t block = shuffle->block;
	bool rows_fit = check_divides(shuffle, "H", wide->height, source);
	bool columns_fit = check_divides(shuffle, "W", wide->width, source);

	if (!rows_fit || !columns_fit)
		return false;
	*deep = *wide;
	deep->height = wide->height / block;
	deep->width = wide->width / block;
	if (!mul_overflows(wide->channels, block * block, &deep->channels))
		return true;
	plan_refuse_size(shuffle->operation, source);
	return false;
}

static bool
set_output(const struct shuffle *shuffle, const struct extents *dst, struct plan *plan,
	struct source *source)
{
	if (shuffle->layout == LAYOUT_NHWC)
		return plan_set_output(plan, shuffle->operation,
			(int64_t[]){dst->batch, dst->height, dst->width, dst->channels},
			4, source);
	return plan_set_output(plan, shuffle->operation,
		(int64_t[]){
			dst->batch, dst->channels, dst->height, dst->width, dst->lanes},
		shuffle->layout == LAYOUT_NCHW ? 4 : 5, source);
}

static struct incs
incs_of(enum layout layout, const struct extents *e)
{
	if (layout == LAYOUT_NHWC)
		return (struct incs){
			.batch = e->height * e->width * e->channels,
			.channel = 1,
			.row = e->width * e->channels,
			.column = e->channels,
		};
	return (struct incs){
		.batch = e->channels * e->height * e->width * e->lanes,
		.channel = e->height * e->width * e->lanes,
		.row = e->width * e->lanes,
		.column = e->lanes,
	};
}

/* The axes from deep to wide, or their reverse. */
static void
add_axes(const struct shuffle *shuffle, const struct extents *deep,
	const struct extents *wide, struct plan *plan, struct arena *arena)
{
	int64_t block = shuffle->block, channels = wide->channels;
	bool column_last = shuffle->column_last;
	struct incs from = incs_of(shuffle->layout, deep);
	struct incs to = incs_of(shuffle->layout, wide);
	const struct move_axis axis[] = {
		{deep->batch, 1, from.batch, 0, to.batch, 0, NULL, 0, NULL},
		{channels, 1, from.channel * (column_last ? block * block : 1), 0,
			to.channel, 0, NULL, 0, NULL},
		{deep->height, block, from.row,
			from.channel * (column_last ? block : block * channels),
			block * to.row, to.row, NULL, 0, NULL},
		{deep->width, block, from.column,
			from.channel * (column_last ? 1 : channels), block * to.column,
			to.column, NULL, 0, NULL},
		{deep->lanes, 1, 1, 0, 1, 0, NULL, 0, NULL},
	};

	struct move_plan *move = move_begin(plan, plan->src, &plan->dst, arena);

	for (size_t i = 0; i < sizeof axis / sizeof axis[0]; i++) {
		struct move_axis reversed = move_reversed(&axis[i]);

		move_add_axis(move, shuffle->to_depth ? &reversed : &axis[i], arena);
	}
}

bool
shuffle_plan(const struct shuffle *shuffle, struct plan *plan, struct source *source,
	struct arena *arena)
{
	struct extents deep, wide;
	bool to_depth = shuffle->to_depth;

	if (!read_src(shuffle, to_depth ? &wide : &deep, source, arena) ||
		!(to_depth ? find_deep(shuffle, &wide, &deep, source)
			   : find_wide(shuffle, &deep, &wide, source)) ||
		!set_output(shuffle, to_depth ? &deep : &wide, plan, source))
		return false;
	if (plan->dst.nelement)
		add_axes(shuffle, &deep, &wide, plan, arena);
	return true;
}

/* TensorFlow moves qint8 in vectors of four channels, and nothing else so. */
static bool
check_vectors(const struct operation *operation, enum layout layout,
	struct source *source, struct arena *arena)
{
	enum dtype dtype = operation->dtype;
	const struct place *where = place_member(operation->node->where, "dtype", arena);

	if (layout == LAYOUT_NCHW_VECT_C && dtype != DTYPE_QINT8 && dtype != DTYPE_INT8)
		source_error(source, where,
			"dtype: data_format NCHW_VECT_C takes qint8, got %s",
			dtype_info[dtype].name);
	else if (layout != LAYOUT_NCHW_VECT_C && dtype == DTYPE_QINT8)
		source_error(source, where,
			"dtype: qint8 needs data_format NCHW_VECT_C, got %s",
			shuffle_layout_choice[layout]);
	else
		return true;
	return false;
}

bool
shuffle_plan_tensorflow(const struct operation *operation, bool to_depth,
	struct plan *plan, struct source *source, struct arena *arena)
{
	const char *format = operation_string(operation, "data_format", "NHWC");
	struct shuffle shuffle = {
		.operation = operation,
		.to_depth = to_depth,
		.block_attribute = "block_size",
		.block = operation_int(operation, "block_size", 0),
	};
	bool good;

	while (strcmp(shuffle_layout_choice[shuffle.layout], format))
		shuffle.layout++;
	plan_begin(plan, PLAN_MOVE, operation, arena);
	plan_add_detail(plan,
		arena_format(arena, "data_format %s, block_size %" PRId64, format,
			shuffle.block),
		arena);
	good = check_vectors(operation, shuffle.layout, source, arena);
	return shuffle_plan(&shuffle, plan, source, arena) && good;
}
