#include "network/turn_move.h"

#include "base/arena.h"

/* The inc of an axis beside a tensor whose channels are last in memory. False: the axis
   goes through channels and positions both. */
static bool
turn_inc(const struct turn_form *form, int64_t extent, int64_t *inc)
{
	int64_t image = form->position * form->channel, end = *inc * extent;

	if (*inc < 0 || (*inc < form->position && end > form->position) ||
		(*inc < image && end > image))
		return false;
	if (*inc < form->position)
		*inc *= form->channel;
	else if (*inc < image)
		*inc /= form->position;
	return true;
}

/* Turns one side of a movement of axes without phases. */
static bool
turn_axes(struct move_plan *move, bool src)
{
	struct turn_form form = turn_form_of_operand(src ? move->src : move->dst);

	for (int i = 0; i < move->naxis; i++) {
		struct move_axis *axis = &move->axis[i];

		if (axis->phase > 1 || !turn_inc(&form, axis->grid,
					       src ? &axis->src_grid : &axis->dst_grid))
			return false;
	}
	return true;
}

/* Whether a movement is a copy once its src, or its dst, has its channels last: a
   Transpose of the model's own between the two orders. */
static bool
copies_turned(const struct plan *plan, bool src)
{
	struct move_plan move;

	if (plan->u.move.npart != 1 || plan_noutput(plan) != 1)
		return false;
	move = *plan->u.move.part;
	return !move.crops && !move.src_base && !move.dst_base &&
	       move.src->nelement == move.dst->nelement && !move_is_block(&move) &&
	       turn_axes(&move, src) && move_is_block(&move);
}

static bool
takes_move(const struct plan *plan)
{
	return copies_turned(plan, true) || copies_turned(plan, false);
}

static enum turn_side
side_in_move(const struct plan *plan, size_t operand)
{
	return &plan->operand[operand] == plan->u.move.part->src &&
			       copies_turned(plan, true)
		       ? TURN_SRC
		       : TURN_NEITHER;
}

static bool
turn_move(struct plan *plan, bool src_last, bool dst_last, struct arena *arena)
{
	if (src_last == dst_last)
		return !src_last;
	if (!copies_turned(plan, src_last))
		return false;
	plan->u.move.part =
		arena_copy(arena, plan->u.move.part, 1, sizeof *plan->u.move.part);
	return turn_axes(plan->u.move.part, src_last);
}

const struct turning turning_move = {takes_move, side_in_move, turn_move};
