#include "ops/parts.h"

#include <inttypes.h>
#include <string.h>

#include "arena.h"
#include "checked.h"
#include "op.h"
#include "source.h"

enum {
	INPUT_DATA,
	INPUT_BLOCK_SHAPE,
	INPUT_PADS_BEGIN,
	INPUT_PADS_END
};

static const int versions[] = {2, 0};

static const struct attribute_rule attributes[] = {{.name = NULL}};

/* clang-format off */
static const struct input_rule inputs[] = {
	[INPUT_DATA]        = {"data", .summary = "[batch, D1, ...]"},
	[INPUT_BLOCK_SHAPE] = {"block_shape", .constant = true, .own_dtype = true,
		.summary = "[rank], 1 for the batch; divides each padded extent"},
	[INPUT_PADS_BEGIN]  = {"pads_begin", .constant = true, .own_dtype = true,
		.summary = "[rank], 0 for the batch; zeros before each extent"},
	[INPUT_PADS_END]    = {"pads_end", .constant = true, .own_dtype = true,
		.summary = "[rank], 0 for the batch; zeros behind each extent"},
	{.name = NULL},
};

static const struct dtype_rule dtypes[] = {
	{DTYPE_FLOAT32, 2}, {DTYPE_FLOAT64, 2}, {DTYPE_FLOAT16, 2}, {DTYPE_BFLOAT16, 2},
	{DTYPE_BOOL, 2},    {DTYPE_INT8, 2},    {DTYPE_INT16, 2},   {DTYPE_INT32, 2},
	{DTYPE_INT64, 2},   {DTYPE_UINT8, 2},   {DTYPE_UINT16, 2},  {DTYPE_UINT32, 2},
	{DTYPE_UINT64, 2},  {DTYPE_NONE, 0},
};
/* clang-format on */

/* The operation's numbers, one for each dimension of data. */
struct blocks {
	int rank;
	int64_t in[MAX_RANK];
	int64_t block[MAX_RANK], pad_begin[MAX_RANK], pad_end[MAX_RANK];
	int64_t out[MAX_RANK];
};

/* An element of a constant of some integer type; one beyond LENGTH_LIMIT as that and one.
 */
static int64_t
element(const void *constant, enum dtype dtype, int64_t index)
{
	const unsigned char *at = constant;
	size_t size = dtype_info[dtype].size;
	union {
		int8_t i8;
		int16_t i16;
		int32_t i32;
		int64_t i64;
		uint8_t u8;
		uint16_t u16;
		uint32_t u32;
		uint64_t u64;
	} value;

	memcpy(&value, at + (size_t)index * size, size);
	switch (dtype) {
	case DTYPE_INT8:
		return value.i8;
	case DTYPE_INT16:
		return value.i16;
	case DTYPE_INT32:
		return value.i32;
	case DTYPE_INT64:
		return value.i64;
	case DTYPE_UINT8:
		return value.u8;
	case DTYPE_UINT16:
		return value.u16;
	case DTYPE_UINT32:
		return value.u32;
	default:
		return value.u64 > INT64_MAX ? INT64_MAX : (int64_t)value.u64;
	}
}

/* Where an element stands: in the list of a constant's data, or the constant itself where
   that comes from a file. */
static const struct place *
element_place(
	const struct operation *operation, int input, int64_t index, struct arena *arena)
{
	const struct place *list =
		place_member(operation->input_where[input], "data", arena);

	return place_entry(list, (size_t)index, arena);
}

/* Reads a constant vector with an element for each dimension, the first of which must be
   the smallest that there may be: the batch is left as it is (R20). */
static void
read_vector(const struct operation *operation, int input, int64_t minimum,
	int64_t value[MAX_RANK], struct source *source, struct arena *arena)
{
	const struct tensor *tensor = operation->input[input];
	const char *name = operation->op->input[input].name;
	int rank = operation->input[INPUT_DATA]->rank;

	if (tensor->rank != 1 || tensor->shape[0] != rank) {
		source_error(source, operation->input_where[input],
			"%s: expected [%d], one element for each dimension of data, got "
			"%s",
			name, rank, list_text(tensor->shape, tensor->rank, arena));
		return;
	}
	for (int i = 0; i < rank; i++) {
		const char *wanted = NULL;
		const char *got;

		value[i] = element(
			tensor->constant, operation_input_dtype(operation, input), i);
		if (i == 0 && value[i] != minimum)
			wanted =
				arena_format(arena, "%" PRId64 " for the batch", minimum);
		else if (value[i] < minimum)
			wanted = arena_format(arena, "%" PRId64 " or more", minimum);
		else if (value[i] > LENGTH_LIMIT)
			wanted = arena_format(arena, "at most %" PRId64, LENGTH_LIMIT);
		if (!wanted)
			continue;
		got = value[i] == INT64_MAX ? "more"
					    : arena_format(arena, "%" PRId64, value[i]);
		source_error(source, element_place(operation, input, i, arena),
			"%s: expected %s, got %s", name, wanted, got);
		return;
	}
}

static bool
read_blocks(const struct operation *operation, struct blocks *blocks,
	struct source *source, struct arena *arena)
{
	const struct tensor *src = operation->input[INPUT_DATA];
	size_t nerror = source->nerror;

	blocks->rank = src->rank;
	for (int i = 0; i < src->rank; i++)
		blocks->in[i] = src->shape[i];
	if (src->rank < 2)
		source_error(source, operation->input_where[INPUT_DATA],
			"data: expected 2 dimensions or more, got %d", src->rank);
	read_vector(operation, INPUT_BLOCK_SHAPE, 1, blocks->block, source, arena);
	read_vector(operation, INPUT_PADS_BEGIN, 0, blocks->pad_begin, source, arena);
	read_vector(operation, INPUT_PADS_END, 0, blocks->pad_end, source, arena);
	return source->nerror == nerror;
}

static bool
resolve_out(const struct operation *operation, struct blocks *blocks,
	struct source *source, struct arena *arena)
{
	bool good = true;

	blocks->out[0] = blocks->in[0];
	for (int i = 1; i < blocks->rank; i++) {
		int64_t padded;

		if (add_overflows(blocks->in[i], blocks->pad_begin[i], &padded) ||
			add_overflows(padded, blocks->pad_end[i], &padded) ||
			mul_overflows(
				blocks->out[0], blocks->block[i], &blocks->out[0])) {
			plan_refuse_size(operation, source);
			return false;
		}
		blocks->out[i] = padded / blocks->block[i];
		if (padded % blocks->block[i] == 0)
			continue;
		source_error(source,
			element_place(operation, INPUT_BLOCK_SHAPE, i, arena),
			"block_shape: %" PRId64
			" does not divide the padded extent of axis D%d, "
			"%" PRId64,
			blocks->block[i], i, padded);
		good = false;
	}
	return good;
}

/* Where in the grid a phase copies: everywhere but in the padding. */
static struct phase_run
run_at(const struct blocks *blocks, int axis, int64_t phase)
{
	int64_t block = blocks->block[axis], pad = blocks->pad_begin[axis];
	struct phase_run run = {
		.phase = phase,
		.begin = ceil_div(pad - phase, block),
		.end = ceil_div(pad + blocks->in[axis] - phase, block),
	};

	if (run.begin == run.end)
		run.begin = run.end = 0;
	return run;
}

/* The phases of an axis in runs: both ends of what they copy drop by one at one phase. */
static size_t
find_runs(const struct blocks *blocks, int axis, struct phase_run run[3])
{
	int64_t block = blocks->block[axis], pad = blocks->pad_begin[axis];
	int64_t begin_drops = pad % block;
	int64_t end_drops = (pad + blocks->in[axis]) % block;
	int64_t first = begin_drops < end_drops ? begin_drops : end_drops;
	int64_t second = begin_drops < end_drops ? end_drops : begin_drops;
	const int64_t from[] = {0, first, second, block};
	size_t nrun = 0;

	for (int i = 0; i < 3; i++) {
		struct phase_run next = run_at(blocks, axis, from[i]);

		next.nphase = from[i + 1] - from[i];
		if (!next.nphase)
			continue;
		if (nrun && run[nrun - 1].begin == next.begin &&
			run[nrun - 1].end == next.end)
			run[nrun - 1].nphase += next.nphase;
		else
			run[nrun++] = next;
	}
	return nrun;
}

/* Appends the axis of a dimension, and moves the source's base back by its padding. */
static void
add_axis(struct plan *plan, const struct blocks *blocks, int index,
	const struct move_axis *axis, struct arena *arena)
{
	struct move_plan *move = &plan->u.move;
	struct phase_run run[3];
	size_t nrun = find_runs(blocks, index, run);
	struct phase_run *kept;

	move->src_base -= blocks->pad_begin[index] * axis->src_phase;
	if (axis->grid == 1 && axis->phase == 1 && run[0].end == 1)
		return;
	kept = arena_array(arena, struct phase_run, nrun);
	memcpy(kept, run, nrun * sizeof run[0]);
	move->axis[move->naxis] = *axis;
	move->axis[move->naxis].run = kept;
	move->axis[move->naxis].nrun = nrun;
	move->naxis++;
}

/* The batch is the fastest part of the output's batch, the first block's phase the
 * slowest. */
static void
add_axes(struct plan *plan, const struct blocks *blocks, struct arena *arena)
{
	int64_t src_inc = 1, dst_inc = 1, batches = blocks->in[0], plane = 1;

	for (int i = 1; i < blocks->rank; i++)
		plane *= blocks->out[i];
	for (int i = blocks->rank - 1; i >= 1; i--) {
		const struct move_axis axis = {
			.grid = blocks->out[i],
			.phase = blocks->block[i],
			.src_grid = src_inc * blocks->block[i],
			.src_phase = src_inc,
			.dst_grid = dst_inc,
			.dst_phase = batches * plane,
		};

		add_axis(plan, blocks, i, &axis, arena);
		src_inc *= blocks->in[i];
		dst_inc *= blocks->out[i];
		batches *= blocks->block[i];
	}
	move_add_axis(plan,
		&(struct move_axis){blocks->in[0], 1, src_inc, 0, dst_inc, 0, NULL, 0},
		arena);
}

static const char *
vector_text(const char *name, const int64_t *vector, int rank, struct arena *arena)
{
	return arena_format(arena, "%s %s", name, list_text(vector, rank, arena));
}

static bool
plan_space_to_batch(const struct operation *operation, struct plan *plan,
	struct source *source, struct arena *arena)
{
	struct blocks blocks = {.rank = 0};
	int rank;

	plan_begin(plan, PLAN_MOVE, operation, arena);
	if (!read_blocks(operation, &blocks, source, arena) ||
		!resolve_out(operation, &blocks, source, arena) ||
		!plan_set_output(plan, operation, blocks.out, blocks.rank, source))
		return false;
	rank = blocks.rank;
	plan_add_detail(
		plan, vector_text("block_shape", blocks.block, rank, arena), arena);
	plan_add_detail(
		plan, vector_text("pads_begin", blocks.pad_begin, rank, arena), arena);
	plan_add_detail(
		plan, vector_text("pads_end", blocks.pad_end, rank, arena), arena);
	if (plan->dst.nelement)
		add_axes(plan, &blocks, arena);
	else
		move_nothing(plan, arena);
	return true;
}

const struct op op_space_to_batch = {
	.name = "SpaceToBatch",
	.domain = "openvino",
	.default_domain = true,
	.has_opset = true,
	.version = versions,
	.input = inputs,
	.output = "output",
	.attribute = attributes,
	.dtype = dtypes,
	.summary = "blocks of the padded space moved into the batch",
	.plan = plan_space_to_batch,
};
