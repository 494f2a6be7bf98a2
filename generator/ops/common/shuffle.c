#include "ops/common/shuffle.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/extents.h"
#include "diag/source.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"
#include "ops/op.h"
#include "ops/shape/blocked.h"

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

static size_t
channel_axis(const struct shuffle *shuffle)
{
	return shuffle->layout == LAYOUT_NHWC ? 3 : 1;
}

static size_t
row_axis(const struct shuffle *shuffle)
{
	return shuffle->layout == LAYOUT_NHWC ? 1 : 2;
}

static bool
check_src(const struct shuffle *shuffle, struct source *source, struct arena *arena)
{
	const struct tensor *src = shuffle->operation->input[0];
	int rank = shuffle->layout == LAYOUT_NCHW_VECT_C ? 5 : 4;

	if (src->rank == rank && (rank < 5 || src->shape[4] == 4))
		return true;
	source_error(source, shuffle->operation->input_where[0],
		"input: expected %s, got %s", layout_shape[shuffle->layout],
		extents_text(src->shape, (size_t)src->rank, arena));
	return false;
}

static struct extents
extents_of(const struct shuffle *shuffle, const struct dims *dims)
{
	size_t row = row_axis(shuffle);

	return (struct extents){
		.batch = dims->extent[0],
		.channels = dims->extent[channel_axis(shuffle)],
		.height = dims->extent[row],
		.width = dims->extent[row + 1],
		.lanes = dims->rank == 5 ? 4 : 1,
	};
}

static const struct place *
block_where(const struct shuffle *shuffle)
{
	return operation_attribute(shuffle->operation, shuffle->block_attribute)->where;
}

/* Reports where the block does not divide an extent. */
static void
check_divides(const struct shuffle *shuffle, const char *name, int64_t extent,
	struct source *source)
{
	if (extent % shuffle->block)
		source_error(source, block_where(shuffle),
			"%s: %" PRId64 " does not divide %s, %" PRId64 ", of %s",
			shuffle->block_attribute, shuffle->block, name, extent,
			layout_shape[shuffle->layout]);
}

static void
refuse(const struct shuffle *shuffle, const struct extents *src, struct source *source)
{
	if (shuffle->to_depth) {
		check_divides(shuffle, "H", src->height, source);
		check_divides(shuffle, "W", src->width, source);
		return;
	}
	source_error(source, block_where(shuffle),
		"%s: its square, %" PRId64 ", does not divide %s, %" PRId64 ", of %s",
		shuffle->block_attribute, shuffle->block * shuffle->block,
		shuffle->layout == LAYOUT_NCHW_VECT_C ? "C/4" : "C", src->channels,
		layout_shape[shuffle->layout]);
}

/* The output's shape. */
static bool
find_dst(const struct shuffle *shuffle, const struct dims *src, struct dims *dst,
	struct source *source)
{
	const struct extents extents = extents_of(shuffle, src);
	enum misfit_kind kind;

	*dst = *src;
	kind = shape_depth(dst, channel_axis(shuffle), row_axis(shuffle), shuffle->block,
		shuffle->to_depth)
		       .kind;
	if (kind == MISFIT_SIZE)
		plan_refuse_size(shuffle->operation, source);
	else if (kind != FITS)
		refuse(shuffle, &extents, source);
	return kind == FITS;
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
	const struct dims src = tensor_dims(shuffle->operation->input[0]);
	struct extents from, to;
	struct dims dst;

	if (!check_src(shuffle, source, arena) ||
		!find_dst(shuffle, &src, &dst, source) ||
		!plan_set_dims(plan, shuffle->operation, &dst, source))
		return false;
	from = extents_of(shuffle, &src);
	to = extents_of(shuffle, &dst);
	if (plan->dst.nelement && shuffle->to_depth)
		add_axes(shuffle, &to, &from, plan, arena);
	else if (plan->dst.nelement)
		add_axes(shuffle, &from, &to, plan, arena);
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
