#include "code/statements/digest.h"

#include "plan/plan.h"

#include <math.h>
#include <string.h>

/* What the lowest bits of a digest tell of what it stands for. Whatever is added to +0
   stays as it is, unless it is -0. */
enum {
	RESULT = 1,         /* an operation's; else an element or a number */
	NOT_MINUS_ZERO = 2, /* in no case */
	NOT_NEGATIVE = 4,   /* nor -0 */
	NOTES = 7
};

/* Digests of some numbers tell which ones they are, so that products with them are known:
   their upper bits are one of these. +0; whole numbers from 1 on, in the bits below;
   1/2, 1/4, …, by the exponents. */
#define ZERO (UINT64_C(0x97d3b0c1e6a4f800) | NOT_MINUS_ZERO | NOT_NEGATIVE)
#define WHOLE UINT64_C(0x5ab1e7d340000000)
#define INVERSE UINT64_C(0xc4f9a2713be00000)

enum {
	NUMBER_SHIFT = 3, /* of the number in the bits below */
	MOST_WHOLE = 1 << 20,
	MOST_POWER = 62 /* larger powers of two are no divisors */
};

/* What a digest is of, beside kinds of values. */
enum {
	OF_NUMBER = 101,
	OF_ARGUMENT,
	OF_BYTES,
	OF_ROUNDING
};

static inline uint64_t
noted(uint64_t a, unsigned notes)
{
	a = (a & ~(uint64_t)NOTES) | notes;
	return a ? a : NOTES + 1;
}

static inline uint64_t
result(uint64_t kind, uint64_t more, uint64_t a, uint64_t b, unsigned notes)
{
	uint64_t operation = (kind + 1) * 0x9e3779b97f4a7c15u + more;

	return noted(digest_stir(operation + a * 0xd6e8feb86659fd93u, b), RESULT | notes);
}

static uint64_t
known_number(uint64_t family, int64_t number)
{
	return family | (uint64_t)number << NUMBER_SHIFT | NOT_MINUS_ZERO | NOT_NEGATIVE;
}

/* Which number of a family a digest is of; 0: of none. */
static int64_t
number_of(uint64_t digest, uint64_t family, int64_t most)
{
	uint64_t number = (digest ^ family) >> NUMBER_SHIFT;

	return number <= (uint64_t)most && known_number(family, (int64_t)number) == digest
		       ? (int64_t)number
		       : 0;
}

/* The exponent of a number that is 1/2, 1/4, …; 0: it is none. */
static int
inverse_exponent(double number)
{
	int exponent;

	if (!(number > 0 && number < 1) || frexp(number, &exponent) != 0.5)
		return 0;
	return 1 - exponent <= MOST_POWER ? 1 - exponent : 0;
}

static uint64_t
digest_number(double number)
{
	unsigned notes = 0;
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	if (!bits)
		return ZERO;
	if (number >= 1 && number <= MOST_WHOLE && number == (double)(int64_t)number)
		return known_number(WHOLE, (int64_t)number);
	if (inverse_exponent(number))
		return known_number(INVERSE, inverse_exponent(number));
	if (!signbit(number) && !isnan(number))
		notes = NOT_MINUS_ZERO | NOT_NEGATIVE;
	else if (number != 0)
		notes = NOT_MINUS_ZERO;
	return noted(digest_stir(OF_NUMBER, bits), notes);
}

static uint64_t
digest_argument(size_t operand, int64_t k)
{
	return noted(digest_stir(OF_ARGUMENT + (uint64_t)operand * 0xd6e8feb86659fd93u,
			     (uint64_t)k * 0x9e3779b97f4a7c15u),
		0);
}

static uint64_t
digest_constant(const struct operand *o, int64_t k)
{
	size_t size = dtype_info[o->dtype].size;
	const unsigned char *bytes =
		(const unsigned char *)o->constant + (size_t)k * size;
	uint64_t digest = OF_BYTES;

	if (is_number(o->dtype))
		return digest_number(operand_number(o, k));
	for (size_t i = 0; i < size; i++)
		digest = digest_stir(digest, bytes[i]);
	return noted(digest, 0);
}

static inline uint64_t
digest_add(uint64_t a, uint64_t b)
{
	uint64_t less = a < b ? a : b, more = a < b ? b : a;
	unsigned notes = a & b & NOT_NEGATIVE;

	if (b == ZERO && a & NOT_MINUS_ZERO)
		return a;
	if (a == ZERO && b & NOT_MINUS_ZERO)
		return b;
	return result(VALUE_ADD, 0, less, more, notes | ((a | b) & NOT_MINUS_ZERO));
}

/* A quotient by 2 to the power of the exponent, be it a product with the inverse. */
static uint64_t
divide_exactly(uint64_t a, int exponent)
{
	int64_t inverse = number_of(a, INVERSE, MOST_POWER);

	if (inverse)
		return digest_number(ldexp(1, -exponent - (int)inverse));
	return result(VALUE_DIVIDE, 0, a, digest_number(ldexp(1, exponent)), 0);
}

static uint64_t
digest_divide(uint64_t a, uint64_t b)
{
	int64_t whole = number_of(b, WHOLE, MOST_WHOLE);

	if (whole == 1)
		return a;
	if (whole && inverse_exponent(1 / (double)whole))
		return divide_exactly(a, inverse_exponent(1 / (double)whole));
	return result(VALUE_DIVIDE, 0, a, b, 0);
}

/* A product with one of the numbers that are known; DIGEST_NONE: it is none. */
static uint64_t
multiply_known(uint64_t a, uint64_t known)
{
	int64_t whole = number_of(known, WHOLE, MOST_WHOLE);
	int64_t exponent = number_of(known, INVERSE, MOST_POWER);

	if (whole == 1)
		return a;
	if (whole && number_of(a, WHOLE, MOST_WHOLE))
		return digest_number(
			(double)whole * (double)number_of(a, WHOLE, MOST_WHOLE));
	return exponent ? divide_exactly(a, (int)exponent) : DIGEST_NONE;
}

/* A product where one factor is not -0. Numbers that are known are not. */
static uint64_t
multiply_noted(uint64_t less, uint64_t more)
{
	unsigned notes = less & more & NOT_NEGATIVE;
	uint64_t known;

	if (less == ZERO && more == ZERO)
		return ZERO;
	known = multiply_known(less, more);
	if (!known)
		known = multiply_known(more, less);
	if (known)
		return known;
	return result(VALUE_MULTIPLY, 0, less, more, notes ? notes | NOT_MINUS_ZERO : 0);
}

static inline uint64_t
digest_multiply(uint64_t a, uint64_t b)
{
	uint64_t less = a < b ? a : b, more = a < b ? b : a;

	/* What is not negative is not -0. */
	return (a | b) & NOT_MINUS_ZERO ? multiply_noted(less, more)
					: result(VALUE_MULTIPLY, 0, less, more, 0);
}

static uint64_t
digest_fma(uint64_t a, uint64_t b, uint64_t c)
{
	uint64_t product = digest_multiply(a, b);
	unsigned notes = product & c & NOT_NEGATIVE;

	if (product == ZERO && c & NOT_MINUS_ZERO)
		return c;
	return result(VALUE_FMA, 0, product, c, notes ? notes | NOT_MINUS_ZERO : 0);
}

/* A result as it is that has to be rounded where some argument had to be. */
static uint64_t
like_arguments(uint64_t a, uint64_t arguments)
{
	return arguments & RESULT ? a : a & ~(uint64_t)RESULT;
}

static uint64_t
digest_operation(enum value_kind kind, uint64_t more, uint64_t a, uint64_t b)
{
	unsigned notes = kind == VALUE_ABS ? NOT_NEGATIVE | NOT_MINUS_ZERO : 0;
	bool root = kind == VALUE_SQRT || kind == VALUE_ROOT;

	if ((root || kind == VALUE_ABS) && a == ZERO)
		return a;
	if ((kind == VALUE_MAX || kind == VALUE_MIN) && a == b)
		return a;
	/* One of the two, or a number that needs no rounding where that did not. */
	if (kind == VALUE_MAX || kind == VALUE_MIN || kind == VALUE_NAN_OR ||
		kind == VALUE_FLOOR || kind == VALUE_CEIL || kind == VALUE_NEAREST)
		return like_arguments(result(kind, more, a, b, 0), a | b);
	return result(kind, more, a, b, notes);
}

static uint64_t
digest_choose(enum value_kind kind, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	/* Nothing is greater than itself; a NaN does not equal itself. */
	if (a == b && kind == VALUE_CHOOSE)
		return d;
	return like_arguments(result(kind, digest_stir(a, b), c, d, 0), c | d);
}

static uint64_t
digest_power(uint64_t a, uint64_t exponent)
{
	if (a == ZERO)
		return a;
	return result(VALUE_POWER, exponent, a, 0,
		a & NOT_NEGATIVE ? NOT_NEGATIVE | NOT_MINUS_ZERO : 0);
}

static uint64_t
digest_round(uint64_t a)
{
	return a & RESULT ? result(VALUE_KINDS, OF_ROUNDING, a, 0, 0) : a;
}

static uint64_t
compute(enum value_kind kind, uint64_t more, const uint64_t *a)
{
	switch (kind) {
	case VALUE_ADD:
		return digest_add(a[0], a[1]);
	case VALUE_MULTIPLY:
		return digest_multiply(a[0], a[1]);
	case VALUE_DIVIDE:
		return digest_divide(a[0], a[1]);
	case VALUE_MULADD:
		return digest_add(digest_multiply(a[0], a[1]), a[2]);
	case VALUE_FMA:
		return digest_fma(a[0], a[1], a[2]);
	case VALUE_CHOOSE:
	case VALUE_EQUAL:
		return digest_choose(kind, a[0], a[1], a[2], a[3]);
	case VALUE_POWER:
		return digest_power(a[0], more);
	case VALUE_ROUND:
		return digest_round(a[0]);
	default:
		return digest_operation(kind, more, a[0], a[1]);
	}
}

/* Sums are most of what is computed. */
static void
compute_lanes(enum value_kind kind, uint64_t more, const uint64_t *const *a, int noperand,
	const int *lane, int n, uint64_t *to)
{
	if (kind != VALUE_MULADD && kind != VALUE_FMA) {
		digest_lanes(&rounded_arithmetic, kind, more, a, noperand, lane, n, to);
		return;
	}
	for (int i = 0; i < n; i++) {
		uint64_t x = a[0][lane[i]], y = a[1][lane[i]], sum = a[2][lane[i]];

		if (!x || !y || !sum)
			to[lane[i]] = DIGEST_NONE;
		else if (kind == VALUE_FMA)
			to[lane[i]] = digest_fma(x, y, sum);
		else
			to[lane[i]] = digest_add(digest_multiply(x, y), sum);
	}
}

const struct arithmetic rounded_arithmetic = {.number = digest_number,
	.argument = digest_argument,
	.constant = digest_constant,
	.compute = compute,
	.compute_lanes = compute_lanes};
