#include "code/comparison/expect_steps.h"

#include "code/comparison/expressions.h"
#include "plan/chain.h"
#include "plan/define.h"
#include "plan/numerics.h"

uint64_t
expect_element(const struct ingredients *e, const struct operand *o, int64_t k)
{
	if (o == e->transformed)
		return e->arithmetic->argument(TRANSFORMED_OPERAND, k);
	if (o->constant)
		return e->arithmetic->constant(o, k);
	return e->arithmetic->argument((size_t)(o - e->plan->operand), k);
}

/* What a result depends on, beside its operands. */
static uint64_t
more_of(const struct algebra *algebra, const struct computation *computation)
{
	const struct ingredients *e = algebra->context;

	switch (computation->kind) {
	case VALUE_POWER:
		return e->arithmetic->number(computation->number);
	case VALUE_CONVERT:
		return computation->dtype;
	case VALUE_ELEMENTARY:
		return numerics_elementary(
			(enum elementary)computation->n, e->fused, algebra->dtype);
	default:
		return (uint64_t)computation->n;
	}
}

union quantity
expect_compute(const struct algebra *algebra, const struct computation *computation)
{
	const struct ingredients *e = algebra->context;
	enum value_kind kind = computation->kind;
	uint64_t a[DIGEST_OPERANDS], digest, more = 0;

	if (kind == VALUE_NUMBER) {
		digest = e->arithmetic->number(algebra->dtype == DTYPE_FLOAT32
						       ? (float)computation->number
						       : computation->number);
		return (union quantity){.digest = digest};
	}
	for (int i = 0; i < DIGEST_OPERANDS; i++)
		a[i] = computation->a[i].digest;
	if (kind == VALUE_MULADD)
		kind = e->fused ? VALUE_FMA : VALUE_MULADD;
	else
		more = more_of(algebra, computation);
	digest = e->arithmetic->compute(kind, more, a);
	return (union quantity){.digest = digest};
}

uint64_t
expect_pointwise(const struct ingredients *e, const struct algebra *algebra, int64_t k,
	const struct index_axes *axes, union quantity *step)
{
	const struct plan *plan = e->plan;
	const struct pointwise_plan *p = &plan->u.pointwise;
	int64_t index[MAX_RANK];
	union quantity x[MAX_OPERAND];
	union quantity y;

	if (!index_at(axes, k, index))
		return DIGEST_NONE;
	for (size_t o = 0; o < plan->noperand; o++) {
		int64_t at = 0;

		for (int i = 0; i < p->naxis; i++)
			at += index[i] * p->axis[i].inc[o];
		x[o].digest = expect_element(e, &plan->operand[o], at);
	}
	y = chain_compute(p->chain, algebra, x, step);
	if (dtype_info[plan->dst.dtype].kind == KIND_HALF)
		y = quantity_round(algebra, y, plan->dst.dtype);
	return y.digest;
}
