#ifndef OPGEN_PLAN_REFERENCE_ARITHMETIC_H
#define OPGEN_PLAN_REFERENCE_ARITHMETIC_H

/* First, so that the runtime's measures against contraction hold for this file and for
   those that include it first. */
#include "opgen_runtime.h"

#include "base/dtype.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

/* The arithmetic of one plan. Every value is kept in a double; if sums are float, each
   operation's result is rounded to float. */
struct arithmetic {
	enum dtype dtype; /* of the elements */
	bool is_double;   /* sums are double, else float */
	bool is_fused;    /* a multiply-add rounds once */
};

static inline double
load(const struct arithmetic *arithmetic, const void *elements, int64_t i)
{
	switch (arithmetic->dtype) {
	case DTYPE_FLOAT32:
		return ((const float *)elements)[i];
	case DTYPE_FLOAT64:
		return ((const double *)elements)[i];
	case DTYPE_FLOAT16:
		return opgen_float16_to_float(((const opgen_float16 *)elements)[i]);
	case DTYPE_BFLOAT16:
		return opgen_bfloat16_to_float(((const opgen_bfloat16 *)elements)[i]);
	case DTYPE_INT8:
		return ((const int8_t *)elements)[i];
	case DTYPE_INT16:
		return ((const int16_t *)elements)[i];
	case DTYPE_INT32:
		return ((const int32_t *)elements)[i];
	case DTYPE_UINT16:
		return ((const uint16_t *)elements)[i];
	case DTYPE_UINT32:
		return ((const uint32_t *)elements)[i];
	default:
		assert(arithmetic->dtype == DTYPE_UINT8);
		return ((const uint8_t *)elements)[i];
	}
}

static inline void
store(const struct arithmetic *arithmetic, void *elements, int64_t i, double value)
{
	switch (arithmetic->dtype) {
	case DTYPE_FLOAT32:
		((float *)elements)[i] = (float)value;
		break;
	case DTYPE_FLOAT64:
		((double *)elements)[i] = value;
		break;
	case DTYPE_FLOAT16:
		((opgen_float16 *)elements)[i] = opgen_float_to_float16((float)value);
		break;
	case DTYPE_BFLOAT16:
		((opgen_bfloat16 *)elements)[i] = opgen_float_to_bfloat16((float)value);
		break;
	case DTYPE_INT8:
		((int8_t *)elements)[i] = (int8_t)value;
		break;
	case DTYPE_INT16:
		((int16_t *)elements)[i] = (int16_t)value;
		break;
	case DTYPE_INT32:
		((int32_t *)elements)[i] = (int32_t)value;
		break;
	case DTYPE_UINT16:
		((uint16_t *)elements)[i] = (uint16_t)value;
		break;
	case DTYPE_UINT32:
		((uint32_t *)elements)[i] = (uint32_t)value;
		break;
	default:
		assert(arithmetic->dtype == DTYPE_UINT8);
		((uint8_t *)elements)[i] = (uint8_t)value;
	}
}

static inline double
round_to_sum(const struct arithmetic *arithmetic, double x)
{
	return arithmetic->is_double ? x : (float)x;
}

/* Double is precise enough that the sum, product or quotient of two floats, rounded to
   double and then to float, equals the result of the float operation. */
static inline double
add(const struct arithmetic *arithmetic, double a, double b)
{
	return round_to_sum(arithmetic, a + b);
}

static inline double
multiply(const struct arithmetic *arithmetic, double a, double b)
{
	return round_to_sum(arithmetic, a * b);
}

static inline double
divide(const struct arithmetic *arithmetic, double a, double b)
{
	return round_to_sum(arithmetic, a / b);
}

/* a * b + c, in one rounding or in two. */
static inline double
multiply_add(const struct arithmetic *arithmetic, double a, double b, double c)
{
	if (!arithmetic->is_fused)
		return add(arithmetic, multiply(arithmetic, a, b), c);
	return arithmetic->is_double ? opgen_fma_exact(a, b, c)
				     : opgen_fmaf_exact((float)a, (float)b, (float)c);
}

#endif
