#include "drawn/draw.h"

#include "plan/reduction.h"

/* Sums of products of 8-bit integers in 32 bits, in place of float32's. */

/* Windows and products whose terms are multiplied by nothing else. */
static bool
has_terms_alone(const struct plan *plan)
{
	const struct product_plan *p = &plan->u.product;

	if (plan->kind == PLAN_WINDOW)
		return plan->u.window.reduction->weighted;
	return p->alpha == 1 && p->beta == 1;
}

static void
set_type(struct drawn *d, struct operand *o, enum dtype dtype)
{
	struct tensor tensor = {.dtype = dtype, .nelement = o->nelement};

	operand_set_dtype(o, dtype);
	o->loaded = DTYPE_INT32;
	if (!o->constant)
		return;
	drawn_constant(d, &tensor);
	o->constant = tensor.constant;
}

void
draw_integers(struct drawn *d, struct plan *plan)
{
	const struct operand *added =
		plan->kind == PLAN_WINDOW ? plan->bias : plan->u.product.c;

	if (plan->dst.dtype != DTYPE_FLOAT32 || numerics_tile(d->settings.numerics) ||
		!has_terms_alone(plan) || draw_chance(d, 85))
		return;
	for (size_t i = 0; i < plan->noperand; i++) {
		struct operand *o = &plan->operand[i];

		set_type(d, o,
			o == added           ? DTYPE_INT32
			: draw_chance(d, 50) ? DTYPE_INT8
					     : DTYPE_UINT8);
	}
	operand_set_dtype(&plan->dst, DTYPE_INT32);
	plan->sum = DTYPE_INT32;
}
