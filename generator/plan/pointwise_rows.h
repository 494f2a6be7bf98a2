#ifndef OPGEN_PLAN_POINTWISE_ROWS_H
#define OPGEN_PLAN_POINTWISE_ROWS_H

#include "plan/chain.h"

/* What the files that write rows of pointwise steps share. */

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

/* clang-format off */
#define EXACT true
#define ROUNDED false
#define ENTRY(row, narguments, exact) \
	const struct pointwise_row pointwise_##row = {#row, narguments, exact, false, row_##row}
#define PLAIN(row, narguments, exact) \
	const struct pointwise_row pointwise_##row = {#row, narguments, exact, true, row_##row}
/* clang-format on */

static inline enum dtype_kind
kind_of(const struct algebra *algebra)
{
	return dtype_info[algebra->dtype].kind;
}

#endif
