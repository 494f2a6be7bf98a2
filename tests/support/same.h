#ifndef OPGEN_TESTS_SAME_H
#define OPGEN_TESTS_SAME_H

#include "opgen_runtime.h"

#include <math.h>
#include <stdbool.h>

/* Whether two results are the same to the bit; all NaNs are. */
static inline bool
same_float(float a, float b)
{
	return (isnan(a) && isnan(b)) || opgen_float_bits(a) == opgen_float_bits(b);
}

static inline bool
same_double(double a, double b)
{
	return (isnan(a) && isnan(b)) || opgen_double_bits(a) == opgen_double_bits(b);
}

#endif
