#include "base/arena.h"
#include "base/checked.h"
#include "base/extents.h"
#include "kernels/common/parts.h"
#include "kernels/kernel.h"

/* The loops of a plan around its runs: a run is along the innermost axis if that is
   contiguous in src and in dst and has the same indices. */
struct runs {
	int naxis;
	int64_t length;
};

static struct runs
runs_of(const struct pick_plan *pick)
{
	struct runs runs = {pick->naxis, 1};
	const struct pick_axis *last = &pick->axis[runs.naxis ? runs.naxis - 1 : 0];

	if (runs.naxis && last->src == 1 && last->dst == 1 && !last->index) {
		runs.naxis--;
		runs.length = last->count;
	}
	return runs;
}

/* The functions of a plan being built. */
struct pick_code {
	const struct lowering *l;
	struct code_builder *code;
	const struct plan *plan;
	struct runs runs;
	const struct variable *picked[MAX_RANK];
};

/* Where a run begins, and its indices. */
struct pick_place {
	struct address src, dst, indices;
};

static struct pick_place
first_place(const struct pick_code *p, const struct entry_operands *o)
{
	return (struct pick_place){code_at(lowering_operand(p->l, o, p->plan->src), 0),
		code_at(o->output[0], 0),
		code_at(lowering_operand(p->l, o, p->plan->u.pick.indices), 0)};
}

/* Declares the counters that indices pick: p1, p2, … */
static void
declare_picked(struct pick_code *p)
{
	struct wanted_counter wanted[MAX_RANK];

	for (int i = 0; i < p->plan->u.pick.nindex; i++)
		wanted[i] = (struct wanted_counter){
			&p->picked[i], code_name(p->code, "p%d", i + 1), true};
	code_declare_counters(p->code, wanted, (size_t)p->plan->u.pick.nindex);
	code_blank(p->code);
}

static void
add_run(const struct pick_code *p, struct pick_place at)
{
	const struct pick_plan *pick = &p->plan->u.pick;
	struct code_builder *code = p->code;

	for (int i = 0; i < pick->nindex; i++) {
		const struct pick_index *index = &pick->index[i];

		code_loop_to(code, p->picked[i], 0, 1,
			(struct limit){.limit = index->extent,
				.picked = code_moved(at.indices, index->at)});
		at.src = code_indexed(code, at.src, p->picked[i], index->src);
	}
	if (p->runs.length > 1)
		code_copy(code, at.dst, at.src, p->runs.length);
	else
		code_store(code, at.dst,
			code_load(code, code_scalar(p->plan->dst.dtype), at.src));
	code_ends(code, pick->nindex);
}

static void
loop_pick_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	const struct pick_plan *pick = &schedule->plan->u.pick;
	struct pick_code p = {
		.l = &l, .code = code, .plan = schedule->plan, .runs = runs_of(pick)};
	const struct variable *counter[MAX_RANK];
	struct entry_operands o = lowering_entry(&l, ENTRY_WHOLE);
	struct pick_place at;

	if (!schedule->plan->dst.nelement) {
		code_end_function(code);
		return;
	}
	if (p.runs.naxis)
		code_nested_counters(code, counter, (size_t)p.runs.naxis, 1);
	declare_picked(&p);
	at = first_place(&p, &o);
	for (int i = 0; i < p.runs.naxis; i++) {
		const struct pick_axis *a = &pick->axis[i];

		code_loop(code, counter[i], a->count);
		at.src = code_indexed(code, at.src, counter[i], a->src);
		at.dst = code_indexed(code, at.dst, counter[i], a->dst);
		at.indices = code_indexed(code, at.indices, counter[i], a->index);
	}
	add_run(&p, at);
	code_ends(code, p.runs.naxis);
	code_end_function(code);
}

/* Adds a run with numbers in place of counters, in a new function when one is full. */
static void
add_straight(struct pick_code *p, struct parts *parts, const int64_t *at)
{
	const struct pick_plan *pick = &p->plan->u.pick;
	struct pick_place place;

	if (!parts->open || parts->statement >= PART_STATEMENTS) {
		parts_open(parts);
		declare_picked(p);
	}
	place = first_place(p, &parts->o);
	for (int i = 0; i < p->runs.naxis; i++) {
		const struct pick_axis *a = &pick->axis[i];

		place.src = code_moved(place.src, at[i] * a->src);
		place.dst = code_moved(place.dst, at[i] * a->dst);
		place.indices = code_moved(place.indices, at[i] * a->index);
	}
	parts->statement += 1 + (size_t)pick->nindex;
	add_run(p, place);
}

static void
unrolled_pick_lower(const struct schedule *schedule, struct code_builder *code)
{
	struct lowering l = lowering_begin(schedule, code);
	const struct pick_plan *pick = &schedule->plan->u.pick;
	struct pick_code p = {
		.l = &l, .code = code, .plan = schedule->plan, .runs = runs_of(pick)};
	struct parts parts = {.l = &l};
	int64_t at[MAX_RANK] = {0}, count[MAX_RANK];

	for (int i = 0; i < p.runs.naxis; i++)
		count[i] = pick->axis[i].count;
	if (schedule->plan->dst.nelement)
		do
			add_straight(&p, &parts, at);
		while (extents_next(at, count, p.runs.naxis));
	parts_entry(&parts);
}

static bool
plan_pick(struct schedule *schedule, uint64_t max_output, struct arena *arena)
{
	const struct plan *plan = schedule->plan;
	uint64_t n = 1;

	(void)arena;
	if (plan->dst.nelement && schedule->kernel->straight)
		n = (uint64_t)(plan->dst.nelement / runs_of(&plan->u.pick).length);
	return schedule_may_fit(schedule, n, max_output);
}

const struct kernel kernel_unrolled_pick = {
	.name = "unrolled-pick",
	.kind = PLAN_PICK,
	.straight = true,
	.summary = "one statement for each contiguous run of elements that indices pick",
	.plan = plan_pick,
	.lower = unrolled_pick_lower,
};

const struct kernel kernel_loop_pick = {
	.name = "loop-pick",
	.kind = PLAN_PICK,
	.summary = "loops over contiguous runs of elements that indices pick",
	.plan = plan_pick,
	.lower = loop_pick_lower,
};
