#include "kernels/move/move.h"

#include "base/arena.h"
#include "base/extents.h"
#include "kernels/common/lowering.h"

#include <stdlib.h>

enum {
	NEST_BYTES = 60 /* of one loop nest at least */
};

/* The nests found so far. */
struct search {
	const struct move_plan *move;
	struct moves *moves;
	size_t limit; /* of the number of nests */
	struct arena *arena;
};

int64_t
move_loop_src(const struct move_loop *loop, int64_t pass)
{
	return loop->table ? loop->table[pass] : pass * loop->src;
}

static int
compare_loops(const void *a, const void *b)
{
	const struct move_loop *x = a, *y = b;

	return (x->dst < y->dst) - (x->dst > y->dst);
}

/* Merges loops that together step evenly through both sides, and turns the innermost loop
   into the run if it is contiguous. */
static void
merge_loops(struct move_nest *nest)
{
	int n = 0;

	for (int i = 0; i < nest->nloop; i++) {
		struct move_loop inner = nest->loop[i];
		struct move_loop *outer = n ? &nest->loop[n - 1] : NULL;

		if (outer && outer->dst == inner.count * inner.dst &&
			outer->src == inner.count * inner.src && !outer->table &&
			!inner.table) {
			inner.count *= outer->count;
			*outer = inner;
		} else {
			nest->loop[n++] = inner;
		}
	}
	nest->run = 1;
	if (n && nest->loop[n - 1].dst == 1 && !nest->loop[n - 1].table &&
		(!nest->from || nest->loop[n - 1].src == 1))
		nest->run = nest->loop[--n].count;
	nest->nloop = n;
}

/* Makes a fill read its only element, if it has one, again and again. */
static void
read_one(struct move_nest *nest)
{
	nest->src = 0;
	for (int i = 0; i < nest->nloop; i++) {
		nest->loop[i].src = 0;
		nest->loop[i].table = NULL;
	}
}

/* Adds the nest of a box: of each axis, some phases at some grid positions. */
static bool
add_nest(const struct search *s, const struct phase_run *box, bool fill)
{
	struct moves *m = s->moves;
	struct move_nest nest = {
		.from = fill ? s->move->fill : s->move->src,
		.to = s->move->dst,
		.src = s->move->src_base,
		.dst = s->move->dst_base,
	};

	for (int i = 0; i < s->move->naxis; i++) {
		const struct move_axis *a = &s->move->axis[i];
		const struct phase_run *r = &box[i];
		int64_t count = r->end - r->begin;
		bool listed = a->table && r->nphase > 1;

		if (!count)
			return true;
		nest.src += r->begin * a->src_grid;
		nest.src += listed ? 0 : move_axis_src(a, r->phase, 0);
		nest.dst += r->phase * a->dst_phase + r->begin * a->dst_grid;
		if (r->nphase > 1)
			nest.loop[nest.nloop++] =
				(struct move_loop){r->nphase, a->src_phase, a->dst_phase,
					listed ? a->table + r->phase : NULL};
		if (count > 1)
			nest.loop[nest.nloop++] =
				(struct move_loop){count, a->src_grid, a->dst_grid, NULL};
	}
	if (fill)
		read_one(&nest);
	qsort(nest.loop, (size_t)nest.nloop, sizeof nest.loop[0], compare_loops);
	merge_loops(&nest);
	if (m->nnest == s->limit)
		return false;
	m->nest = arena_grow(s->arena, m->nest, m->nnest, sizeof *m->nest);
	m->nest[m->nnest++] = nest;
	return true;
}

/* Adds the nests of one run of every axis: the box that is copied, and the boxes around
   it that are cleared. Box i clears what is outside along axis i and inside along the
   axes before it, so that every element is written once. */
static bool
add_boxes(const struct search *s, const struct phase_run *run)
{
	const struct move_plan *m = s->move;
	struct phase_run box[MAX_RANK];

	for (int i = 0; i < m->naxis; i++) {
		box[i] = run[i];
		box[i].begin = 0;
		box[i].end = m->axis[i].grid;
	}
	for (int i = 0; i < m->naxis && !m->crops; i++) {
		box[i].end = run[i].begin;
		if (!add_nest(s, box, true))
			return false;
		box[i].begin = run[i].end;
		box[i].end = m->axis[i].grid;
		if (!add_nest(s, box, true))
			return false;
		box[i] = run[i];
	}
	return add_nest(s, run, false);
}

static bool
find_nests(const struct search *s)
{
	const struct move_plan *m = s->move;
	struct phase_run run[MAX_RANK];
	int64_t at[MAX_RANK] = {0}, nrun[MAX_RANK];

	for (int i = 0; i < m->naxis; i++)
		nrun[i] = (int64_t)m->axis[i].nrun;
	do {
		for (int i = 0; i < m->naxis; i++)
			run[i] = m->axis[i].run[at[i]];
		if (!add_boxes(s, run))
			return false;
	} while (extents_next(at, nrun, m->naxis));
	return true;
}

bool
moves_find(
	struct moves *moves, const struct plan *plan, size_t limit, struct arena *arena)
{
	struct search search = {.moves = moves, .limit = limit, .arena = arena};

	for (size_t i = 0; i < plan->u.move.npart; i++) {
		search.move = &plan->u.move.part[i];
		if (!find_nests(&search))
			return false;
	}
	return true;
}

/* Contiguous runs of elements. */
static uint64_t
runs_of(const struct move_nest *nest)
{
	uint64_t runs = 1;

	for (int i = 0; i < nest->nloop; i++)
		runs = count_mul(runs, (uint64_t)nest->loop[i].count);
	return runs;
}

static bool
plan_moves(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	struct moves *moves = arena_new(arena, struct moves);
	uint64_t runs = 0;

	schedule->own = moves;
	if (!plan_nelement(plan))
		return true;
	if (!moves_find(moves, plan, (size_t)(max_output / NEST_BYTES) + 1, arena))
		return false;
	for (size_t i = 0; i < moves->nnest; i++)
		runs = count_add(
			runs, schedule->kernel->straight ? runs_of(&moves->nest[i]) : 1);
	return schedule_may_fit(schedule, runs, max_output);
}

const struct kernel kernel_unrolled_move = {
	.name = "unrolled-move",
	.kind = PLAN_MOVE,
	.straight = true,
	.summary = "one statement for each contiguous run of elements",
	.plan = plan_moves,
	.lower = unrolled_move_lower,
};

const struct kernel kernel_loop_move = {
	.name = "loop-move",
	.kind = PLAN_MOVE,
	.summary = "loop nests over contiguous runs of elements",
	.plan = plan_moves,
	.lower = loop_move_lower,
};
