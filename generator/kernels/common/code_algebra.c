#include "kernels/common/code_algebra.h"

/* The number that all lanes of a value have, or 0. */
static double
number_of(const struct value *v)
{
	if (v->kind == VALUE_SET1)
		v = v->a[0];
	return v->kind == VALUE_NUMBER ? v->number : 0;
}

static bool
is_power_of_two(double n)
{
	return n >= 1 && n < 0x1p62 && n == (double)(int64_t)n &&
	       !((int64_t)n & ((int64_t)n - 1));
}

/* A quotient. Division by 1 is left out; division by another power of two is a product
   with the reciprocal, which is exact. */
static const struct value *
divide(struct code_builder *code, const struct value *a, const struct value *b)
{
	double n = number_of(b);

	if (dtype_info[a->type.dtype].kind != KIND_FLOAT)
		return code_binary(code, VALUE_DIVIDE, a, b);
	if (n == 1)
		return a;
	if (!is_power_of_two(n))
		return code_binary(code, VALUE_DIVIDE, a, b);
	return code_binary(code, VALUE_MULTIPLY, a, code_number(code, a->type, 1 / n));
}

static const struct value *
compute_value(const struct code_algebra *c, enum dtype dtype,
	const struct computation *computation)
{
	const union quantity *a = computation->a;

	switch (computation->kind) {
	case VALUE_NUMBER:
		return code_number(
			c->code, code_vector(dtype, c->lanes), computation->number);
	case VALUE_MULADD:
		return code_muladd(c->code, c->fused, a[0].value, a[1].value, a[2].value);
	case VALUE_DIVIDE:
		return divide(c->code, a[0].value, a[1].value);
	case VALUE_ROOT:
		return code_root(c->code, a[0].value, computation->n);
	case VALUE_POWER:
		return code_power(c->code, a[0].value, computation->number);
	case VALUE_ELEMENTARY:
		return code_elementary(c->code, c->fused, (enum elementary)computation->n,
			a[0].value, computation->n == ELEMENTARY_POW ? a[1].value : NULL);
	case VALUE_CONVERT:
		return code_convert(c->code, a[0].value, computation->dtype);
	case VALUE_ROUND:
		return code_round(c->code, a[0].value, computation->dtype);
	case VALUE_CHOOSE:
	case VALUE_EQUAL:
		return code_choose(c->code, computation->kind, a[0].value, a[1].value,
			a[2].value, a[3].value);
	case VALUE_ABS:
	case VALUE_SQRT:
	case VALUE_FLOOR:
	case VALUE_CEIL:
	case VALUE_NEAREST:
		return code_unary(c->code, computation->kind, a[0].value);
	default:
		return code_binary(c->code, computation->kind, a[0].value, a[1].value);
	}
}

union quantity
code_compute(const struct algebra *algebra, const struct computation *computation)
{
	return quantity_of(compute_value(algebra->context, algebra->dtype, computation));
}
