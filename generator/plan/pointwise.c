/* The rows of pointwise steps: each computes what its document says, with the
   consequences for NaN, zeros and infinities. Where a document multiplies and adds, that
   is one multiply-add, fused if the numerics are; other products and sums are rounded
   separately. */
#include "plan/pointwise.h"

#include <float.h>

#define ROW(name) \
	static union quantity row_##name(const struct step *step, \
		const struct algebra *algebra, const union quantity *x)

/* Operations of the current algebra. */
#define NUMBER(value) quantity_number(algebra, value)
#define ADD(a, b) quantity_binary(algebra, VALUE_ADD, a, b)
#define SUBTRACT(a, b) quantity_binary(algebra, VALUE_SUBTRACT, a, b)
#define MULTIPLY(a, b) quantity_binary(algebra, VALUE_MULTIPLY, a, b)
#define DIVIDE(a, b) quantity_binary(algebra, VALUE_DIVIDE, a, b)
#define MULADD(a, b, c) quantity_muladd(algebra, a, b, c)
#define MAX(a, b) quantity_binary(algebra, VALUE_MAX, a, b)
#define MIN(a, b) quantity_binary(algebra, VALUE_MIN, a, b)
#define FUNCTION(which, a) quantity_elementary(algebra, ELEMENTARY_##which, a, a)
/* a > b ? c : d; a == b ? c : d */
#define CHOOSE(a, b, c, d) quantity_choose(algebra, a, b, c, d)
#define EQUAL(a, b, c, d) quantity_equal(algebra, a, b, c, d)
/* A number of the type of the step's result. */
#define RESULT(value) result_number(step, algebra, value)

static enum dtype_kind
kind_of(const struct algebra *algebra)
{
	return dtype_info[algebra->dtype].kind;
}

static union quantity
result_number(const struct step *step, const struct algebra *algebra, double number)
{
	struct algebra own = *algebra;

	own.dtype = step->loaded;
	return quantity_number(&own, number);
}

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

/* Several operands. */

ROW(copy)
{
	(void)step;
	(void)algebra;
	return x[0];
}

/* To the result's type: integers wrap around; floats are truncated and saturated. */
ROW(cast)
{
	return step->loaded == algebra->dtype
		       ? x[0]
		       : quantity_convert(algebra, x[0], step->loaded);
}

ROW(add)
{
	(void)step;
	return ADD(x[0], x[1]);
}

ROW(subtract)
{
	(void)step;
	return SUBTRACT(x[0], x[1]);
}

ROW(multiply)
{
	(void)step;
	return MULTIPLY(x[0], x[1]);
}

ROW(divide)
{
	(void)step;
	return DIVIDE(x[0], x[1]);
}

ROW(divide_by)
{
	return DIVIDE(x[0], NUMBER(step->number[0]));
}

/* A NaN wins; of equal numbers, zeros too, the later one. */
ROW(max)
{
	union quantity most = MAX(x[0], x[1]);

	(void)step;
	return kind_of(algebra) == KIND_FLOAT
		       ? quantity_binary(algebra, VALUE_NAN_OR, x[0], most)
		       : most;
}

ROW(min)
{
	union quantity least = MIN(x[0], x[1]);

	(void)step;
	return kind_of(algebra) == KIND_FLOAT
		       ? quantity_binary(algebra, VALUE_NAN_OR, x[0], least)
		       : least;
}

/* Clip's bounds: x < min ? min : x, then x > max ? max : x. */
ROW(at_least)
{
	(void)step;
	return MAX(x[1], x[0]);
}

ROW(at_most)
{
	(void)step;
	return MIN(x[1], x[0]);
}

ROW(power)
{
	(void)step;
	return quantity_elementary(algebra, ELEMENTARY_POW, x[0], x[1]);
}

/* A power with exponent 1 to 4: products. */
ROW(small_power)
{
	union quantity square;

	if (step->number[0] == 1)
		return x[0];
	square = MULTIPLY(x[0], x[0]);
	if (step->number[0] == 2)
		return square;
	return MULTIPLY(square, step->number[0] == 3 ? x[0] : square);
}

/* A power of integers, computed in double and truncated, unless it is whole up to the
   function's error. */
ROW(whole_power)
{
	union quantity power = quantity_elementary(algebra, ELEMENTARY_POW, x[0], x[1]);
	union quantity near = quantity_unary(algebra, VALUE_NEAREST, power);
	union quantity off = quantity_unary(algebra, VALUE_ABS, SUBTRACT(power, near));
	union quantity error =
		MULTIPLY(quantity_unary(algebra, VALUE_ABS, near), NUMBER(0x1p-50));
	union quantity below = quantity_unary(algebra, VALUE_FLOOR, power);
	union quantity above = quantity_unary(algebra, VALUE_CEIL, power);

	(void)step;
	return CHOOSE(off, error, CHOOSE(power, NUMBER(0), below, above), near);
}

/* BatchNormalization with operands that are not constant: (x - mean) / sqrt(var +
   epsilon) * scale + b, in the document's order. */
ROW(normalize)
{
	union quantity variance = ADD(x[4], NUMBER(step->number[0]));
	union quantity deviation = quantity_unary(algebra, VALUE_SQRT, variance);

	return MULADD(DIVIDE(SUBTRACT(x[0], x[3]), deviation), x[1], x[2]);
}

/* And with constant ones: x * a + b. */
ROW(multiply_add)
{
	(void)step;
	return MULADD(x[0], x[1], x[2]);
}

/* One operand. */

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

ROW(abs)
{
	(void)step;
	return quantity_magnitude(algebra, x[0]);
}

/* For floats a product, so that 0 becomes -0. */
ROW(neg)
{
	(void)step;
	if (kind_of(algebra) == KIND_FLOAT)
		return MULTIPLY(NUMBER(-1), x[0]);
	return SUBTRACT(NUMBER(0), x[0]);
}

ROW(sqrt)
{
	(void)step;
	return quantity_unary(algebra, VALUE_SQRT, x[0]);
}

ROW(exp)
{
	(void)step;
	return FUNCTION(EXP, x[0]);
}

ROW(log)
{
	(void)step;
	return FUNCTION(LOG, x[0]);
}

/* Of an integer, which the document leaves open: the function in double, rounded toward
   zero. It is 1 from 6 on. */
ROW(erf)
{
	union quantity least = NUMBER(0);

	(void)step;
	if (kind_of(algebra) == KIND_FLOAT)
		return FUNCTION(ERF, x[0]);
	if (kind_of(algebra) == KIND_SIGNED)
		least = CHOOSE(NUMBER(-5), x[0], NUMBER(-1), NUMBER(0));
	return CHOOSE(x[0], NUMBER(5), NUMBER(1), least);
}

ROW(reciprocal)
{
	(void)step;
	return DIVIDE(NUMBER(1), x[0]);
}

ROW(floor)
{
	(void)step;
	return quantity_unary(algebra, VALUE_FLOOR, x[0]);
}

ROW(ceil)
{
	(void)step;
	return quantity_unary(algebra, VALUE_CEIL, x[0]);
}

ROW(nearest)
{
	(void)step;
	return quantity_unary(algebra, VALUE_NEAREST, x[0]);
}

/* A NaN stays; of -0 it is 0. */
ROW(sign)
{
	union quantity rest = NUMBER(0);

	(void)step;
	if (kind_of(algebra) == KIND_UNSIGNED)
		return MIN(x[0], NUMBER(1));
	if (kind_of(algebra) == KIND_FLOAT)
		rest = ADD(x[0], NUMBER(0));
	return CHOOSE(
		x[0], NUMBER(0), NUMBER(1), CHOOSE(NUMBER(0), x[0], NUMBER(-1), rest));
}

/* Numbers say which to look for: -infinity, infinity. */
ROW(is_inf)
{
	double most = algebra->dtype == DTYPE_FLOAT64 ? DBL_MAX : (double)FLT_MAX;
	union quantity found = RESULT(0);

	if (step->number[0] != 0)
		found = CHOOSE(NUMBER(-most), x[0], RESULT(1), found);
	if (step->number[1] != 0)
		found = CHOOSE(x[0], NUMBER(most), RESULT(1), found);
	return found;
}

ROW(is_nan)
{
	return EQUAL(x[0], x[0], RESULT(0), RESULT(1));
}

ROW(not )
{
	return EQUAL(x[0], NUMBER(0), RESULT(1), RESULT(0));
}

/* x + bias below -lambd, x - bias above lambd, else 0. */
ROW(shrink)
{
	union quantity bias = NUMBER(step->number[0]);
	double lambd = step->number[1];
	union quantity below = CHOOSE(NUMBER(-lambd), x[0], ADD(x[0], bias), NUMBER(0));

	return CHOOSE(x[0], NUMBER(lambd), SUBTRACT(x[0], bias), below);
}

/* The complement: -x - 1. */
ROW(bitwise_not)
{
	(void)step;
	return SUBTRACT(SUBTRACT(NUMBER(0), x[0]), NUMBER(1));
}

/* Comparisons: nothing holds of a NaN. */

ROW(equal)
{
	return EQUAL(x[0], x[1], RESULT(1), RESULT(0));
}

ROW(less)
{
	return CHOOSE(x[1], x[0], RESULT(1), RESULT(0));
}

ROW(greater)
{
	return CHOOSE(x[0], x[1], RESULT(1), RESULT(0));
}

ROW(less_or_equal)
{
	return CHOOSE(x[1], x[0], RESULT(1), row_equal(step, algebra, x));
}

ROW(greater_or_equal)
{
	return CHOOSE(x[0], x[1], RESULT(1), row_equal(step, algebra, x));
}

/* Bits, and truths, which have one. */

ROW(bit_and)
{
	(void)step;
	return quantity_binary(algebra, VALUE_AND, x[0], x[1]);
}

ROW(bit_or)
{
	(void)step;
	return quantity_binary(algebra, VALUE_OR, x[0], x[1]);
}

ROW(bit_xor)
{
	(void)step;
	return quantity_binary(algebra, VALUE_XOR, x[0], x[1]);
}

ROW(shift_left)
{
	(void)step;
	return quantity_binary(algebra, VALUE_SHIFT_LEFT, x[0], x[1]);
}

ROW(shift_right)
{
	(void)step;
	return quantity_binary(algebra, VALUE_SHIFT_RIGHT, x[0], x[1]);
}

/* What is left of a truncated quotient, with the dividend's sign. */
ROW(remainder)
{
	(void)step;
	return quantity_binary(algebra, VALUE_REMAINDER, x[0], x[1]);
}

/* And of integers of a quotient that is rounded down, with the divisor's sign. */
ROW(modulo)
{
	union quantity left = row_remainder(step, algebra, x), more = ADD(left, x[1]);

	if (kind_of(algebra) == KIND_UNSIGNED)
		return left;
	return CHOOSE(x[1], NUMBER(0), CHOOSE(NUMBER(0), left, more, left),
		CHOOSE(left, NUMBER(0), more, left));
}

/* x[0] ? x[1] : x[2], where x[0] is 0 or 1 in the type of the others. */
ROW(where)
{
	(void)step;
	return CHOOSE(x[0], NUMBER(0), x[1], x[2]);
}

/* clang-format off */
#define EXACT true
#define ROUNDED false
#define ENTRY(row, narguments, exact) \
	const struct pointwise_row pointwise_##row = {#row, narguments, exact, false, row_##row}
#define PLAIN(row, narguments, exact) \
	const struct pointwise_row pointwise_##row = {#row, narguments, exact, true, row_##row}

ENTRY(copy,             1, EXACT);
ENTRY(cast,             1, ROUNDED);
ENTRY(add,              2, ROUNDED);
ENTRY(subtract,         2, ROUNDED);
ENTRY(multiply,         2, ROUNDED);
ENTRY(divide,           2, ROUNDED);
ENTRY(divide_by,        1, ROUNDED);
ENTRY(max,              2, EXACT);
ENTRY(min,              2, EXACT);
ENTRY(at_least,         2, EXACT);
ENTRY(at_most,          2, EXACT);
ENTRY(power,            2, ROUNDED);
ENTRY(small_power,      1, ROUNDED);
ENTRY(whole_power,      2, ROUNDED);
ENTRY(normalize,        5, ROUNDED);
ENTRY(multiply_add,     3, ROUNDED);
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
ENTRY(abs,              1, EXACT);
ENTRY(neg,              1, EXACT);
ENTRY(sqrt,             1, ROUNDED);
ENTRY(exp,              1, ROUNDED);
ENTRY(log,              1, ROUNDED);
ENTRY(erf,              1, ROUNDED);
ENTRY(reciprocal,       1, ROUNDED);
ENTRY(floor,            1, EXACT);
ENTRY(ceil,             1, EXACT);
ENTRY(nearest,          1, EXACT);
ENTRY(sign,             1, EXACT);
ENTRY(shrink,           1, ROUNDED);
ENTRY(where,            3, EXACT);
ENTRY(bitwise_not,      1, EXACT);
PLAIN(is_inf,           1, EXACT);
PLAIN(is_nan,           1, EXACT);
PLAIN(not,              1, EXACT);
PLAIN(equal,            2, EXACT);
PLAIN(less,             2, EXACT);
PLAIN(greater,          2, EXACT);
PLAIN(less_or_equal,    2, EXACT);
PLAIN(greater_or_equal, 2, EXACT);
PLAIN(bit_and,          2, EXACT);
PLAIN(bit_or,           2, EXACT);
PLAIN(bit_xor,          2, EXACT);
PLAIN(shift_left,       2, EXACT);
PLAIN(shift_right,      2, EXACT);
PLAIN(remainder,        2, EXACT);
PLAIN(modulo,           2, EXACT);
/* clang-format on */
