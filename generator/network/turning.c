#include "network/turning.h"

struct turn_form
turn_form_of(const int64_t *shape, int rank)
{
	struct turn_form form = {1, 1, 1};

	if (rank < 3)
		return form;
	form.image = shape[0];
	form.channel = shape[1];
	for (int i = 2; i < rank; i++)
		form.position *= shape[i];
	return form;
}

bool
turn_changes_nothing(const struct turn_form *form)
{
	return form->channel <= 1 || form->position <= 1 || !form->image;
}

struct turn_form
turn_form_of_operand(const struct operand *operand)
{
	return turn_form_of(operand->shape, operand->rank);
}

enum turn_side
turning_src_alone(const struct plan *plan, size_t operand)
{
	return &plan->operand[operand] == plan->src ? TURN_SRC : TURN_NEITHER;
}
