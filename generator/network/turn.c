#include "network/turn.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "network/turn_move.h"
#include "network/turn_reduce.h"
#include "network/turn_sample.h"
#include "ops/common/layouts.h"
#include "ops/common/movement.h"
#include "plan/epilogue.h"

static bool
takes_window(const struct plan *plan)
{
	const struct window_plan *w = &plan->u.window;

	return window_is_planar(w) && !w->shaped_by_layout && !plan->nmore &&
	       !plan->prologue;
}

/* Whether an epilogue reads an operand element by element. */
static bool
is_residual(const struct plan *plan, size_t operand)
{
	const struct epilogue *epilogue = plan->epilogue;

	for (size_t i = 1; epilogue && i < epilogue->noperand; i++) {
		const struct epilogue_operand *o = &epilogue->operand[i];

		if (o->kind == EPILOGUE_TENSOR && o->operand == operand)
			return o->repetition.every == 1 && !o->repetition.period;
	}
	return false;
}

static enum turn_side
side_in_window(const struct plan *plan, size_t operand)
{
	if (&plan->operand[operand] == plan->src)
		return TURN_SRC;
	return is_residual(plan, operand) ? TURN_DST : TURN_NEITHER;
}

/* How an operand of an epilogue is read beside an output whose channels are last; false:
   not at all. */
static bool
turn_repetition(const struct plan *plan, struct epilogue_operand *o)
{
	const struct window_plan *w = &plan->u.window;
	int64_t channels = w->group * w->oc, plane = window_plane(w);
	struct repetition *r = &o->repetition;

	if (o->kind != EPILOGUE_TENSOR)
		return true;
	if (r->every == 1 && !r->period)
		return !plan->operand[o->operand].constant;
	if (r->every == plane && (!r->period || r->period == channels))
		*r = (struct repetition){.every = 1,
			.period = channels,
			.image = (!r->period || r->image) && w->batch > 1
					 ? channels * plane
					 : 0};
	return repetition_fits(plan, r);
}

static bool
turn_epilogue(struct plan *plan, struct arena *arena)
{
	struct epilogue *epilogue;

	if (!plan->epilogue)
		return true;
	epilogue = arena_copy(arena, plan->epilogue, 1, sizeof *epilogue);
	for (size_t i = 1; i < epilogue->noperand; i++)
		if (!turn_repetition(plan, &epilogue->operand[i]))
			return false;
	plan->epilogue = epilogue;
	return true;
}

static bool
turn_window(struct plan *plan, bool src_last, bool dst_last, struct arena *arena)
{
	const struct weight_steps weights = plan->u.window.weights;

	layouts_set(plan, src_last ? WINDOW_NHWC : WINDOW_NCHW,
		dst_last ? WINDOW_NHWC : WINDOW_NCHW, arena);
	plan->u.window.weights = weights;
	return !dst_last || turn_epilogue(plan, arena);
}

static bool
takes_pointwise(const struct plan *plan)
{
	return plan->dst.rank >= 3;
}

static enum turn_side
side_in_pointwise(const struct plan *plan, size_t operand)
{
	return plan_is_by_element(plan, operand) ? TURN_DST : TURN_NEITHER;
}

/* Cuts the axis that goes on beyond so many elements of dst; false: it cannot be cut
   there. */
static bool
cut_axis(struct pointwise_plan *p, int64_t at)
{
	for (int i = 0; i < p->naxis; i++) {
		struct pointwise_axis *inner = &p->axis[i];
		int64_t end = inner->dst_inc * inner->extent, n;

		if (inner->dst_inc >= at || end <= at)
			continue;
		if (at % inner->dst_inc || end % at || p->naxis == MAX_RANK)
			return false;
		n = at / inner->dst_inc;
		memmove(inner + 1, inner, (size_t)(p->naxis++ - i) * sizeof *inner);
		inner[0].extent = end / at;
		inner[0].dst_inc = at;
		for (int k = 0; k < MAX_OPERAND; k++)
			inner[0].inc[k] *= n;
		inner[1].extent = n;
	}
	return true;
}

static int
compare_axes(const void *a, const void *b)
{
	int64_t x = ((const struct pointwise_axis *)a)->dst_inc;
	int64_t y = ((const struct pointwise_axis *)b)->dst_inc;

	return (x < y) - (x > y);
}

/* Whether an axis goes on where one within it ends, in all operands. */
static bool
goes_on(const struct pointwise_axis *outer, const struct pointwise_axis *inner,
	size_t noperand)
{
	if (outer->dst_inc != inner->dst_inc * inner->extent)
		return false;
	for (size_t k = 0; k < noperand; k++)
		if (outer->inc[k] != inner->inc[k] * inner->extent)
			return false;
	return true;
}

static void
merge_axes(struct pointwise_plan *p, size_t noperand)
{
	int n = 0;

	for (int i = 0; i < p->naxis; i++) {
		struct pointwise_axis axis = p->axis[i];

		if (n && goes_on(&p->axis[n - 1], &axis, noperand))
			axis.extent *= p->axis[--n].extent;
		p->axis[n++] = axis;
	}
	p->naxis = n;
}

/* Constants of the output's shape stay as they are, and are read in another order. */
static bool
turn_pointwise(struct plan *plan, bool src_last, bool dst_last, struct arena *arena)
{
	struct pointwise_plan *p = &plan->u.pointwise;
	struct turn_form form = turn_form_of_operand(&plan->dst);
	bool turned[MAX_OPERAND] = {false};

	(void)arena;
	if (src_last != dst_last)
		return false;
	for (size_t k = 0; k < plan->noperand; k++)
		turned[k] = !plan->operand[k].constant && plan_is_by_element(plan, k);
	if (!cut_axis(p, form.position) || !cut_axis(p, form.position * form.channel))
		return false;
	for (int i = 0; i < p->naxis; i++) {
		struct pointwise_axis *axis = &p->axis[i];

		if (axis->dst_inc < form.position)
			axis->dst_inc *= form.channel;
		else if (axis->dst_inc < form.position * form.channel)
			axis->dst_inc /= form.position;
		for (size_t k = 0; k < plan->noperand; k++)
			if (turned[k])
				axis->inc[k] = axis->dst_inc;
	}
	qsort(p->axis, (size_t)p->naxis, sizeof *p->axis, compare_axes);
	merge_axes(p, plan->noperand);
	return true;
}

static const struct turning window = {takes_window, side_in_window, turn_window};
static const struct turning pointwise = {
	takes_pointwise, side_in_pointwise, turn_pointwise};

/* By kinds of plans; NULL: there is none. */
static const struct turning *const turning_table[] = {
	[PLAN_WINDOW] = &window,
	[PLAN_MOVE] = &turning_move,
	[PLAN_POINTWISE] = &pointwise,
	[PLAN_REDUCE] = &turning_reduce,
	[PLAN_SAMPLE] = &turning_sample,
	[PLAN_NETWORK] = NULL,
};

bool
turn_takes(const struct plan *plan)
{
	const struct turning *turning = turning_table[plan->kind];

	return turning && plan->dst.nelement && turning->takes(plan);
}

enum turn_side
turn_side_of(const struct plan *plan, size_t operand)
{
	return turn_takes(plan) ? turning_table[plan->kind]->side(plan, operand)
				: TURN_NEITHER;
}

struct plan *
turn_plan(const struct plan *plan, bool src_last, bool dst_last, struct arena *arena)
{
	struct plan *turned;

	if (!turn_takes(plan))
		return NULL;
	turned = plan_duplicate(plan, arena);
	if (!turning_table[plan->kind]->turn(turned, src_last, dst_last, arena))
		return NULL;
	return turned;
}

struct plan *
turn_movement(const struct operand *tensor, bool last, struct arena *arena)
{
	struct plan *plan = arena_new(arena, struct plan);
	const struct turn_form form = turn_form_of_operand(tensor);
	int64_t image = form.channel * form.position;
	const struct move_axis axis[] = {
		{.grid = form.image, .phase = 1, .src_grid = image, .dst_grid = image},
		{.grid = form.channel,
			.phase = 1,
			.src_grid = form.position,
			.dst_grid = 1},
		{.grid = form.position,
			.phase = 1,
			.src_grid = 1,
			.dst_grid = form.channel},
	};
	struct move_plan *move;

	plan->kind = PLAN_MOVE;
	plan->op = last ? "to channels last" : "to channels second";
	plan->domain = "opgen";
	plan->operand[0] = *tensor;
	plan->operand[0].name = "from";
	plan->noperand = 1;
	plan->src = &plan->operand[0];
	plan->dst = *tensor;
	plan->dst.name = "to";
	plan->sum = plan->src->loaded;
	move = move_begin(plan, plan->src, &plan->dst, arena);
	for (size_t i = 0; i < sizeof axis / sizeof *axis; i++) {
		const struct move_axis reversed = move_reversed(&axis[i]);

		move_add_axis(move, last ? &axis[i] : &reversed, arena);
	}
	return plan;
}
