/* The rows of pointwise steps: each computes what its document says, with the
   consequences for NaN, zeros and infinities. Where a document multiplies and adds, that
   is one multiply-add, fused if the numerics are; other products and sums are rounded
   separately. */
#include "plan/pointwise.h"
#include "plan/pointwise_rows.h"

#include <float.h>

/* A number of the type of the step's result. */
#define RESULT(value) result_number(step, algebra, value)

static union quantity
result_number(const struct step *step, const struct algebra *algebra, double number)
{
	struct algebra own = *algebra;

	own.dtype = step->loaded;
	return quantity_number(&own, number);
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
