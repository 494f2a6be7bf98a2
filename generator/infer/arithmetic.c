#include "infer/arithmetic.h"

#include <math.h>

#include "base/checked.h"

/* Each function stores a result, or returns false if there is none. */

static bool
multiply(int64_t a, int64_t b, int64_t *result)
{
	if (a == INT64_MIN || b == INT64_MIN ||
		mul_overflows(a < 0 ? -a : a, b < 0 ? -b : b, result))
		return false;
	if ((a < 0) != (b < 0))
		*result = -*result;
	return true;
}

static bool
divide(enum arithmetic arithmetic, int64_t a, int64_t b, int64_t *result)
{
	int64_t rest;

	if (b == 0 || a == INT64_MIN || b == INT64_MIN)
		return false;
	rest = a % b;
	*result = a / b;
	if (arithmetic == COMPUTE_FLOOR_DIVIDE && rest && (rest < 0) != (b < 0))
		--*result;
	if (arithmetic == COMPUTE_FLOOR_MODULO)
		*result = rest && (rest < 0) != (b < 0) ? rest + b : rest;
	return true;
}

static bool
compute_integers(enum arithmetic arithmetic, int64_t a, int64_t b, int64_t *result)
{
	switch (arithmetic) {
	case COMPUTE_ADD:
		return !add_overflows(a, b, result);
	case COMPUTE_SUBTRACT:
		return b != INT64_MIN && !add_overflows(a, -b, result);
	case COMPUTE_MULTIPLY:
		return multiply(a, b, result);
	case COMPUTE_DIVIDE:
	case COMPUTE_FLOOR_DIVIDE:
	case COMPUTE_FLOOR_MODULO:
		return divide(arithmetic, a, b, result);
	case COMPUTE_MINIMUM:
		*result = a < b ? a : b;
		return true;
	case COMPUTE_MAXIMUM:
		*result = a > b ? a : b;
		return true;
	case COMPUTE_EQUAL:
		*result = a == b;
		return true;
	case COMPUTE_NEGATE:
		*result = a == INT64_MIN ? 0 : -a;
		return a != INT64_MIN;
	case COMPUTE_ABSOLUTE:
		*result = a == INT64_MIN ? 0 : a < 0 ? -a : a;
		return a != INT64_MIN;
	case COMPUTE_FLOOR:
	case COMPUTE_CEIL:
	case COMPUTE_ROUND:
		*result = a;
		return true;
	case COMPUTE_NOTHING:
		break;
	}
	return false;
}

static bool
compute_floats(enum arithmetic arithmetic, double a, double b, double *result)
{
	switch (arithmetic) {
	case COMPUTE_ADD:
		*result = a + b;
		return true;
	case COMPUTE_SUBTRACT:
		*result = a - b;
		return true;
	case COMPUTE_MULTIPLY:
		*result = a * b;
		return true;
	case COMPUTE_DIVIDE:
		*result = a / b;
		return true;
	case COMPUTE_NEGATE:
		*result = -a;
		return true;
	case COMPUTE_ABSOLUTE:
		*result = fabs(a);
		return true;
	case COMPUTE_FLOOR:
		*result = floor(a);
		return true;
	case COMPUTE_CEIL:
		*result = ceil(a);
		return true;
	case COMPUTE_ROUND:
		*result = nearbyint(a);
		return true;
	default:
		return false;
	}
}

/* Adds the result for one pair. */
static void
add_result(enum arithmetic arithmetic, enum dtype dtype, bool real, union number a,
	union number b, struct contents *result)
{
	union number number;
	bool known = real ? compute_floats(arithmetic, a.f, b.f, &number.f)
			  : compute_integers(arithmetic, a.i, b.i, &number.i);

	/* An operation on float32 numbers, rounded to double and then to float32, equals
	   the float32 operation. */
	if (known && real && dtype == DTYPE_FLOAT32)
		number.f = (double)(float)number.f;
	if (known)
		contents_add(result, number);
	else
		contents_add_unknown(result);
}

bool
compute_pairs(enum arithmetic arithmetic, enum dtype dtype, const struct contents *a,
	const struct contents *b, struct contents *result)
{
	size_t count = a->count == 1 ? b->count : a->count;

	if (arithmetic == COMPUTE_NOTHING || a->real != b->real ||
		(b->count != 1 && b->count != count))
		return false;
	*result = (struct contents){
		.real = a->real && arithmetic != COMPUTE_EQUAL,
	};
	for (size_t i = 0; i < count; i++) {
		size_t at = a->count == 1 ? 0 : i, bt = b->count == 1 ? 0 : i;

		if (content_is_known(a, at) && content_is_known(b, bt))
			add_result(arithmetic, dtype, a->real, a->number[at],
				b->number[bt], result);
		else
			contents_add_unknown(result);
	}
	return true;
}

void
compute_each(enum arithmetic arithmetic, enum dtype dtype, const struct contents *a,
	struct contents *result)
{
	*result = (struct contents){.real = a->real};
	for (size_t i = 0; i < a->count; i++)
		if (content_is_known(a, i))
			add_result(arithmetic, dtype, a->real, a->number[i], a->number[i],
				result);
		else
			contents_add_unknown(result);
}

/* Whether a float, truncated, is an integer of 62 bits. */
static bool
truncate_float(double f, int64_t *i)
{
	if (!(fabs(f) < 0x1p62))
		return false;
	*i = (int64_t)f;
	return true;
}

/* Whether an integer fits a type. */
static bool
fits(int64_t i, enum dtype dtype)
{
	size_t bits = 8 * dtype_info[dtype].size;

	switch (dtype_info[dtype].kind) {
	case KIND_BOOL:
		return i == 0 || i == 1;
	case KIND_UNSIGNED:
		return i >= 0 && (bits == 64 || i >> bits == 0);
	case KIND_SIGNED:
		return bits == 64 ||
		       (i >= -(INT64_C(1) << (bits - 1)) && i < INT64_C(1) << (bits - 1));
	default:
		return false;
	}
}

void
contents_cast(const struct contents *contents, enum dtype dtype, struct contents *result)
{
	bool real = dtype_info[dtype].kind == KIND_FLOAT;

	*result = (struct contents){.real = real};
	for (size_t i = 0; i < contents->count; i++) {
		union number from = contents->number[i], to = from;
		bool known = content_is_known(contents, i);

		if (real) {
			to.f = contents->real ? from.f : (double)from.i;
			if (dtype == DTYPE_FLOAT32)
				to.f = (double)(float)to.f;
		} else if (known) {
			known = (!contents->real || truncate_float(from.f, &to.i)) &&
				fits(to.i, dtype);
		}
		if (known)
			contents_add(result, to);
		else
			contents_add_unknown(result);
	}
}
