#include "support/rows.h"

#include "ops/common/reductions.h"

#define POOL(opset, attributes) \
	"{'op': 'AveragePool', 'opset': " opset ", 'dtype': 'float16', 'inputs': " \
	"{'X': [2, 3, 5]}, 'attributes': {" attributes "}}"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"version 1 has strides and pads",
		POOL("1", "'kernel_shape': [2], 'strides': [2], 'pads': [1, 0]"), "[2, 3, 3]", NULL},
	{"version 1 has auto_pad", POOL("1", "'kernel_shape': [2], 'auto_pad': 'SAME_LOWER'"),
		"[2, 3, 5]", NULL},
	{"version 7 has count_include_pad", POOL("9", "'kernel_shape': [2], 'count_include_pad': 1"),
		"[2, 3, 4]", NULL},
	{"version 10 has ceil_mode",
		POOL("10", "'kernel_shape': [2], 'strides': [2], 'ceil_mode': 1"), "[2, 3, 3]", NULL},
	{"version 11 computes VALID as 19 does",
		POOL("11", "'kernel_shape': [5], 'strides': [2], 'auto_pad': 'VALID'"), "[2, 3, 1]", NULL},
	{"version 11 computes SAME as 19 does",
		POOL("11", "'kernel_shape': [3], 'strides': [2], 'auto_pad': 'SAME_UPPER'"),
		"[2, 3, 3]", NULL},
	{"version 19 has dilations", POOL("21", "'kernel_shape': [2], 'dilations': [3]"),
		"[2, 3, 2]", NULL},
	{"a window in the end padding is dropped before version 22 too",
		POOL("10", "'kernel_shape': [1], 'strides': [3], 'pads': [0, 2], 'ceil_mode': 1"),
		"[2, 3, 2]", NULL},
	{"attributes have a least value",
		POOL("22", "'kernel_shape': [0], 'ceil_mode': -1, 'count_include_pad': -1, "
			"'dilations': [0], 'pads': [-1, 0], 'strides': [0]"), NULL,
		"error: kernel_shape: expected 1 or more, got 0\n"
		"error: ceil_mode: expected 0 or 1, got -1\n"
		"error: count_include_pad: expected 0 or 1, got -1\n"
		"error: dilations: expected 1 or more, got 0\n"
		"error: pads: expected 0 or more, got -1\n"
		"error: strides: expected 1 or more, got 0"},
	{"and some a largest",
		POOL("22", "'kernel_shape': [1], 'ceil_mode': 2, 'count_include_pad': 2"), NULL,
		"error: ceil_mode: expected 0 or 1, got 2\n"
		"error: count_include_pad: expected 0 or 1, got 2"},
};
/* clang-format on */

static void
a_plan_has_a_group_for_each_channel(void **state)
{
	struct resolved resolved;
	const struct plan *plan = &resolved.plan;
	const struct window_plan *window = &plan->u.window;

	(void)state;
	resolve(&resolved, POOL("8", "'kernel_shape': [2], 'strides': [2]"));
	assert_true(resolved.good);
	assert_int_equal(plan->kind, PLAN_WINDOW);
	assert_string_equal(plan->name, "test");
	assert_string_equal(plan->op, "AveragePool-7");
	assert_string_equal(plan->domain, "ai.onnx");
	assert_int_equal(plan->noperand, 1);
	assert_ptr_equal(plan->src, &plan->operand[0]);
	assert_string_equal(plan->src->name, "X");
	assert_int_equal(plan->src->nelement, 30);
	assert_string_equal(plan->dst.name, "Y");
	assert_int_equal(plan->dst.dtype, DTYPE_FLOAT16);
	assert_int_equal(plan->dst.nelement, 12);
	assert_null(plan->weights);
	assert_null(plan->bias);
	assert_ptr_equal(window->reduction, &reduce_average);
	assert_int_equal(window->batch, 2);
	assert_int_equal(window->group, 3);
	assert_int_equal(window->ic, 1);
	assert_int_equal(window->oc, 1);
	assert_int_equal(window->naxis, 1);
	resolved_free(&resolved);
}

/* The divisors of (in 5, kernel 3, stride 3, pads 1 and 0, ceil_mode): windows at -1, 2.
 */
static void
check_divisors(const char *spec, bool counted, int64_t first, int64_t second)
{
	struct resolved resolved;
	const struct window_plan *window = &resolved.plan.u.window;
	const struct axis *axis = &window->axis[0];

	resolve(&resolved, spec);
	assert_true(resolved.good);
	assert_int_equal(window->count_include_pad, counted);
	assert_int_equal(axis->nspan, 2);
	assert_int_equal(axis->span[0].divisor, first);
	assert_int_equal(axis->span[1].divisor, second);
	assert_string_equal(resolved.plan.detail[0],
		counted ? "count_include_pad 1" : "count_include_pad 0");
	resolved_free(&resolved);
}

static void
divisors_count_real_taps(void **state)
{
	(void)state;
	check_divisors(POOL("7", "'kernel_shape': [3], 'strides': [3], 'pads': [1, 0]"),
		false, 2, 3);
}

static void
divisors_count_padding_when_asked(void **state)
{
	(void)state;
	check_divisors(POOL("7", "'kernel_shape': [3], 'strides': [3], 'pads': [1, 1], "
				 "'count_include_pad': 1"),
		true, 3, 3);
}

/* Not the full kernel: onnx PR 6650. */
static void
divisors_never_count_overhang(void **state)
{
	(void)state;
	check_divisors(POOL("10", "'kernel_shape': [3], 'strides': [3], 'ceil_mode': 1, "
				  "'count_include_pad': 1"),
		true, 3, 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan_has_a_group_for_each_channel),
		cmocka_unit_test(divisors_count_real_taps),
		cmocka_unit_test(divisors_count_padding_when_asked),
		cmocka_unit_test(divisors_never_count_overhang),
	};
	int failed = run_table("versions", rows, row_holds);

	return failed + cmocka_run_group_tests_name("plans", tests, NULL, NULL);
}
