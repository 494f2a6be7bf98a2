#include "support/moves.h"

#include "base/arena.h"
#include "support/test.h"

enum {
	UNWRITTEN = -2,
	ZERO = -1
};

/* One position along one axis. */
struct step {
	int64_t src, dst;
	int copies;
};

static struct step
step_at(const struct move_axis *axis, int64_t position)
{
	int64_t phase = position % axis->phase, grid = position / axis->phase;

	return (struct step){
		.src = move_axis_src(axis, phase, grid),
		.dst = phase * axis->dst_phase + grid * axis->dst_grid,
		.copies = move_axis_copies(axis, phase, grid),
	};
}

static void
check_runs(const struct move_axis *axis)
{
	int64_t next = 0;

	for (size_t i = 0; i < axis->nrun; i++) {
		const struct phase_run *run = &axis->run[i];

		assert_int_equal(run->phase, next);
		assert_true(run->nphase > 0);
		assert_true(run->begin >= 0 && run->begin <= run->end);
		assert_true(run->end <= axis->grid);
		next += run->nphase;
	}
	assert_int_equal(next, axis->phase);
}

static void
carry_out(const struct move_plan *move, int naxis, struct step at, int64_t *origin)
{
	const struct move_axis *axis;

	if (naxis == 0) {
		if (move->crops && !at.copies)
			return;
		assert_true(at.dst >= 0 && at.dst < move->dst->nelement);
		assert_int_equal(origin[at.dst], UNWRITTEN);
		if (at.copies)
			assert_true(at.src >= 0 && at.src < move->src->nelement);
		origin[at.dst] = at.copies ? at.src : ZERO;
		return;
	}
	axis = &move->axis[naxis - 1];
	for (int64_t i = 0; i < axis->grid * axis->phase; i++) {
		struct step step = step_at(axis, i);

		step.src += at.src;
		step.dst += at.dst;
		step.copies = step.copies && at.copies;
		carry_out(move, naxis - 1, step, origin);
	}
}

static void
carry_out_part(const struct move_plan *move, int64_t *origin)
{
	for (int i = 0; i < move->naxis; i++) {
		check_runs(&move->axis[i]);
		assert_false(move->axis[i].grid == 1 && move->axis[i].phase == 1 &&
			     move->axis[i].run[0].end == 1 && !move->axis[i].table);
	}
	carry_out(move, move->naxis, (struct step){move->src_base, move->dst_base, 1},
		origin);
}

const int64_t *
move_origins(const struct plan *plan, struct arena *arena)
{
	int64_t *origin = arena_array(arena, int64_t, plan->dst.nelement);

	assert_int_equal(plan->kind, PLAN_MOVE);
	for (int64_t i = 0; i < plan->dst.nelement; i++)
		origin[i] = UNWRITTEN;
	for (size_t i = 0; i < plan->u.move.npart; i++)
		carry_out_part(&plan->u.move.part[i], origin);
	for (int64_t i = 0; i < plan->dst.nelement; i++)
		assert_int_not_equal(origin[i], UNWRITTEN);
	return origin;
}
