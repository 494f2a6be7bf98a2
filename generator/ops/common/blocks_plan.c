#include "ops/common/blocks_plan.h"

#include <string.h>

#include "base/arena.h"
#include "base/checked.h"
#include "ops/common/movement.h"
#include "ops/common/parts.h"

/* The grid positions at which a phase copies: all but the margins. */
static struct phase_run
run_at(const struct blocks *blocks, int axis, int64_t extent, int64_t phase)
{
	int64_t block = blocks->block[axis], before = blocks->before[axis];
	struct phase_run run = {
		.phase = phase,
		.begin = ceil_div(before - phase, block),
		.end = ceil_div(before + extent - phase, block),
	};

	if (run.begin == run.end)
		run.begin = run.end = 0;
	return run;
}

/* Groups the phases of an axis into runs: the begin and the end of what phases copy each
   drop by one at some phase. */
static size_t
find_runs(const struct blocks *blocks, int axis, int64_t extent, struct phase_run run[3])
{
	int64_t block = blocks->block[axis], before = blocks->before[axis];
	int64_t begin_drops = before % block;
	int64_t end_drops = (before + extent) % block;
	int64_t first = begin_drops < end_drops ? begin_drops : end_drops;
	int64_t second = begin_drops < end_drops ? end_drops : begin_drops;
	const int64_t from[] = {0, first, second, block};
	size_t nrun = 0;

	for (int i = 0; i < 3; i++) {
		struct phase_run next = run_at(blocks, axis, extent, from[i]);

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

/* Appends the axis of a dimension, in the direction from space to batch, and moves the
   base of the space back by the margin. */
static void
add_axis(const struct blocks *blocks, int dimension, const struct move_axis *axis,
	int64_t extent, struct move_plan *move, struct arena *arena)
{
	struct phase_run run[3];
	size_t nrun = find_runs(blocks, dimension, extent, run);

	if (blocks->to_space)
		move->dst_base -= blocks->before[dimension] * axis->src_phase;
	else
		move->src_base -= blocks->before[dimension] * axis->src_phase;
	if (axis->grid == 1 && axis->phase == 1 && run[0].end == 1)
		return;
	move->axis[move->naxis] = blocks->to_space ? move_reversed(axis) : *axis;
	move->axis[move->naxis].run = arena_copy(arena, run, nrun, sizeof *run);
	move->axis[move->naxis].nrun = nrun;
	move->naxis++;
}

/* The space's batch is the fastest part of the other batch, the first block's phase the
   slowest. */
static void
add_axes(const struct blocks *blocks, struct move_plan *move, struct arena *arena)
{
	const int64_t *space = blocks->to_space ? blocks->out : blocks->in;
	const int64_t *grid = blocks->to_space ? blocks->in : blocks->out;
	int64_t space_inc = 1, grid_inc = 1, batches = space[0], plane = 1;
	struct move_axis batch = {.grid = space[0], .phase = 1};

	move->crops = blocks->to_space;
	for (int i = 1; i < blocks->rank; i++)
		plane *= grid[i];
	for (int i = blocks->rank - 1; i >= 1; i--) {
		const struct move_axis axis = {
			.grid = grid[i],
			.phase = blocks->block[i],
			.src_grid = space_inc * blocks->block[i],
			.src_phase = space_inc,
			.dst_grid = grid_inc,
			.dst_phase = batches * plane,
		};

		add_axis(blocks, i, &axis, space[i], move, arena);
		space_inc *= space[i];
		grid_inc *= grid[i];
		batches *= blocks->block[i];
	}
	batch.src_grid = space_inc;
	batch.dst_grid = grid_inc;
	if (blocks->to_space)
		batch = move_reversed(&batch);
	move_add_axis(move, &batch, arena);
}

bool
blocks_plan(const struct blocks *blocks, struct plan *plan, struct source *source,
	struct arena *arena)
{
	if (!plan_set_output(plan, blocks->operation, blocks->out, blocks->rank, source))
		return false;
	if (plan->dst.nelement)
		add_axes(blocks, move_begin(plan, plan->src, &plan->dst, arena), arena);
	return true;
}
