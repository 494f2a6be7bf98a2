#include "code/digest.h"

#include "plan.h"

#include <math.h>
#include <string.h>

/* The lowest bit tells results of operations from elements and numbers. */
enum {
	RESULT = 1,
	OF_NUMBER = 101, /* what a digest is of, beside kinds of values */
	OF_ARGUMENT,
	OF_BYTES,
	OF_ROUNDING
};

/* One number stirred into others; odd multipliers, and shifts that bring high bits down.
 */
static uint64_t
stir(uint64_t a, uint64_t b)
{
	a = (a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2))) * 0xbf58476d1ce4e5b9u;
	a = (a ^ (a >> 27)) * 0x94d049bb133111ebu;
	return a ^ (a >> 31);
}

/* Elements and numbers are even and not 0, results odd. */
static uint64_t
leaf(uint64_t a)
{
	a &= ~(uint64_t)RESULT;
	return a ? a : 2;
}

static uint64_t
result(enum value_kind kind, uint64_t more, uint64_t a, uint64_t b)
{
	return stir(stir(stir((uint64_t)kind + 1, more), a), b) | RESULT;
}

uint64_t
digest_number(double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	return leaf(stir(OF_NUMBER, bits));
}

uint64_t
digest_argument(size_t operand, int64_t k)
{
	return leaf(stir(stir(OF_ARGUMENT, operand), (uint64_t)k));
}

uint64_t
digest_constant(const struct operand *o, int64_t k)
{
	size_t size = dtype_info[o->dtype].size;
	const unsigned char *bytes = (const unsigned char *)o->constant + (size_t)k * size;
	enum dtype_kind kind = dtype_info[o->dtype].kind;
	uint64_t digest = OF_BYTES;

	if (kind == KIND_FLOAT || kind == KIND_HALF)
		return digest_number(operand_number(o, k));
	for (size_t i = 0; i < size; i++)
		digest = stir(digest, bytes[i]);
	return leaf(digest);
}

uint64_t
digest_add(uint64_t a, uint64_t b)
{
	return a < b ? result(VALUE_ADD, 0, a, b) : result(VALUE_ADD, 0, b, a);
}

uint64_t
digest_divide(uint64_t a, uint64_t b)
{
	return b == digest_number(1) ? a : result(VALUE_DIVIDE, 0, a, b);
}

uint64_t
digest_multiply(uint64_t a, uint64_t b)
{
	return a < b ? result(VALUE_MULTIPLY, 0, a, b) : result(VALUE_MULTIPLY, 0, b, a);
}

uint64_t
digest_fma(uint64_t a, uint64_t b, uint64_t c)
{
	return result(VALUE_FMA, 0, digest_multiply(a, b), c);
}

uint64_t
digest_operation(enum value_kind kind, uint64_t more, uint64_t a, uint64_t b)
{
	return result(kind, more, a, b);
}

uint64_t
digest_power(uint64_t a, double exponent)
{
	return result(VALUE_POWER, digest_number(exponent), a, 0);
}

uint64_t
digest_round(uint64_t a)
{
	return a & RESULT ? result(VALUE_KINDS, OF_ROUNDING, a, 0) : a;
}
