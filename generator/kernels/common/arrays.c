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
		weights->operand && !schedule->parts) {
		a.operand = weights->operand;
		a.stored = weights;
	}
	return a;
}

/* The element of an operand that is element k of an array. */
static int64_t
source_of(const struct stored_weights *stored, int64_t k)
{
	return stored->source ? stored->source(stored->packing, k) : k;
}

/* Whether two arrays have the elements of an operand in the same order. */
static bool
are_same(const struct array *a, const struct array *b)
{
	const struct stored_weights *s = a->stored, *t = b->stored;

	if (!s || !t || s->n != t->n || s->transformed || t->transformed)
		return false;
	for (int64_t k = 0; k < s->n; k++)
		if (source_of(s, k) != source_of(t, k))
			return false;
	return true;
}

/* A box reads what is in the operand's own order in the array of the whole, and packed
   weights in that of the first box if they are the same. */
static struct array
home_of(const struct schedule *schedule, const struct operand *operand)
{
	const struct schedule *whole = schedule->whole, *first;
	const struct operand *same;
	struct array a = array_of(schedule, operand), b;
	size_t i = (size_t)(operand - schedule->plan->operand);

	if (!whole || !operand->constant)
		return a;
	if (!a.stored)
		return array_of(whole, &whole->plan->operand[i]);
	if (!whole->parts)
		return a;
	first = &whole->parts->box[0].schedule;
	same = &first->plan->operand[i];
	b = array_of(first, same);
	return operand->constant == same->constant &&
			       operand->nelement == same->nelement && are_same(&a, &b)
		       ? b
		       : a;
}

int64_t
array_first(const struct schedule *schedule, const struct operand *operand)
{
	struct array a = home_of(schedule, operand);

	if (a.stored || !schedule->whole)
		return 0;
	return ((const char *)operand->constant - (const char *)a.operand->constant) /
	       (int64_t)dtype_info[operand->dtype].size;
}

const char *
array_name(const struct schedule *schedule, const struct operand *operand, char *name)
{
	struct array a = home_of(schedule, operand);
	bool plain = schedule->settings.constants >= HOME_BINARY ||
		     form_of(&a) == FORM_LITERALS;

	if (!operand->constant)
		return operand->name;
	if (!operand->nelement)
		return "NULL";
	snprintf(name, ARRAY_NAME_SIZE, "%s_%s%s", a.schedule->stem, operand->name,
		plain ? "" : ".value");
	return name;
}

/* Whether a kernel reads an operand in an array. */
static bool
is_array(const struct schedule *schedule, const struct operand *o)
{
	const struct plan *plan = schedule->plan;

	if (!o->constant || !o->nelement ||
		(plan->kind == PLAN_POINTWISE && operand_is_literal(o)))
		return false;
	return !(o == plan->weights && schedule->weights.literal) &&
	       !(o == plan->bias && schedule->weights.literal_bias);
}

size_t
arrays_of(const struct schedule *schedule, struct array *array)
{
	const struct plan *plan = schedule->plan;
	size_t n = 0;

	for (size_t i = 0; i < plan->noperand && plan_nelement(plan); i++) {
		const struct operand *o = &plan->operand[i];

		if (is_array(schedule, o) && home_of(schedule, o).schedule == schedule)
			array[n++] = array_of(schedule, o);
	}
	return n;
}

size_t
shared_arrays(const struct schedule *schedule, struct array *array)
{
	size_t n = 0;

	for (size_t i = 0; i < schedule->plan->noperand; i++)
		for (size_t k = 0; k < schedule->parts->n; k++) {
			const struct schedule *box = &schedule->parts->box[k].schedule;
			const struct operand *o = &box->plan->operand[i];

			if (!is_array(box, o) || home_of(box, o).schedule != schedule)
				continue;
			array[n++] = array_of(schedule, &schedule->plan->operand[i]);
			break;
		}
	return n;
}
