#include "support/rows.h"

#include "base/checked.h"

struct row {
	const char *claim;
	int64_t a, b;
	bool overflows;
	int64_t result;
};

/* clang-format off */
static const struct row add_rows[] = {
	{"sums are exact", 2, -3, false, -1},
	{"the largest sum fits", INT64_MAX - 1, 1, false, INT64_MAX},
	{"the smallest sum fits", INT64_MIN + 1, -1, false, INT64_MIN},
	{"one above the largest overflows", INT64_MAX, 1, true, 0},
	{"one below the smallest overflows", INT64_MIN, -1, true, 0},
	{"nothing added never overflows", INT64_MIN, 0, false, INT64_MIN},
};

static const struct row mul_rows[] = {
	{"products are exact", 6, 7, false, 42},
	{"nothing times anything is nothing", 0, INT64_MAX, false, 0},
	{"anything times nothing is nothing", INT64_MAX, 0, false, 0},
	{"the largest product fits", INT64_MAX, 1, false, INT64_MAX},
	{"a product of 2^62 fits", INT64_C(1) << 31, INT64_C(1) << 31, false, INT64_C(1) << 62},
	{"a product of 2^63 overflows", INT64_C(1) << 32, INT64_C(1) << 31, true, 0},
};

static const struct row floor_rows[] = {
	{"floor of an exact quotient", 6, 3, false, 2},
	{"floor goes down above zero", 7, 3, false, 2},
	{"floor goes down below zero", -1, 2, false, -1},
	{"floor of an exact negative quotient", -6, 3, false, -2},
	{"floor of zero", 0, 5, false, 0},
};

static const struct row ceil_rows[] = {
	{"ceil of an exact quotient", 6, 3, false, 2},
	{"ceil goes up above zero", 7, 3, false, 3},
	{"ceil goes up below zero", -1, 2, false, 0},
	{"ceil of an exact negative quotient", -6, 3, false, -2},
	{"ceil does not overflow", INT64_MAX, 2, false, INT64_C(1) << 62},
};
/* clang-format on */

static void
add_holds(void **state)
{
	const struct row *row = *state;
	int64_t sum = 0;

	assert_int_equal(add_overflows(row->a, row->b, &sum), row->overflows);
	assert_int_equal(sum, row->result);
}

static void
mul_holds(void **state)
{
	const struct row *row = *state;
	int64_t product = 0;

	assert_int_equal(mul_overflows(row->a, row->b, &product), row->overflows);
	assert_int_equal(product, row->result);
}

static void
floor_holds(void **state)
{
	const struct row *row = *state;

	assert_int_equal(floor_div(row->a, row->b), row->result);
}

static void
ceil_holds(void **state)
{
	const struct row *row = *state;

	assert_int_equal(ceil_div(row->a, row->b), row->result);
}

int
main(void)
{
	return run_table("add_overflows", add_rows, add_holds) +
	       run_table("mul_overflows", mul_rows, mul_holds) +
	       run_table("floor_div", floor_rows, floor_holds) +
	       run_table("ceil_div", ceil_rows, ceil_holds);
}
