#ifndef OPGEN_PLAN_REFERENCE_ARITHMETIC_H
#define OPGEN_PLAN_REFERENCE_ARITHMETIC_H

/* First, so that the runtime's measures against contraction hold for this file and for
   those that include it first. */
#include "opgen_runtime.h"

#include <stdbool.h>

/* The arithmetic of real numbers. Every value is kept in a double; if sums are float,
   each operation's result is rounded to float. */
struct arithmetic {
	bool is_double; /* sums are double, else float */
	bool is_fused;  /* a multiply-add rounds once */
};

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
