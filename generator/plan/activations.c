/* The rows of activation functions. */
#include "plan/pointwise.h"
#include "plan/pointwise_rows.h"

#include <float.h>

/* x, with infinities replaced by the largest finite number, which has the same result
   where infinity would be multiplied by 0 or divided by itself although there is a
   limit. */
static union quantity
above_lowest(const struct algebra *algebra, union quantity x)
{
	double most = algebra->dtype == DTYPE_FLOAT64 ? DBL_MAX : (double)FLT_MAX;

	return MAX(NUMBER(-most), x);
}

static union quantity
below_largest(const struct algebra *algebra, union quantity x)
{
	double most = algebra->dtype == DTYPE_FLOAT64 ? DBL_MAX : (double)FLT_MAX;

	return MIN(NUMBER(most), x);
}

/* Far below 0, e^t is subnormal, or 0, where e^t times another number need not be. There,
   functions that vanish like e^t are taken of t + shift, which is exact, and their
   product with the other number is multiplied by e^-shift: `factor`, to 2^-14 of its last
   place. By then nothing but e^t is left of them: 1 + e^(t + shift) is 1. */
struct far {
	double below, shift, factor;
};

static const struct far far_single = {-64, 34.818359375, 0x1.b3dc84p-51};
static const struct far far_double = {-512, 313.65234375, 0x1.68ddad34b743dp-453};

static const struct far *
far_of(const struct algebra *algebra)
{
	return algebra->dtype == DTYPE_FLOAT64 ? &far_double : &far_single;
}

static union quantity
far_shifted(const struct algebra *algebra, union quantity t)
{
	const struct far *far = far_of(algebra);

	return CHOOSE(NUMBER(far->below), t, ADD(t, NUMBER(far->shift)), t);
}

static union quantity
far_scaled(const struct algebra *algebra, union quantity t, union quantity product)
{
	const struct far *far = far_of(algebra);

	return CHOOSE(
		NUMBER(far->below), t, MULTIPLY(product, NUMBER(far->factor)), product);
}

/* y * sigmoid(t) */
static union quantity
gated(const struct algebra *algebra, union quantity y, union quantity t)
{
	union quantity gate = FUNCTION(SIGMOID, far_shifted(algebra, t));

	return far_scaled(algebra, t, MULTIPLY(y, gate));
}

/* x < 0 ? 0 : x: NaN and -0 stay. */
ROW(relu)
{
	(void)step;
	return MAX(NUMBER(0), x[0]);
}

ROW(leaky_relu)
{
	return CHOOSE(NUMBER(0), x[0], MULTIPLY(NUMBER(step->number[0]), x[0]), x[0]);
}

ROW(prelu)
{
	(void)step;
	/* x, because it is never below 0, in an expression that also reads the slope: C
	   compilers would warn of an unused argument. */
	if (kind_of(algebra) == KIND_UNSIGNED)
		return MAX(x[0], MIN(x[1], x[0]));
	return CHOOSE(NUMBER(0), x[0], MULTIPLY(x[1], x[0]), x[0]);
}

/* A NaN is not greater: it becomes 0. */
ROW(thresholded_relu)
{
	return CHOOSE(x[0], NUMBER(step->number[0]), x[0], NUMBER(0));
}

/* max(0, min(1, alpha * x + beta)): a NaN stays. */
static union quantity
hard_sigmoid_of(
	const struct algebra *algebra, union quantity x, double alpha, double beta)
{
	union quantity y = MULADD(NUMBER(alpha), x, NUMBER(beta));

	return MAX(NUMBER(0), MIN(NUMBER(1), y));
}

ROW(hard_sigmoid)
{
	return hard_sigmoid_of(algebra, x[0], step->number[0], step->number[1]);
}

/* The document's alpha is a FLOAT. */
ROW(hard_swish)
{
	union quantity y = above_lowest(algebra, x[0]);

	(void)step;
	return MULTIPLY(y, hard_sigmoid_of(algebra, y, (double)(1.0f / 6), 0.5));
}

ROW(sigmoid)
{
	(void)step;
	return FUNCTION(SIGMOID, x[0]);
}

ROW(tanh)
{
	(void)step;
	return FUNCTION(TANH, x[0]);
}

/* alpha * (e^x - 1) below 0. */
ROW(elu)
{
	union quantity below = MULTIPLY(NUMBER(step->number[0]), FUNCTION(EXPM1, x[0]));

	return CHOOSE(NUMBER(0), x[0], below, x[0]);
}

/* gamma * x above 0, else gamma * alpha * (e^x - 1); a NaN stays either way. */
ROW(selu)
{
	union quantity alpha = NUMBER(step->number[0]), gamma = NUMBER(step->number[1]);
	union quantity below = MULTIPLY(alpha, FUNCTION(EXPM1, x[0]));

	return MULTIPLY(gamma, CHOOSE(x[0], NUMBER(0), x[0], below));
}

/* max(0, x) + min(0, alpha * (e^(x / alpha) - 1)), one of which is 0. */
ROW(celu)
{
	union quantity alpha = NUMBER(step->number[0]);
	union quantity below = MULTIPLY(alpha, FUNCTION(EXPM1, DIVIDE(x[0], alpha)));

	return CHOOSE(NUMBER(0), x[0], below, x[0]);
}

/* ln(e^x + 1) as max(x, 0) + ln(1 + e^-|x|), which does not overflow. */
static union quantity
softplus_of(const struct algebra *algebra, union quantity x)
{
	union quantity minus = SUBTRACT(NUMBER(0), quantity_unary(algebra, VALUE_ABS, x));

	return ADD(MAX(NUMBER(0), x), FUNCTION(LOG1P, FUNCTION(EXP, minus)));
}

ROW(softplus)
{
	(void)step;
	return softplus_of(algebra, x[0]);
}

ROW(softsign)
{
	union quantity y = below_largest(algebra, above_lowest(algebra, x[0]));

	(void)step;
	return DIVIDE(y, ADD(NUMBER(1), quantity_unary(algebra, VALUE_ABS, y)));
}

/* 0.5 * x * (1 + erf(x / sqrt(2))), where 1 + erf would lose its digits below 0. */
ROW(gelu)
{
	(void)step;
	return FUNCTION(GELU, x[0]);
}

/* 0.5 * x * (1 + tanh(t / 2)) where t = sqrt(8 / pi) * (x + 0.044715 * x^3), as x *
   sigmoid(t), which keeps its digits below 0. */
ROW(gelu_tanh)
{
	union quantity y = above_lowest(algebra, x[0]);
	union quantity slope = MULADD(
		NUMBER(0.071354816272600244), MULTIPLY(y, y), NUMBER(1.5957691216057308));

	(void)step;
	return gated(algebra, y, MULTIPLY(y, slope));
}

/* x * tanh(softplus(x)). With v = e^-|x| the tangent is n / d, above 0 of n = 1 + 2 v and
   d = n + 2 v^2, else of n = v^2 + 2 v and d = n + 2. */
ROW(mish)
{
	union quantity y = above_lowest(algebra, x[0]);
	union quantity minus = SUBTRACT(NUMBER(0), quantity_unary(algebra, VALUE_ABS, y));
	union quantity v = FUNCTION(EXP, far_shifted(algebra, minus));
	union quantity twice = ADD(v, v);
	union quantity n_above = ADD(twice, NUMBER(1));
	union quantity d_above = MULADD(twice, v, n_above);
	union quantity n_below = MULTIPLY(v, ADD(v, NUMBER(2)));
	union quantity d_below = ADD(n_below, NUMBER(2));
	union quantity n = CHOOSE(NUMBER(0), y, n_below, n_above);
	union quantity d = CHOOSE(NUMBER(0), y, d_below, d_above);

	(void)step;
	return far_scaled(algebra, y, MULTIPLY(y, DIVIDE(n, d)));
}

/* x * sigmoid(alpha * x) */
ROW(swish)
{
	union quantity y = step->number[0] < 0 ? below_largest(algebra, x[0])
					       : above_lowest(algebra, x[0]);

	return gated(algebra, y, MULTIPLY(NUMBER(step->number[0]), y));
}

/* clang-format off */
ENTRY(relu,             1, EXACT);
ENTRY(leaky_relu,       1, ROUNDED);
ENTRY(prelu,            2, ROUNDED);
ENTRY(thresholded_relu, 1, EXACT);
ENTRY(hard_sigmoid,     1, ROUNDED);
ENTRY(hard_swish,       1, ROUNDED);
ENTRY(sigmoid,          1, ROUNDED);
ENTRY(tanh,             1, ROUNDED);
ENTRY(elu,              1, ROUNDED);
ENTRY(selu,             1, ROUNDED);
ENTRY(celu,             1, ROUNDED);
ENTRY(softplus,         1, ROUNDED);
ENTRY(softsign,         1, ROUNDED);
ENTRY(gelu,             1, ROUNDED);
ENTRY(gelu_tanh,        1, ROUNDED);
ENTRY(mish,             1, ROUNDED);
ENTRY(swish,            1, ROUNDED);
/* clang-format on */
