#include "support/elementary_cases.h"

#include "opgen_runtime.h"

#include <math.h>

static double
sigmoid(double x)
{
	const double power = exp(-fabs(x));

	return (x < 0 ? power : 1) / (1 + power);
}

static long double
wide_sigmoid(long double x)
{
	const long double power = expl(-fabsl(x));

	return (x < 0 ? power : 1) / (1 + power);
}

/* clang-format off */
const struct elementary_case elementary_case[] = {
	{"exp",     opgen_expf,     opgen_fused_expf,     opgen_exp,     exp,     expl},
	{"expm1",   opgen_expm1f,   opgen_fused_expm1f,   opgen_expm1,   expm1,   expm1l},
	{"log",     opgen_logf,     opgen_fused_logf,     opgen_log,     log,     logl},
	{"log1p",   opgen_log1pf,   opgen_fused_log1pf,   opgen_log1p,   log1p,   log1pl},
	{"tanh",    opgen_tanhf,    opgen_fused_tanhf,    opgen_tanh,    tanh,    tanhl},
	{"erf",     opgen_erff,     opgen_fused_erff,     opgen_erf,     erf,     erfl},
	{"sigmoid", opgen_sigmoidf, opgen_fused_sigmoidf, opgen_sigmoid, sigmoid, wide_sigmoid},
};
/* clang-format on */
const size_t nelementary_case = sizeof elementary_case / sizeof elementary_case[0];

/* What a result beyond the numbers counts as. */
static double
nearest_power(double x, double top)
{
	return isinf(x) ? copysign(top, x) : x;
}

double
elementary_error(float got, double expected)
{
	const double top = 0x1p128;
	double unit;

	if (isnan(got) || (isinf(got) && fabs(expected) >= top))
		return 0;
	expected = nearest_power(expected, top);
	unit = opgen_double_from_bits(opgen_double_bits(expected) & 0x7ff0000000000000);
	unit = fmin(fmax(unit * 0x1p-23, 0x1p-149), 0x1p104);
	return fabs(nearest_power((double)got, top) - expected) / unit;
}

double
elementary_wide_error(double got, long double expected)
{
	int exponent;

	if (isnan(got) || (isinf(got) && fabsl(expected) >= 0x1p1024L))
		return 0;
	frexpl(expected, &exponent);
	exponent = exponent - 53 < -1074 ? -1074 : exponent - 53;
	return (double)ldexpl(fabsl(got - expected), -exponent);
}

bool
elementary_is_special(float got, double expected)
{
	if (isnan(got) || isnan(expected))
		return isnan(got) && isnan(expected);
	return !signbit(got) == !signbit(expected);
}
