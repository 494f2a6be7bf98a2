#include "plan/box.h"

#include "base/arena.h"
#include "plan/epilogue.h"

void
box_advance(struct plan_box *box, const struct operand *operand, int64_t first, int64_t n)
{
	size_t i = (size_t)(operand - box->plan->operand);
	struct operand *o = &box->plan->operand[i];

	if (o->constant)
		o->constant = (const char *)o->constant +
			      (size_t)first * dtype_info[o->dtype].size;
	else
		box->input[i] += first;
	o->rank = 1;
	o->shape[0] = o->nelement = n;
}

void
box_advance_outputs(struct plan_box *box, const struct box_range *range, int64_t first,
	int64_t extent)
{
	struct plan *plan = box->plan;
	struct operand *more = arena_array(range->arena, struct operand, plan->nmore);

	box->output += first;
	for (size_t i = 0; i < plan_noutput(plan); i++) {
		struct operand *o = i ? &more[i - 1] : &plan->dst;

		*o = *plan_output(plan, i);
		o->nelement = o->nelement / extent * (range->end - range->begin);
		o->rank = 1;
		o->shape[0] = o->nelement;
	}
	plan->more = more;
}

/* The operands beside a tensor of which the box has elements `first` to first + last.
   Those loops that a repetition allows (repetition_fits()) lead to the same elements from
   any first one. */
static void
advance_steps(
	struct plan_box *box, const struct epilogue *steps, int64_t first, int64_t last)
{
	for (size_t i = 1; steps && i < steps->noperand; i++) {
		const struct epilogue_operand *o = &steps->operand[i];
		int64_t begin;

		if (o->kind != EPILOGUE_TENSOR)
			continue;
		begin = repetition_element(&o->repetition, first);
		box_advance(box, &box->plan->operand[o->operand], begin,
			repetition_element(&o->repetition, first + last) + 1 - begin);
	}
}

void
box_advance_epilogue(struct plan_box *box, int64_t first, int64_t last)
{
	advance_steps(box, box->plan->epilogue, first, last);
}

void
box_advance_prologue(struct plan_box *box, int64_t first, int64_t last)
{
	advance_steps(box, box->plan->prologue, first, last);
}
