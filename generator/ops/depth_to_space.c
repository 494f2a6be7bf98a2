#include "ops/parts.h"

#include <inttypes.h>
#include <string.h>

#include "arena.h"
#include "checked.h"
#include "op.h"
#include "source.h"

/* How the channels and the pixels of a tensor lie. */
enum layout {
	LAYOUT_NHWC,
	LAYOUT_NCHW,
	LAYOUT_NCHW_VECT_C
};

/* A tensor's extents, whatever its layout. */
struct extents {
	int64_t batch, channels, height, width;
	int64_t lanes; /* elements of a vector, 1 where channels stand alone */
};

/* Both ops of this name, resolved alike. An input channel's number is made of the block's
   row and column and the output channel. */
struct shuffle {
	const struct operation *operation;
	enum layout layout;
	bool column_last; /* CRD: channel, row, column from the slowest; else row, column,
			     channel */
	const char *block_attribute;
	int64_t block;
	struct extents src, dst;
};

/* Distances in elements, in one tensor. */
struct incs {
	int64_t batch, channel, row, column;
};

/* clang-format off */
static const char *const layout_name[] = {
	[LAYOUT_NHWC] = "NHWC", [LAYOUT_NCHW] = "NCHW", [LAYOUT_NCHW_VECT_C] = "NCHW_VECT_C",
	NULL
};

static const char *const layout_shape[] = {
	[LAYOUT_NHWC] = "[N, H, W, C]", [LAYOUT_NCHW] = "[N, C, H, W]",
	[LAYOUT_NCHW_VECT_C] = "[N, C/4, H, W, 4]",
};

static const char *const mode_choice[] = {"DCR", "CRD", NULL};

static const struct attribute_rule attributes[] = {
	{"block_size",  ATTRIBUTE_INT,    1, LATEST, true,  2, INT32_MAX, NULL, NULL,
	 "rows and columns that a pixel's channels become"},
	{"data_format", ATTRIBUTE_STRING, 1, LATEST, false, 0, 0, "NHWC", layout_name,
	 "layout of input and output; NCHW_VECT_C with qint8 only"},
	{.name = NULL},
};

static const struct attribute_rule onnx_attributes[] = {
	{"blocksize", ATTRIBUTE_INT,    1,  LATEST, true,  1, INT32_MAX, NULL, NULL,
	 "rows and columns that a pixel's channels become"},
	{"mode",      ATTRIBUTE_STRING, 11, LATEST, false, 0, 0, "DCR", mode_choice,
	 "order of the parts of a channel number: depth, column, row or the reverse"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1},   {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 1},
	{DTYPE_BOOL, 1},    {DTYPE_INT8, 1},      {DTYPE_INT16, 1},   {DTYPE_INT32, 1},
	{DTYPE_INT64, 1},   {DTYPE_UINT8, 1},     {DTYPE_UINT16, 1},  {DTYPE_UINT32, 1},
	{DTYPE_UINT64, 1},  {DTYPE_QINT8, 1},     {DTYPE_COMPLEX64, 1},
	{DTYPE_COMPLEX128, 1}, {DTYPE_NONE, 0},
};

static const struct dtype_rule onnx_dtypes[] = {
	{DTYPE_FLOAT32, 1}, {DTYPE_FLOAT64, 1},   {DTYPE_FLOAT16, 1}, {DTYPE_BFLOAT16, 13},
	{DTYPE_BOOL, 1},    {DTYPE_INT8, 1},      {DTYPE_INT16, 1},   {DTYPE_INT32, 1},
	{DTYPE_INT64, 1},   {DTYPE_UINT8, 1},     {DTYPE_UINT16, 1},  {DTYPE_UINT32, 1},
	{DTYPE_UINT64, 1},  {DTYPE_COMPLEX64, 1}, {DTYPE_COMPLEX128, 1},
	{DTYPE_NONE, 0},
};
/* clang-format on */

static const int versions[] = {1, 0};
static const int onnx_versions[] = {1, 11, 13, 0};

static const struct input_rule inputs[] = {
	{"input", .summary = "in the layout that data_format names"},
	{.name = NULL},
};

static const struct input_rule onnx_inputs[] = {
	{"input", .summary = "[N, C, H, W]"},
	{.name = NULL},
};

static bool
read_src(struct shuffle *shuffle, struct source *source, struct arena *arena)
{
	const struct tensor *src = shuffle->operation->input[0];
	int rank = shuffle->layout == LAYOUT_NCHW_VECT_C ? 5 : 4;
	int channel = shuffle->layout == LAYOUT_NHWC ? 3 : 1;
	int row = shuffle->layout == LAYOUT_NHWC ? 1 : 2;

	if (src->rank != rank || (rank == 5 && src->shape[4] != 4)) {
		source_error(source, shuffle->operation->input_where[0],
			"input: expected %s, got %s", layout_shape[shuffle->layout],
			list_text(src->shape, src->rank, arena));
		return false;
	}
	shuffle->src = (struct extents){
		.batch = src->shape[0],
		.channels = src->shape[channel],
		.height = src->shape[row],
		.width = src->shape[row + 1],
		.lanes = rank == 5 ? 4 : 1,
	};
	return true;
}

/* The output's extents; a block's square fits, its attribute's range sees to that. */
static bool
resolve_dst(struct shuffle *shuffle, struct source *source)
{
	int64_t area = shuffle->block * shuffle->block;

	shuffle->dst = shuffle->src;
	if (shuffle->src.channels % area) {
		source_error(source,
			operation_attribute(shuffle->operation, shuffle->block_attribute)
				->where,
			"%s: its square, %" PRId64 ", does not divide %s, %" PRId64,
			shuffle->block_attribute, area,
			shuffle->layout == LAYOUT_NCHW_VECT_C ? "C/4" : "C",
			shuffle->src.channels);
		return false;
	}
	shuffle->dst.channels = shuffle->src.channels / area;
	if (mul_overflows(shuffle->src.height, shuffle->block, &shuffle->dst.height) ||
		mul_overflows(shuffle->src.width, shuffle->block, &shuffle->dst.width)) {
		plan_refuse_size(shuffle->operation, source);
		return false;
	}
	return true;
}

static bool
set_output(const struct shuffle *shuffle, struct plan *plan, struct source *source)
{
	const struct extents *dst = &shuffle->dst;

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

static void
add_axes(const struct shuffle *shuffle, struct plan *plan, struct arena *arena)
{
	int64_t block = shuffle->block, channels = shuffle->dst.channels;
	bool column_last = shuffle->column_last;
	struct incs src = incs_of(shuffle->layout, &shuffle->src);
	struct incs dst = incs_of(shuffle->layout, &shuffle->dst);
	const struct move_axis axis[] = {
		{shuffle->src.batch, 1, src.batch, 0, dst.batch, 0, NULL, 0},
		{channels, 1, src.channel * (column_last ? block * block : 1), 0,
			dst.channel, 0, NULL, 0},
		{shuffle->src.height, block, src.row,
			src.channel * (column_last ? block : block * channels),
			block * dst.row, dst.row, NULL, 0},
		{shuffle->src.width, block, src.column,
			src.channel * (column_last ? 1 : channels), block * dst.column,
			dst.column, NULL, 0},
		{shuffle->src.lanes, 1, 1, 0, 1, 0, NULL, 0},
	};

	for (size_t i = 0; i < sizeof axis / sizeof axis[0]; i++)
		move_add_axis(plan, &axis[i], arena);
}

static bool
resolve(struct shuffle *shuffle, struct plan *plan, struct source *source,
	struct arena *arena)
{
	if (!read_src(shuffle, source, arena) || !resolve_dst(shuffle, source) ||
		!set_output(shuffle, plan, source))
		return false;
	if (plan->dst.nelement)
		add_axes(shuffle, plan, arena);
	else
		move_nothing(plan, arena);
	return true;
}

/* TensorFlow moves qint8 in vectors of four channels, and nothing else so (R19). */
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
			layout_name[layout]);
	else
		return true;
	return false;
}

static bool
plan_depth_to_space(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	const char *format = operation_string(operation, "data_format", "NHWC");
	struct shuffle shuffle = {
		.operation = operation,
		.block_attribute = "block_size",
		.block = operation_int(operation, "block_size", 0),
	};
	bool good;

	while (strcmp(layout_name[shuffle.layout], format))
		shuffle.layout++;
	plan_begin(plan, PLAN_MOVE, operation, arena);
	plan_add_detail(plan,
		arena_format(arena, "data_format %s, block_size %" PRId64, format,
			shuffle.block),
		arena);
	good = check_vectors(operation, shuffle.layout, source, arena);
	return resolve(&shuffle, plan, source, arena) && good;
}

static bool
plan_onnx_depth_to_space(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	const char *mode = operation_string(operation, "mode", "DCR");
	struct shuffle shuffle = {
		.operation = operation,
		.layout = LAYOUT_NCHW,
		.column_last = !strcmp(mode, "CRD"),
		.block_attribute = "blocksize",
		.block = operation_int(operation, "blocksize", 0),
	};

	plan_begin(plan, PLAN_MOVE, operation, arena);
	plan_add_detail(plan,
		arena_format(arena, "mode %s, blocksize %" PRId64, mode, shuffle.block),
		arena);
	return resolve(&shuffle, plan, source, arena);
}

const struct op op_depth_to_space = {
	.name = "DepthToSpace",
	.domain = "tensorflow",
	.default_domain = true,
	.has_opset = false,
	.version = versions,
	.input = inputs,
	.output = "output",
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "each pixel's channels as a block of pixels",
	.plan = plan_depth_to_space,
};

const struct op op_onnx_depth_to_space = {
	.name = "DepthToSpace",
	.domain = "ai.onnx",
	.default_domain = false,
	.has_opset = true,
	.version = onnx_versions,
	.input = onnx_inputs,
	.output = "output",
	.attribute = onnx_attributes,
	.dtype = onnx_dtypes,
	.summary = "each pixel's channels as a block of pixels",
	.plan = plan_onnx_depth_to_space,
};
