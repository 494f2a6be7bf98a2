#include "code/comparison/expressions.h"

#include <float.h>
#include <math.h>

/* Whether a number is what it was rounded from, but for its rounding and those on the
   way. */
static bool
is_near(double number, double exact, double size)
{
	return fabs(number - exact) <= 4 * (double)FLT_EPSILON * size + (double)FLT_MIN;
}

/* An element of an operand that was computed from another one. It is what it was meant to
   be, if it holds nearly that. */
static uint64_t
transformed_element(
	const struct expressions *e, const struct arithmetic *arithmetic, int64_t k)
{
	const struct transformed *t = e->transformed;
	int64_t factor[TRANSFORMED_TERMS], first = t->form(t->transform, k, factor);
	uint64_t sum[DIGEST_OPERANDS] = {0};
	double exact = 0, size = 0, divisor = (double)t->divisor;

	sum[2] = arithmetic->number(0);
	for (int64_t i = 0; first >= 0 && i < TRANSFORMED_TERMS; i++) {
		int64_t at = first + i * t->step;
		double term = (double)factor[i] * operand_number(t->given, at);

		exact += term / divisor;
		size += fabs(term / divisor);
		sum[0] = arithmetic->number((double)factor[i]);
		sum[1] = arithmetic->argument(TRANSFORMED_OPERAND, at);
		sum[2] = arithmetic->compute(VALUE_MULADD, 0, sum);
	}
	if (!is_near(operand_number(e->operand, k), exact, size))
		return arithmetic->constant(e->operand, k);
	sum[0] = sum[2];
	sum[1] = e->scale;
	return arithmetic->compute(VALUE_MULTIPLY, 0, sum);
}

uint64_t
expressions_packed(
	const struct expressions *e, const struct arithmetic *arithmetic, int64_t k)
{
	if (e->source)
		k = e->source(e->packing, k);
	if (k < 0)
		return e->padding;
	if (e->transformed)
		return transformed_element(e, arithmetic, k);
	return e->operand->constant ? arithmetic->constant(e->operand, k)
				    : arithmetic->argument(e->number, k);
}

uint64_t
expressions_picked(const struct arithmetic *arithmetic, uint64_t integer, int64_t count,
	uint64_t (*element)(void *context, int64_t i), void *context)
{
	uint64_t digest[DIGEST_OPERANDS] = {integer, element(context, 0),
		element(context, (count - 1) / 2), element(context, count - 1)};

	for (int i = 0; i < DIGEST_OPERANDS; i++)
		if (digest[i] == DIGEST_NONE)
			return DIGEST_NONE;
	return arithmetic->compute(VALUE_INDEX, (uint64_t)count, digest);
}
