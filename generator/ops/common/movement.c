#include "ops/common/movement.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "opgen_runtime.h"

enum {
	MOST_PARTS = 128,         /* movements of one operation */
	MOST_RUNS = 4,            /* of evenly spaced places, before they are listed */
	MOST_PERIOD = 16,         /* of places that repeat themselves */
	MOST_LISTED = 1024 * 1024 /* places of an axis */
};

/* clang-format off */
const struct dtype_rule move_dtypes[] = {MOVE_DTYPES(1)};
/* clang-format on */

struct move_plan *
move_begin(struct plan *plan, const struct operand *src, const struct operand *dst,
	struct arena *arena)
{
	struct movement *movement = &plan->u.move;
	struct move_plan *move;

	movement->part = arena_grow(
		arena, movement->part, movement->npart, sizeof *movement->part);
	move = &movement->part[movement->npart++];
	*move = (struct move_plan){.src = src, .dst = dst};
	return move;
}

struct move_axis
move_reversed(const struct move_axis *axis)
{
	struct move_axis reversed = *axis;

	reversed.src_grid = axis->dst_grid;
	reversed.src_phase = axis->dst_phase;
	reversed.dst_grid = axis->src_grid;
	reversed.dst_phase = axis->src_phase;
	return reversed;
}

void
move_add_run(struct move_plan *move, const struct move_axis *axis, int64_t begin,
	int64_t end, struct arena *arena)
{
	struct phase_run *run;

	if (axis->grid == 1 && axis->phase == 1 && begin == 0 && end == 1 && !axis->table)
		return;
	run = arena_new(arena, struct phase_run);
	*run = (struct phase_run){.nphase = axis->phase, .begin = begin, .end = end};
	if (begin >= end)
		run->begin = run->end = 0;
	move->axis[move->naxis] = *axis;
	move->axis[move->naxis].run = run;
	move->axis[move->naxis].nrun = 1;
	move->naxis++;
}

void
move_add_axis(struct move_plan *move, const struct move_axis *axis, struct arena *arena)
{
	move_add_run(move, axis, 0, axis->grid, arena);
}

void
move_add_listed_run(struct move_plan *move, const int64_t *table, int64_t n,
	int64_t dst_inc, int64_t begin, int64_t end, struct arena *arena)
{
	struct move_axis *axis = &move->axis[move->naxis++];
	struct phase_run *run = arena_array(arena, struct phase_run, 3);
	const int64_t from[] = {0, begin, end, n};

	*axis = (struct move_axis){
		.grid = 1, .phase = n, .dst_phase = dst_inc, .run = run, .table = table};
	for (int i = 0; i < 3; i++)
		if (from[i + 1] > from[i])
			run[axis->nrun++] = (struct phase_run){.phase = from[i],
				.nphase = from[i + 1] - from[i],
				.end = i == 1};
}

/* The whole part of a number, clamped to the type, as an element of it. */
static void
store_integer(enum dtype dtype, double number, void *to)
{
	size_t size = dtype_info[dtype].size;
	bool negative = dtype_info[dtype].kind == KIND_SIGNED;
	int bits = dtype == DTYPE_BOOL ? 1 : (int)(8 * size) - negative;
	double high = ldexp(1, bits), low = negative ? -high : 0;
	uint64_t most = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
	uint64_t whole = number >= high  ? most
			 : number <= low ? (uint64_t)(int64_t)low
			 : number < 0    ? (uint64_t)(int64_t)number
					 : (uint64_t)number;
	const uint8_t u8 = (uint8_t)whole;
	const uint16_t u16 = (uint16_t)whole;
	const uint32_t u32 = (uint32_t)whole;

	memcpy(to,
		size == 1   ? (const void *)&u8
		: size == 2 ? (const void *)&u16
		: size == 4 ? (const void *)&u32
			    : (const void *)&whole,
		size);
}

/* The bytes of a number as an element. */
static void
store_number(enum dtype dtype, double number, void *to)
{
	const float single = (float)number;
	const opgen_float16 half = opgen_float_to_float16(single);
	const opgen_bfloat16 brain = opgen_float_to_bfloat16(single);

	switch (dtype) {
	case DTYPE_FLOAT64:
		memcpy(to, &number, sizeof number);
		break;
	case DTYPE_FLOAT32:
	case DTYPE_COMPLEX64:
		memcpy(to, &single, sizeof single);
		break;
	case DTYPE_COMPLEX128:
		memcpy(to, &number, sizeof number);
		break;
	case DTYPE_FLOAT16:
		memcpy(to, &half, sizeof half);
		break;
	case DTYPE_BFLOAT16:
		memcpy(to, &brain, sizeof brain);
		break;
	default:
		store_integer(dtype, number, to);
		break;
	}
}

const struct operand *
plan_add_number(struct plan *plan, const char *name, double number, struct arena *arena)
{
	struct operand *operand = &plan->operand[plan->noperand++];
	void *constant = arena_alloc(arena, dtype_info[plan->src->dtype].size);

	store_number(plan->src->dtype, number, constant);
	*operand = (struct operand){.name = name,
		.dtype = plan->src->dtype,
		.loaded = plan->src->loaded,
		.nelement = 1,
		.constant = constant};
	return operand;
}

void
tensor_incs(const struct operand *tensor, int64_t inc[MAX_RANK])
{
	int64_t next = 1;

	for (int i = tensor->rank; i-- > 0;) {
		inc[i] = next;
		next *= tensor->shape[i];
	}
}

void
pieces_add(struct pieces *pieces, int64_t count, int64_t at, int64_t dst_inc,
	int64_t from, int64_t step, int64_t src_inc, struct arena *arena)
{
	struct piece *piece;

	if (!count)
		return;
	pieces->piece =
		arena_grow(arena, pieces->piece, pieces->n, sizeof *pieces->piece);
	piece = &pieces->piece[pieces->n++];
	*piece = (struct piece){
		.axis = {.grid = count,
			.phase = 1,
			.src_grid = count > 1 ? step * src_inc : 0,
			.dst_grid = dst_inc},
		.src = from * src_inc,
		.dst = at * dst_inc,
	};
}

void
pieces_add_listed(struct pieces *pieces, int64_t count, int64_t at, int64_t dst_inc,
	const int64_t *from, int64_t src_inc, struct arena *arena)
{
	int64_t *table = arena_array(arena, int64_t, count);
	struct piece *piece;

	for (int64_t i = 0; i < count; i++)
		table[i] = from[i] * src_inc;
	pieces_add(pieces, 1, at, dst_inc, 0, 0, 0, arena);
	piece = &pieces->piece[pieces->n - 1];
	piece->axis.phase = count;
	piece->axis.dst_phase = dst_inc;
	piece->axis.dst_grid = 0;
	piece->axis.table = table;
}

/* How many places from the first on are evenly spaced. */
static int64_t
even_run(const int64_t *from, int64_t n)
{
	int64_t count = n < 2 ? n : 2;

	while (count < n && from[count] - from[count - 1] == from[1] - from[0])
		count++;
	return count;
}

/* The places of which a pattern of `period` places repeats itself, further each time. */
static bool
is_pattern(const int64_t *from, int64_t n, int64_t period)
{
	for (int64_t i = period; i < n; i++)
		if (from[i] - from[i - period] != from[period] - from[0])
			return false;
	return true;
}

/* The period of places, of two repetitions at least; 0: there is none. */
static int64_t
find_period(const int64_t *from, int64_t n)
{
	for (int64_t period = 2; period <= MOST_PERIOD && 2 * period <= n; period++)
		if (n % period == 0 && is_pattern(from, n, period))
			return period;
	return 0;
}

static void
add_pattern(struct pieces *pieces, int64_t n, int64_t dst_inc, const int64_t *from,
	int64_t src_inc, int64_t period, struct arena *arena)
{
	struct move_axis *axis;
	bool even = even_run(from, period) == period;

	if (even)
		pieces_add(pieces, n / period, 0, period * dst_inc, from[0], 1, 0, arena);
	else
		pieces_add_listed(pieces, period, 0, dst_inc, from, src_inc, arena);
	axis = &pieces->piece[pieces->n - 1].axis;
	axis->grid = n / period;
	axis->src_grid = (from[period] - from[0]) * src_inc;
	axis->dst_grid = period * dst_inc;
	axis->phase = period;
	axis->dst_phase = dst_inc;
	if (!even)
		return;
	axis->src_phase = (from[1] - from[0]) * src_inc;
	pieces->piece[pieces->n - 1].src = from[0] * src_inc;
}

void
pieces_add_places(struct pieces *pieces, int64_t n, int64_t dst_inc, const int64_t *from,
	int64_t src_inc, struct arena *arena)
{
	int64_t period, runs = 0;

	for (int64_t i = 0; i < n && runs <= MOST_RUNS; runs++)
		i += even_run(from + i, n - i);
	period = runs > 1 ? find_period(from, n) : 0;
	if (period) {
		add_pattern(pieces, n, dst_inc, from, src_inc, period, arena);
	} else if (runs > MOST_RUNS) {
		pieces_add_listed(pieces, n, 0, dst_inc, from, src_inc, arena);
	} else {
		for (int64_t i = 0, count; i < n; i += count) {
			count = even_run(from + i, n - i);
			pieces_add(pieces, count, i, dst_inc, from[i],
				count > 1 ? from[i + 1] - from[i] : 0, src_inc, arena);
		}
	}
}

/* Positions of an axis. */
static int64_t
pieces_extent(const struct pieces *pieces)
{
	int64_t extent = 0;

	for (size_t i = 0; i < pieces->n; i++)
		extent += pieces->piece[i].axis.grid * pieces->piece[i].axis.phase;
	return extent;
}

/* Lists the places of an axis; its pieces follow each other in dst. */
static void
list_pieces(struct pieces *pieces, struct arena *arena)
{
	int64_t *from = arena_array(arena, int64_t, pieces_extent(pieces)), n = 0;
	struct pieces listed = {0};
	int64_t dst_inc = 0;

	for (size_t i = 0; i < pieces->n; i++) {
		const struct piece *p = &pieces->piece[i];

		for (int64_t k = 0; k < p->axis.phase; k++)
			for (int64_t g = 0; g < p->axis.grid; g++)
				from[n++] = p->src + move_axis_src(&p->axis, k, g);
		dst_inc = p->axis.grid > 1 ? p->axis.dst_grid : dst_inc;
	}
	if (!dst_inc)
		dst_inc = pieces->piece[1].dst - pieces->piece[0].dst;
	pieces_add_listed(&listed, n, 0, dst_inc, from, 1, arena);
	*pieces = listed;
}

/* How many movements the pieces of all axes make together, at most SIZE_MAX. */
static size_t
pieces_parts(const struct pieces *axis, int naxis)
{
	size_t parts = 1;

	for (int i = 0; i < naxis; i++) {
		if (axis[i].n && parts > SIZE_MAX / axis[i].n)
			return SIZE_MAX;
		parts *= axis[i].n;
	}
	return parts;
}

/* Makes few movements of many. */
static bool
join_pieces(struct pieces *axis, int naxis, struct arena *arena)
{
	while (pieces_parts(axis, naxis) > MOST_PARTS) {
		struct pieces *most = NULL;

		for (int i = 0; i < naxis; i++)
			if (axis[i].n > 1 && pieces_extent(&axis[i]) <= MOST_LISTED &&
				(!most || axis[i].n > most->n))
				most = &axis[i];
		if (!most)
			return false;
		list_pieces(most, arena);
	}
	return true;
}

bool
move_pieces(struct plan *plan, const struct operand *src, const struct operand *dst,
	struct pieces *axis, int naxis, struct arena *arena)
{
	size_t at[MAX_RANK] = {0}, parts;
	int i;

	if (!join_pieces(axis, naxis, arena))
		return false;
	parts = pieces_parts(axis, naxis);
	for (size_t part = 0; part < parts; part++) {
		struct move_plan *move = move_begin(plan, src, dst, arena);

		for (i = 0; i < naxis; i++) {
			const struct piece *piece = &axis[i].piece[at[i]];

			move->src_base += piece->src;
			move->dst_base += piece->dst;
			move_add_axis(move, &piece->axis, arena);
		}
		for (i = naxis - 1; i >= 0 && ++at[i] == axis[i].n; i--)
			at[i] = 0;
	}
	return true;
}
