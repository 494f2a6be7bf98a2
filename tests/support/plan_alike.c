#include "support/plan_alike.h"

#include <string.h>

#include "plan/plan.h"

static bool
operand_alike(const struct operand *a, const struct operand *b)
{
	size_t size = (size_t)a->nelement * dtype_info[a->dtype].size;
	struct operand x = *a, y = *b;

	x.name = y.name = NULL;
	x.constant = y.constant = NULL;
	if (memcmp(&x, &y, sizeof x) || strcmp(a->name, b->name) ||
		!a->constant != !b->constant)
		return false;
	return !a->constant || !memcmp(a->constant, b->constant, size);
}

static bool
operands_alike(const struct plan *a, const struct plan *b)
{
	bool alike = operand_alike(&a->dst, &b->dst);

	for (size_t i = 0; i < a->noperand; i++)
		alike = alike && operand_alike(&a->operand[i], &b->operand[i]);
	for (size_t i = 0; i < a->nmore; i++)
		alike = alike && operand_alike(&a->more[i], &b->more[i]);
	return alike;
}

static bool
spans_alike(const struct window_plan *a, const struct window_plan *b)
{
	for (int i = 0; i < a->naxis; i++)
		if (memcmp(a->axis[i].span, b->axis[i].span,
			    a->axis[i].nspan * sizeof *a->axis[i].span))
			return false;
	return true;
}

/* Where an operand of the plan is among its operands, or -1. */
static ptrdiff_t
place_of(const struct plan *plan, const struct operand *operand)
{
	return operand ? operand - plan->operand : -1;
}

/* The plan without names, and without the pointers that the functions above follow. */
static struct plan
bare(const struct plan *plan)
{
	struct plan p;

	memcpy(&p, plan, sizeof p);
	p.name = p.op = p.domain = NULL;
	p.detail = NULL;
	p.ndetail = 0;
	p.src = p.weights = p.bias = NULL;
	p.more = NULL;
	p.dst.name = NULL;
	p.dst.constant = NULL;
	for (size_t i = 0; i < p.noperand; i++) {
		p.operand[i].name = NULL;
		p.operand[i].constant = NULL;
	}
	for (int i = 0; i < p.u.window.naxis; i++)
		p.u.window.axis[i].span = NULL;
	return p;
}

bool
plan_alike(const struct plan *a, const struct plan *b)
{
	struct plan x, y;

	if (a->kind != PLAN_WINDOW || b->kind != PLAN_WINDOW)
		return false;
	x = bare(a);
	y = bare(b);
	return !memcmp(&x, &y, sizeof x) && operands_alike(a, b) &&
	       spans_alike(&a->u.window, &b->u.window) &&
	       place_of(a, a->src) == place_of(b, b->src) &&
	       place_of(a, a->weights) == place_of(b, b->weights) &&
	       place_of(a, a->bias) == place_of(b, b->bias);
}
