#include "code/expect_steps.h"

#include "base/arena.h"
#include "code/digest.h"
#include "plan/chain.h"
#include "plan/define.h"
#include "plan/numerics.h"

uint64_t
expect_element(const struct plan *plan, const struct operand *o, int64_t k)
{
	if (o->constant)
		return digest_constant(o, k);
	return digest_argument((size_t)(o - plan->operand), k);
}

union quantity
expect_compute(const struct algebra *algebra, const struct computation *computation)
{
	const bool *fused = algebra->context;
	const union quantity *q = computation->a;
	uint64_t a = q[0].digest, b = q[1].digest, c = q[2].digest, digest;

	switch (computation->kind) {
	case VALUE_NUMBER:
		digest = digest_number(algebra->dtype == DTYPE_FLOAT32
					       ? (float)computation->number
					       : computation->number);
		break;
	case VALUE_ADD:
		digest = digest_add(a, b);
		break;
	case VALUE_MULTIPLY:
		digest = digest_multiply(a, b);
		break;
	case VALUE_MULADD:
		digest = *fused ? digest_fma(a, b, c)
				: digest_add(digest_multiply(a, b), c);
		break;
	case VALUE_DIVIDE:
		digest = digest_divide(a, b);
		break;
	case VALUE_POWER:
		digest = digest_power(a, computation->number);
		break;
	case VALUE_CONVERT:
		digest = digest_operation(VALUE_CONVERT, computation->dtype, a, 0);
		break;
	case VALUE_ROUND:
		digest = digest_round(a);
		break;
	case VALUE_ELEMENTARY:
		digest = digest_operation(VALUE_ELEMENTARY,
			numerics_elementary(
				(enum elementary)computation->n, *fused, algebra->dtype),
			a, b);
		break;
	case VALUE_CHOOSE:
		digest = digest_choose(a, b, c, q[3].digest);
		break;
	default:
		digest = digest_operation(
			computation->kind, (uint64_t)computation->n, a, b);
		break;
	}
	return (union quantity){.digest = digest};
}

uint64_t
expect_pointwise(const struct plan *plan, bool fused, int64_t k, struct arena *arena)
{
	const struct pointwise_plan *p = &plan->u.pointwise;
	const struct algebra algebra = {.compute = expect_compute, .context = &fused};
	union quantity *result = arena_array(arena, union quantity, p->chain->nstep);
	int64_t inc[MAX_RANK], count[MAX_RANK], index[MAX_RANK];
	union quantity x[MAX_OPERAND];
	uint64_t y;

	for (int i = 0; i < p->naxis; i++) {
		inc[i] = p->axis[i].dst_inc;
		count[i] = p->axis[i].extent;
	}
	if (!define_index(k, inc, count, p->naxis, index))
		return DIGEST_NONE;
	for (size_t o = 0; o < plan->noperand; o++) {
		int64_t at = 0;

		for (int i = 0; i < p->naxis; i++)
			at += index[i] * p->axis[i].inc[o];
		x[o].digest = expect_element(plan, &plan->operand[o], at);
	}
	y = chain_compute(p->chain, &algebra, x, result).digest;
	return dtype_info[plan->dst.dtype].kind == KIND_HALF ? digest_round(y) : y;
}
