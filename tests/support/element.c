#include "support/element.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

/* A 16-bit float: bits of its fraction, and the exponent of its smallest normal number.
 */
struct half {
	int fraction, least;
};

static const struct half float16 = {10, -14}, bfloat16 = {7, -126};

static unsigned
half_infinity(const struct half *half)
{
	return (unsigned)(3 - 2 * half->least) << half->fraction;
}

static uint16_t
half_bits(const struct half *half, double value)
{
	unsigned sign = signbit(value) ? 0x8000 : 0, infinity = half_infinity(half);
	double size = fabs(value), bits;
	int exponent;

	if (isnan(value))
		return (uint16_t)(sign | infinity | 1U << (half->fraction - 1));
	if (isinf(value))
		return (uint16_t)(sign | infinity);
	if (value == 0.0)
		return (uint16_t)sign; /* it has no exponent */
	frexp(size, &exponent);
	exponent = exponent - 1 < half->least ? half->least : exponent - 1;
	/* The fraction's leading one, or a carry from rounding, raises the exponent's
	 * field. */
	bits = nearbyint(ldexp(size, half->fraction - exponent)) +
	       ldexp(exponent - half->least, half->fraction);
	return (uint16_t)(sign | (bits < infinity ? (unsigned)bits : infinity));
}

static double
half_value(const struct half *half, uint16_t bits)
{
	int field = (bits & 0x7fff) >> half->fraction;
	int fraction = bits & ((1 << half->fraction) - 1);
	double size;

	if ((bits & 0x7fffU) >= half_infinity(half))
		size = fraction ? (double)NAN : HUGE_VAL;
	else if (field)
		size = ldexp((1 << half->fraction) + fraction,
			half->least + field - 1 - half->fraction);
	else
		size = ldexp(fraction, half->least - half->fraction);
	return copysign(size, bits & 0x8000 ? -1.0 : 1.0);
}

void
element_store(enum dtype dtype, double value, void *at)
{
	float single = (float)value;
	uint16_t bits;

	if (dtype == DTYPE_FLOAT64) {
		memcpy(at, &value, sizeof value);
	} else if (dtype == DTYPE_FLOAT32) {
		memcpy(at, &single, sizeof single);
	} else {
		bits = half_bits(dtype == DTYPE_FLOAT16 ? &float16 : &bfloat16, value);
		memcpy(at, &bits, sizeof bits);
	}
}

double
element_load(enum dtype dtype, const void *at)
{
	double value;
	float single;
	uint16_t bits;

	if (dtype == DTYPE_FLOAT64) {
		memcpy(&value, at, sizeof value);
		return value;
	}
	if (dtype == DTYPE_FLOAT32) {
		memcpy(&single, at, sizeof single);
		return (double)single;
	}
	memcpy(&bits, at, sizeof bits);
	return half_value(dtype == DTYPE_FLOAT16 ? &float16 : &bfloat16, bits);
}

/* splitmix64. */
static uint64_t
next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15U;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
	z = (z ^ z >> 27) * 0x94d049bb133111ebU;
	return z ^ z >> 31;
}

/* The smallest normal number of a type, as a power of two. */
static int
least_exponent(enum dtype dtype)
{
	switch (dtype) {
	case DTYPE_FLOAT64:
		return -1022;
	case DTYPE_FLOAT16:
		return float16.least;
	default:
		return -126;
	}
}

static double
random_number(enum dtype dtype, enum mixture mixture, uint64_t *state)
{
	uint64_t bits = next_random(state);
	double sign = bits & 1 ? -1.0 : 1.0;
	/* In 1..2, with more digits than any type holds. */
	double digits = ldexp((double)(bits >> 12), -52) + 1.0;

	if (mixture == MIXTURE_NEAR_ONE)
		return sign * ldexp(digits, (int)(bits >> 1 & 3) - 2);
	switch (next_random(state) % (mixture == MIXTURE_ANY ? 64 : 60)) {
	case 0:
	case 1:
		return sign * 0.0;
	case 2:
	case 3:
		return sign * ldexp(digits, least_exponent(dtype) - 3);
	case 4:
		return sign * ldexp(digits, least_exponent(dtype) / 2);
	case 5:
		return sign * ldexp(digits, -least_exponent(dtype) / 2);
	case 60:
		return (double)NAN;
	case 61:
		return sign * HUGE_VAL;
	default:
		return sign * ldexp(digits, (int)(bits >> 1 & 3) - 2);
	}
}

void
elements_fill(enum dtype dtype, enum mixture mixture, uint64_t seed, void *at, size_t n)
{
	size_t size = dtype_info[dtype].size;
	enum dtype_kind kind = dtype_info[dtype].kind;
	unsigned char *to = at;

	if (kind == KIND_FLOAT || kind == KIND_HALF) {
		for (size_t i = 0; i < n; i++)
			element_store(dtype, random_number(dtype, mixture, &seed),
				to + i * size);
		return;
	}
	for (size_t i = 0; i < n * size; i++)
		to[i] = (unsigned char)(next_random(&seed) &
					(kind == KIND_BOOL ? 1 : 255));
}

static const char *
place_and_bits(const unsigned char *expected, const unsigned char *actual, size_t size,
	size_t i, struct arena *arena)
{
	const char *hex[2] = {"", ""};

	/* Most significant byte first, on the machines that the tests know. */
	for (size_t b = size; b-- > 0;) {
		hex[0] = arena_format(arena, "%s%02x", hex[0], expected[i * size + b]);
		hex[1] = arena_format(arena, "%s%02x", hex[1], actual[i * size + b]);
	}
	return arena_format(
		arena, "element %zu: expected bits %s, got %s", i, hex[0], hex[1]);
}

const char *
elements_compare_bits(enum dtype dtype, int any_nan, const void *expected,
	const void *actual, size_t n, struct arena *arena)
{
	size_t size = dtype_info[dtype].size;
	const unsigned char *e = expected, *a = actual;

	for (size_t i = 0; i < n; i++) {
		if (!memcmp(e + i * size, a + i * size, size))
			continue;
		if (any_nan && isnan(element_load(dtype, e + i * size)) &&
			isnan(element_load(dtype, a + i * size)))
			continue;
		return place_and_bits(e, a, size, i, arena);
	}
	return NULL;
}

static double
largest_size(enum dtype dtype, const unsigned char *at, size_t n)
{
	double largest = 0.0;

	for (size_t i = 0; i < n; i++) {
		double size = fabs(element_load(dtype, at + i * dtype_info[dtype].size));

		if (size > largest && !isinf(size))
			largest = size;
	}
	return largest;
}

const char *
elements_compare(enum dtype dtype, const struct tolerance *tolerance,
	const void *expected, const void *actual, size_t n, struct arena *arena)
{
	size_t size = dtype_info[dtype].size;
	const unsigned char *e = expected, *a = actual;
	double largest = largest_size(dtype, e, n);

	for (size_t i = 0; i < n; i++) {
		double wanted = element_load(dtype, e + i * size);
		double got = element_load(dtype, a + i * size);
		double scale = tolerance->of_largest ? largest : fabs(wanted);

		if (wanted == got || (isnan(wanted) && isnan(got)))
			continue;
		if (!isinf(wanted) &&
			fabs(wanted - got) <=
				tolerance->absolute + tolerance->relative * scale)
			continue;
		return arena_format(
			arena, "element %zu: expected %.17g, got %.17g", i, wanted, got);
	}
	return NULL;
}
