#include "support/elementary_cases.h"

#include "opgen_runtime.h"

#include "support/random.h"

#include <math.h>
#include <string.h>

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

/* x vanishes faster than any power, which infinity times 0 does not know. */
static double
gelu(double x)
{
	return x == -INFINITY ? -0.0 : 0.5 * x * erfc(-0.70710678118654752 * x);
}

/* The same: what rounding the argument a of erfc loses, which far below 0 is multiplied
   by more than 1000, is made good by its derivative. */
static long double
wide_gelu(long double x)
{
	const long double root = 0.707106781186547524381894036516L;
	const long double a = -root * x;
	const long double lost = fmal(-root, x, -a) - 1.895032558893257e-20L * x;
	const long double slope = -1.1283791670955126L * expl(-a * a);

	if (isinf(x))
		return x < 0 ? -0.0L : x;
	return 0.5L * x * (erfcl(a) + lost * slope);
}

/* clang-format off */
const struct elementary_case elementary_case[] = {
	{"exp",     opgen_expf,     opgen_fused_expf,     opgen_exp,     exp,     expl,         0.856, 0.858, 0.83},
	{"expm1",   opgen_expm1f,   opgen_fused_expm1f,   opgen_expm1,   expm1,   expm1l,       0.974, 0.990, 0.96},
	{"log",     opgen_logf,     opgen_fused_logf,     opgen_log,     log,     logl,         0.841, 0.841, 0.85},
	{"log1p",   opgen_log1pf,   opgen_fused_log1pf,   opgen_log1p,   log1p,   log1pl,       0.867, 0.867, 0.87},
	{"tanh",    opgen_tanhf,    opgen_fused_tanhf,    opgen_tanh,    tanh,    tanhl,        0.968, 0.974, 0.98},
	{"erf",     opgen_erff,     opgen_fused_erff,     opgen_erf,     erf,     erfl,         0.974, 0.853, 0.88},
	{"sigmoid", opgen_sigmoidf, opgen_fused_sigmoidf, opgen_sigmoid, sigmoid, wide_sigmoid, 0.903, 0.993, 0.88},
	{"gelu",    opgen_geluf,    opgen_fused_geluf,    opgen_gelu,    gelu,    wide_gelu,    3.21, 2.97, 4.20},
};
/* clang-format on */
const size_t nelementary_case = sizeof elementary_case / sizeof elementary_case[0];
const double elementary_power_most = 0.78;

const struct elementary_case *
elementary_find(const char *name)
{
	for (size_t i = 0; i < nelementary_case; i++)
		if (!strcmp(elementary_case[i].name, name))
			return &elementary_case[i];
	return NULL;
}

double
elementary_any_double(uint64_t *random)
{
	const uint64_t bits = next_random(random);
	const double fraction = (double)(bits >> 12) * 0x1p-52;

	switch (bits % 4) {
	case 0:
		return opgen_double_from_bits(next_random(random));
	case 1:
		return (2 * fraction - 1) * 750;
	case 2:
		return (2 * fraction - 1) * 3;
	default:
		return ldexp(bits & 4 ? fraction + 1 : -fraction - 1,
			(int)(bits >> 3 & 63) - 57);
	}
}

double
elementary_any_power(uint64_t *random, double *x, double *y)
{
	const uint64_t bits = next_random(random);
	const double fraction = (double)(next_random(random) >> 12) * 0x1p-52;
	const double share = (double)(int64_t)next_random(random) * 0x1p-63;
	const double most = share < 0 ? 744 : 709;

	*x = bits & 1 ? ldexp(1 + fraction, (int)(bits >> 1 & 1023) * 2 - 1022)
		      : 1 + ldexp(2 * fraction - 1, -1 - (int)(bits >> 1 & 63) % 45);
	*y = *x == 1 ? share : share * most / fabs(log(*x));
	return elementary_power_error(*x, *y);
}

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
elementary_error_of(
	const struct elementary_format *format, double got, long double expected)
{
	const long double top = ldexpl(1, format->top);
	int exponent;

	if (isnan(got) || (isinf(got) && fabsl(expected) >= top))
		return 0;
	if (isinf(expected))
		expected = copysignl(top, expected);
	frexpl(expected, &exponent);
	exponent -= format->digits;
	exponent = exponent < format->least ? format->least : exponent;
	return (double)ldexpl(
		fabsl((isinf(got) ? copysignl(top, got) : got) - expected), -exponent);
}

double
elementary_wide_error(double got, long double expected)
{
	return elementary_error_of(
		&(const struct elementary_format){53, -1074, 1024}, got, expected);
}

double
elementary_power_error(double x, double y)
{
	return elementary_wide_error(
		opgen_pow(x, y), powl((long double)x, (long double)y));
}

bool
elementary_is_special(double got, long double expected)
{
	if (isnan(got) || isnan(expected))
		return isnan(got) && isnan(expected);
	return !signbit(got) == !signbit(expected);
}
