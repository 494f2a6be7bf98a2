#include "kernels/common/arrays.h"

#include <stdio.h>

/* Arrays with more elements, or with numbers that C has no literal for, are written as
   the bits of their elements. These are exact, and compile several times faster than
   decimal fractions. */
enum {
	LITERAL_LIMIT = 64
};

/* On targets with vectors, whose compilers are known, arrays of STRING_SIZE bytes or more
   are string literals, which compile several times faster than numbers: gcc takes 0.1 s
   for a MB, and 0.5 s for it as numbers of four bytes. On other targets the array is in
   the file twice, as a string and as numbers, so only larger arrays are. */
enum {
	STRING_SIZE = 4096,
	EITHER_SIZE = 256 * 1024
};

int64_t
array_length(const struct array *a)
{
	return a->stored ? a->stored->n : a->operand->nelement;
}

enum form
form_of(const struct array *a)
{
	enum dtype_kind kind = dtype_info[a->dtype].kind;
	size_t size = (size_t)array_length(a) * dtype_info[a->dtype].size;

	if (size >= STRING_SIZE && a->schedule->target->attribute)
		return FORM_STRING;
	if (size >= EITHER_SIZE)
		return FORM_EITHER;
	if (kind != KIND_FLOAT && kind != KIND_COMPLEX)
		return FORM_LITERALS;
	if (a->operand->nelement > LITERAL_LIMIT)
		return FORM_BITS;
	return operand_is_finite(a->operand) ? FORM_LITERALS : FORM_BITS;
}

static struct array
array_of(const struct schedule *schedule, const struct operand *operand)
{
	const struct stored_weights *weights = &schedule->weights;
	struct array a = {schedule, operand, operand->dtype, NULL, schedule->name};

	if (operand == schedule->plan->weights || operand == schedule->plan->bias)
		a.dtype = operand_stored(operand);
	if (operand == (weights->given ? weights->given : schedule->plan->weights) &&
		weights->operand) {
		a.operand = weights->operand;
		a.stored = weights;
	}
	return a;
}

const char *
array_name(const struct schedule *schedule, const struct operand *operand, char *name)
{
	struct array a = array_of(schedule, operand);
	bool plain = schedule->settings.constants >= HOME_BINARY ||
		     form_of(&a) == FORM_LITERALS;

	if (!operand->constant)
		return operand->name;
	if (!operand->nelement)
		return "NULL";
	snprintf(name, ARRAY_NAME_SIZE, "%s_%s%s", schedule->stem, operand->name,
		plain ? "" : ".value");
	return name;
}

size_t
arrays_of(const struct schedule *schedule, struct array *array)
{
	const struct plan *plan = schedule->plan;
	const struct stored_weights *weights = &schedule->weights;
	size_t n = 0;

	for (size_t i = 0; i < plan->noperand && plan_nelement(plan); i++) {
		const struct operand *o = &plan->operand[i];

		if (!o->constant || !o->nelement ||
			(plan->kind == PLAN_POINTWISE && operand_is_literal(o)))
			continue;
		if ((o == plan->weights && weights->literal) ||
			(o == plan->bias && weights->literal_bias))
			continue;
		array[n++] = array_of(schedule, o);
	}
	return n;
}
