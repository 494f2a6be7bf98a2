#include "code/digest.h"

#include "plan/plan.h"

#include <math.h>
#include <string.h>

/* What the lowest bits of a digest tell of what it stands for. Whatever is added to +0
   stays as it is, unless it is -0. */
enum {
	RESULT = 1,         /* an operation's; else an element or a number */
	NOT_MINUS_ZERO = 2, /* in no case */
	NOT_NEGATIVE = 4,   /* nor -0 */
	INVERSE = 8,        /* a number: 1, 1/2, 1/4, … */
	NOTES = 15
};

/* What a digest is of, beside kinds of values. */
enum {
	OF_NUMBER = 101,
	OF_ARGUMENT,
	OF_BYTES,
	OF_ROUNDING
};

/* Larger powers of two are no divisors. */
static const double MOST_POWER = 0x1p62;

/* One number stirred into another: odd multipliers, and shifts that bring high bits down.
 */
static uint64_t
stir(uint64_t a, uint64_t b)
{
	a = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9u;
	a = (a ^ (a >> 27)) * 0x94d049bb133111ebu;
	return a ^ (a >> 31);
}

static uint64_t
noted(uint64_t a, unsigned notes)
{
	a = (a & ~(uint64_t)NOTES) | notes;
	return a ? a : NOTES + 1;
}

static uint64_t
result(uint64_t kind, uint64_t more, uint64_t a, uint64_t b, unsigned notes)
{
	return noted(stir(stir(stir(kind + 1, more), a), b), RESULT | notes);
}

/* Whether a product with a number may stand for a quotient. */
static bool
is_inverse(double number)
{
	int exponent;

	return number >= 1 / MOST_POWER && number <= 1 && frexp(number, &exponent) == 0.5;
}

uint64_t
digest_number(double number)
{
	unsigned notes = 0;
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	if (!signbit(number) && !isnan(number))
		notes = NOT_MINUS_ZERO | NOT_NEGATIVE;
	else if (number != 0)
		notes = NOT_MINUS_ZERO;
	if (is_inverse(number))
		notes |= INVERSE;
	return noted(stir(OF_NUMBER, bits), notes);
}

/* The power of two that a digest is the inverse of; 0: none. */
static double
power_of_inverse(uint64_t a)
{
	if (!(a & RESULT) && a & INVERSE)
		for (double power = 1; power <= MOST_POWER; power *= 2)
			if (digest_number(1 / power) == a)
				return power;
	return 0;
}

uint64_t
digest_argument(size_t operand, int64_t k)
{
	return noted(stir(stir(OF_ARGUMENT, operand), (uint64_t)k), 0);
}

uint64_t
digest_constant(const struct operand *o, int64_t k)
{
	size_t size = dtype_info[o->dtype].size;
	const unsigned char *bytes =
		(const unsigned char *)o->constant + (size_t)k * size;
	enum dtype_kind kind = dtype_info[o->dtype].kind;
	uint64_t digest = OF_BYTES;

	if (kind == KIND_FLOAT || kind == KIND_HALF)
		return digest_number(operand_number(o, k));
	for (size_t i = 0; i < size; i++)
		digest = stir(digest, bytes[i]);
	return noted(digest, 0);
}

uint64_t
digest_add(uint64_t a, uint64_t b)
{
	uint64_t zero = digest_number(0), less = a < b ? a : b, more = a < b ? b : a;
	unsigned notes = a & b & NOT_NEGATIVE;

	if (b == zero && a & NOT_MINUS_ZERO)
		return a;
	if (a == zero && b & NOT_MINUS_ZERO)
		return b;
	return result(VALUE_ADD, 0, less, more, notes | ((a | b) & NOT_MINUS_ZERO));
}

uint64_t
digest_divide(uint64_t a, uint64_t b)
{
	return b == digest_number(1) ? a : result(VALUE_DIVIDE, 0, a, b, 0);
}

uint64_t
digest_multiply(uint64_t a, uint64_t b)
{
	uint64_t zero = digest_number(0), less = a < b ? a : b, more = a < b ? b : a;
	unsigned notes = a & b & NOT_NEGATIVE;

	if (a == zero && b == zero)
		return zero;
	if (power_of_inverse(more))
		return digest_divide(less, digest_number(power_of_inverse(more)));
	if (power_of_inverse(less))
		return digest_divide(more, digest_number(power_of_inverse(less)));
	return result(VALUE_MULTIPLY, 0, less, more, notes ? notes | NOT_MINUS_ZERO : 0);
}

uint64_t
digest_fma(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t product = digest_multiply(a, b), zero = digest_number(0);
	unsigned notes = product & c & NOT_NEGATIVE;

	if (product == zero && c & NOT_MINUS_ZERO)
		return c;
	return result(VALUE_FMA, 0, product, c, notes ? notes | NOT_MINUS_ZERO : 0);
}

/* A result as it is that has to be rounded where some argument had to be. */
static uint64_t
like_arguments(uint64_t a, uint64_t arguments)
{
	return arguments & RESULT ? a : a & ~(uint64_t)RESULT;
}

uint64_t
digest_operation(enum value_kind kind, uint64_t more, uint64_t a, uint64_t b)
{
	unsigned notes = kind == VALUE_ABS ? NOT_NEGATIVE | NOT_MINUS_ZERO : 0;
	bool root = kind == VALUE_SQRT || kind == VALUE_ROOT;

	if ((root || kind == VALUE_ABS) && a == digest_number(0))
		return a;
	/* One of the two, or a number that needs no rounding where that did not. */
	if (kind == VALUE_MAX || kind == VALUE_MIN || kind == VALUE_NAN_OR ||
		kind == VALUE_FLOOR || kind == VALUE_CEIL || kind == VALUE_NEAREST)
		return like_arguments(result(kind, more, a, b, 0), a | b);
	return result(kind, more, a, b, notes);
}

uint64_t
digest_choose(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	return like_arguments(result(VALUE_CHOOSE, stir(a, b), c, d, 0), c | d);
}

uint64_t
digest_power(uint64_t a, double exponent)
{
	if (a == digest_number(0))
		return a;
	return result(VALUE_POWER, digest_number(exponent), a, 0,
		a & NOT_NEGATIVE ? NOT_NEGATIVE | NOT_MINUS_ZERO : 0);
}

uint64_t
digest_round(uint64_t a)
{
	return a & RESULT ? result(VALUE_KINDS, OF_ROUNDING, a, 0, 0) : a;
}
