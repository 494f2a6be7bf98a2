#include "plan.h"

#include "opgen_runtime.h"

double
operand_number(const struct operand *operand, int64_t index)
{
	switch (operand->dtype) {
	case DTYPE_FLOAT64:
		return ((const double *)operand->constant)[index];
	case DTYPE_FLOAT16:
		return opgen_float16_to_float(
			((const opgen_float16 *)operand->constant)[index]);
	case DTYPE_BFLOAT16:
		return opgen_bfloat16_to_float(
			((const opgen_bfloat16 *)operand->constant)[index]);
	default:
		return ((const float *)operand->constant)[index];
	}
}

const struct span *
span_at(const struct axis *axis, int64_t output)
{
	size_t low = 0, high = axis->nspan - 1;

	while (low < high) {
		size_t middle = (low + high + 1) / 2;

		if (axis->span[middle].first <= output)
			low = middle;
		else
			high = middle - 1;
	}
	return &axis->span[low];
}
