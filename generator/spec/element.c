#include "spec/element.h"

#include <math.h>
#include <string.h>

/* The layout of a half type. */
struct half {
	int mantissa;    /* bits, without the implicit leading one */
	int bias;        /* of the exponent */
	double overflow; /* the least that rounds to infinity: half a step above the
			    largest number */
};

static const struct half float16 = {10, 15, 65520.0};
static const struct half bfloat16 = {7, 127, 0x1.ffp127};

/* The bits of a number, rounded to nearest even; it must not overflow. */
static uint16_t
half_bits(double value, const struct half *half)
{
	double magnitude = fabs(value);
	int exponent, steps, biased;

	frexp(magnitude, &exponent);
	biased = exponent - 1 + half->bias;
	if (magnitude == 0 || biased < 1)
		biased = 1;
	/* In units in the last place the number is a small integer. Added to the
	   exponent's bits, it carries into them by itself when rounding reaches the next
	   power of two. */
	steps = (int)nearbyint(ldexp(magnitude, half->mantissa + half->bias - biased));
	steps += (biased - 1) << half->mantissa;
	return (uint16_t)(steps | (signbit(value) ? 0x8000 : 0));
}

static uint16_t
half_special(double value, const struct half *half)
{
	int bits = 0x7fff >> half->mantissa << half->mantissa;

	if (isnan(value))
		bits |= 1 << (half->mantissa - 1);
	return (uint16_t)(bits | (signbit(value) ? 0x8000 : 0));
}

/* Stores a real number that the type can hold, or a NaN or an infinity. */
static void
store_real(void *element, enum dtype dtype, double value)
{
	const struct half *half = dtype == DTYPE_FLOAT16 ? &float16 : &bfloat16;
	float single;
	uint16_t bits;

	if (dtype == DTYPE_FLOAT64) {
		memcpy(element, &value, sizeof value);
	} else if (dtype == DTYPE_FLOAT32) {
		single = (float)value;
		memcpy(element, &single, sizeof single);
	} else {
		bits = isfinite(value) ? half_bits(value, half)
				       : half_special(value, half);
		memcpy(element, &bits, sizeof bits);
	}
}

/* The least magnitude that rounds to infinity. */
static double
overflow_of(enum dtype dtype)
{
	switch (dtype) {
	case DTYPE_FLOAT32:
		return 0x1.ffffffp127;
	case DTYPE_FLOAT16:
		return float16.overflow;
	case DTYPE_BFLOAT16:
		return bfloat16.overflow;
	default:
		return INFINITY;
	}
}

/* A double that every shorter type rounds as it would round the integer itself: bits
   beyond the 53rd are folded into a sticky bit. */
static double
int_to_double(int64_t value, enum dtype dtype)
{
	enum {
		STICKY = 1 << 10
	};
	uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

	if (dtype != DTYPE_FLOAT64 && magnitude >> 53 && magnitude % STICKY)
		magnitude = magnitude / STICKY * STICKY | STICKY;
	return value < 0 ? -(double)magnitude : (double)magnitude;
}

enum element_status
element_from_real(void *element, enum dtype dtype, double value)
{
	if (!dtype_is_real(dtype))
		return ELEMENT_WRONG_TYPE;
	if (fabs(value) >= overflow_of(dtype))
		return ELEMENT_OUT_OF_RANGE;
	store_real(element, dtype, value);
	return ELEMENT_STORED;
}

/* The least and the greatest integer of a type; for uint64, the part that fits int64. */
static void
int_range(enum dtype dtype, int64_t *least, int64_t *greatest)
{
	const struct dtype_info *info = &dtype_info[dtype];
	unsigned shift = 64 - 8 * (unsigned)info->size;

	*least = info->kind == KIND_SIGNED ? -(INT64_MAX >> shift) - 1 : 0;
	*greatest = info->kind == KIND_SIGNED ? INT64_MAX >> shift
		    : shift == 0              ? INT64_MAX
					      : (int64_t)(UINT64_MAX >> shift);
	if (info->kind == KIND_BOOL)
		*greatest = 1;
}

enum element_status
element_from_int(void *element, enum dtype dtype, int64_t value)
{
	int64_t least, greatest;

	if (dtype_is_real(dtype))
		return element_from_real(element, dtype, int_to_double(value, dtype));
	int_range(dtype, &least, &greatest);
	if (value < least || value > greatest)
		return ELEMENT_OUT_OF_RANGE;
	switch (dtype_info[dtype].size) {
	case 1:
		*(uint8_t *)element = (uint8_t)value;
		break;
	case 2:
		*(uint16_t *)element = (uint16_t)value;
		break;
	case 4:
		*(uint32_t *)element = (uint32_t)value;
		break;
	default:
		*(uint64_t *)element = (uint64_t)value;
	}
	return ELEMENT_STORED;
}

enum element_status
element_from_word(void *element, enum dtype dtype, const char *word)
{
	double value = NAN;

	if (!dtype_is_real(dtype))
		return ELEMENT_WRONG_TYPE;
	if (!strcmp(word, "Infinity"))
		value = INFINITY;
	else if (!strcmp(word, "-Infinity"))
		value = -INFINITY;
	else if (strcmp(word, "NaN"))
		return ELEMENT_WRONG_TYPE;
	store_real(element, dtype, value);
	return ELEMENT_STORED;
}

enum dtype
element_part(enum dtype dtype)
{
	return dtype == DTYPE_COMPLEX64    ? DTYPE_FLOAT32
	       : dtype == DTYPE_COMPLEX128 ? DTYPE_FLOAT64
					   : dtype;
}

const char *
element_wanted(enum dtype dtype)
{
	switch (dtype_info[dtype].kind) {
	case KIND_FLOAT:
	case KIND_HALF:
		return "a number, \"NaN\", \"Infinity\" or \"-Infinity\"";
	case KIND_BOOL:
		return "true, false, 0 or 1";
	default:
		return "an integer";
	}
}

const char *
element_range(enum dtype dtype)
{
	static const char *const ranges[DTYPE_COUNT] = {
		[DTYPE_FLOAT32] = "about -3.4e38 to 3.4e38",
		[DTYPE_FLOAT64] = "about -1.8e308 to 1.8e308",
		[DTYPE_FLOAT16] = "-65504 to 65504",
		[DTYPE_BFLOAT16] = "about -3.39e38 to 3.39e38",
		[DTYPE_BOOL] = "true, false, 0 or 1",
		[DTYPE_INT8] = "-128 to 127",
		[DTYPE_INT16] = "-32768 to 32767",
		[DTYPE_INT32] = "-2147483648 to 2147483647",
		[DTYPE_INT64] = "-2^63 to 2^63 - 1",
		[DTYPE_UINT8] = "0 to 255",
		[DTYPE_UINT16] = "0 to 65535",
		[DTYPE_UINT32] = "0 to 4294967295",
		[DTYPE_UINT64] = "0 to 2^64 - 1",
		[DTYPE_QINT8] = "-128 to 127",
	};

	return ranges[dtype];
}
