/* How large sums of integers' products can be. */

#include "support/test.h"

#include "plan/integer_sums.h"
#include "plan/reduction.h"

static const struct reduction weighted = {.weighted = true};

/* A window of 2 output channels whose sums have so many terms: 2 taps of ic channels. */
static struct plan
window(int64_t ic, enum dtype src, enum dtype weights, const void *constant)
{
	struct plan plan = {.kind = PLAN_WINDOW, .sum = DTYPE_INT32};
	struct window_plan *w = &plan.u.window;

	*w = (struct window_plan){.reduction = &weighted,
		.batch = 1,
		.group = 1,
		.ic = ic,
		.oc = 2,
		.naxis = 1,
		.axis = {{.in = 2, .out = 1, .kernel = 2, .stride = 1, .dilation = 1}}};
	window_lay_out(w, WINDOW_NCHW, WINDOW_NCHW);
	operand_set_dtype(&plan.operand[0], src);
	operand_set_dtype(&plan.operand[1], weights);
	plan.operand[1].constant = constant;
	plan.operand[1].nelement = 2 * ic * 2;
	return plan;
}

static int64_t
bound_of(struct plan *plan)
{
	plan->src = &plan->operand[0];
	plan->weights = &plan->operand[1];
	return sum_bound(plan);
}

static void
types_bound_sums(void **state)
{
	struct plan plan = window(3, DTYPE_INT8, DTYPE_INT8, NULL);

	(void)state;
	assert_int_equal(bound_of(&plan), 6 * 128 * 128);
	plan = window(3, DTYPE_UINT8, DTYPE_INT8, NULL);
	assert_int_equal(bound_of(&plan), 6 * 255 * 128);
	plan = window(3, DTYPE_UINT64, DTYPE_UINT64, NULL);
	assert_true(bound_of(&plan) == INT64_MAX);
}

static void
constant_weights_bound_them_better(void **state)
{
	static const int8_t weights[] = {1, -2, 3, -128, 127, 0, -1, 1};
	struct plan plan = window(2, DTYPE_UINT8, DTYPE_INT8, weights);

	(void)state;
	assert_int_equal(bound_of(&plan), 255 * 134);
}

static void
what_is_added_counts(void **state)
{
	static const int32_t bias[] = {5, INT32_MIN};
	struct plan plan = window(3, DTYPE_INT8, DTYPE_INT8, NULL);

	(void)state;
	operand_set_dtype(&plan.operand[2], DTYPE_INT32);
	plan.operand[2].constant = bias;
	plan.operand[2].nelement = 2;
	plan.bias = &plan.operand[2];
	assert_true(bound_of(&plan) == 6 * 128 * 128 + (INT64_C(1) << 31));
	assert_false(sum_fits(&plan));
	plan.operand[2].nelement = 1;
	assert_true(bound_of(&plan) == 6 * 128 * 128 + 5);
	assert_true(sum_fits(&plan));
}

static void
the_last_sum_that_fits_is_known(void **state)
{
	struct plan plan = window(65535, DTYPE_INT8, DTYPE_INT8, NULL);

	(void)state;
	assert_true(bound_of(&plan) == INT64_C(131070) << 14);
	assert_true(sum_fits(&plan));
	assert_int_equal(plan_wide_sums(&plan), WIDE_SUMS_NONE);
	plan.operand[0].loaded = DTYPE_INT32;
	assert_int_equal(plan_wide_sums(&plan), WIDE_SUMS_FIT);
	/* 2^31. */
	plan = window(65536, DTYPE_INT8, DTYPE_INT8, NULL);
	plan.operand[0].loaded = DTYPE_INT32;
	bound_of(&plan);
	assert_false(sum_fits(&plan));
	assert_int_equal(plan_wide_sums(&plan), WIDE_SUMS_WRAP);
}

static void
products_have_terms_of_taps_and_depth(void **state)
{
	struct plan plan = {.kind = PLAN_PRODUCT, .sum = DTYPE_INT32};
	static const uint8_t b[] = {7, 200};

	(void)state;
	operand_set_dtype(&plan.operand[0], DTYPE_INT8);
	operand_set_dtype(&plan.operand[1], DTYPE_UINT8);
	plan.operand[1].constant = b;
	plan.operand[1].nelement = 2;
	plan.u.product.a = &plan.operand[0];
	plan.u.product.b = &plan.operand[1];
	plan.u.product.depth = 5;
	plan.u.product.naxis = 1;
	plan.u.product.axis[0].axis.kernel = 3;
	assert_true(sum_bound(&plan) == 15 * 128 * 200);
}

int
main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(types_bound_sums),
		cmocka_unit_test(constant_weights_bound_them_better),
		cmocka_unit_test(what_is_added_counts),
		cmocka_unit_test(the_last_sum_that_fits_is_known),
		cmocka_unit_test(products_have_terms_of_taps_and_depth),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
