#include "code/expressions.h"

#include "plan/plan.h"

uint64_t
expressions_given(const struct expressions *e, int64_t k)
{
	if (e->source)
		k = e->source(e->packing, k);
	if (k < 0)
		return e->padding;
	return e->operand->constant ? digest_constant(e->operand, k)
				    : digest_argument(e->number, k);
}
