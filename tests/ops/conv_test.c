#include "support/rows.h"

#include "ops/common/reductions.h"

#define CONV(opset, inputs, attributes) \
	"{'op': 'Conv', 'opset': " opset ", 'dtype': 'float32', 'inputs': {" inputs \
	"}, 'attributes': {" attributes "}}"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"version 1", CONV("1", "'X': [2, 3, 6], 'W': [4, 3, 3]", ""), "[2, 4, 4]", NULL},
	{"version 11",
		CONV("21", "'X': [1, 3, 6, 6], 'W': [4, 3, 3, 2]", "'strides': [2, 1], 'dilations': [1, 3]"),
		"[1, 4, 2, 3]", NULL},
	{"version 22", CONV("22", "'X': [1, 3, 6], 'W': [4, 3, 3]", "'auto_pad': 'SAME_UPPER'"),
		"[1, 4, 6]", NULL},
	{"groups divide the channels", CONV("1", "'X': [1, 4, 6], 'W': [6, 2, 3]", "'group': 2"),
		"[1, 6, 4]", NULL},
	{"depthwise with a multiplier", CONV("11", "'X': [1, 3, 6], 'W': [6, 1, 3]", "'group': 3"),
		"[1, 6, 4]", NULL},
	{"W has X's dimensions", CONV("22", "'X': [1, 3, 6], 'W': [4, 3, 3, 1]", ""), NULL,
		"error: W: expected 3 dimensions, as X has, got 4"},
	{"an input without space", CONV("22", "'X': [3, 6], 'W': [4, 3]", ""), NULL,
		"error: X: expected 3 dimensions or more, [N, C, D1, ...], got 2"},
	{"W's second extent is the channels of a group",
		CONV("1", "'X': [1, 4, 6], 'W': [6, 4, 3]", "'group': 2"), NULL,
		"error: W: expected C / group, 4 / 2, as second extent, got 4"},
	{"a group that overflows",
		CONV("22", "'X': [1, 4, 6], 'W': [6, 4, 3]", "'group': 4611686018427387904"), NULL,
		"error: W: expected C / group, 4 / 4611686018427387904, as second extent, got 4\n"
		"error: group: expected a divisor of W's output channels, 6, got 4611686018427387904"},
	{"group divides the output channels, in version 1 too",
		CONV("1", "'X': [1, 4, 6], 'W': [3, 2, 3]", "'group': 2"), NULL,
		"error: group: expected a divisor of W's output channels, 3, got 2"},
	{"a kernel has an extent", CONV("22", "'X': [1, 4, 6, 6], 'W': [3, 4, 3, 0]", ""), NULL,
		"error: W: expected kernel extents of 1 or more, got 0 on axis D2"},
	{"B has one dimension", CONV("22", "'X': [1, 3, 6], 'W': [4, 3, 3], 'B': [4, 1]", ""), NULL,
		"error: B: expected [4], one element for each output channel, got [4, 1]"},
	{"B has an element for each output channel",
		CONV("22", "'X': [1, 3, 6], 'W': [4, 3, 3], 'B': [3]", ""), NULL,
		"error: B: expected [4], one element for each output channel, got [3]"},
	{"one mistake does not hide the next",
		CONV("22", "'X': [1, 3, 6], 'W': [4, 2, 7], 'B': [1]", ""), NULL,
		"error: W: expected C / group, 3 / 1, as second extent, got 2\n"
		"error: B: expected [4], one element for each output channel, got [1]\n"
		"error: kernel_shape: the kernel covers 7 on axis D1, more than the padded input, 6"},
	{"attributes have a least value",
		CONV("22", "'X': [1, 3, 6], 'W': [4, 3, 3]", "'dilations': [0], 'group': 0, "
			"'kernel_shape': [0], 'pads': [-1, 0], 'strides': [0]"), NULL,
		"error: dilations: expected 1 or more, got 0\n"
		"error: group: expected 1 or more, got 0\n"
		"error: kernel_shape: expected 1 or more, got 0\n"
		"error: pads: expected 0 or more, got -1\n"
		"error: strides: expected 1 or more, got 0"},
	{"no input channel", CONV("22", "'X': [1, 0, 5], 'W': [1, 0, 3]", ""), "[1, 1, 3]", NULL},
	{"no output channel", CONV("22", "'X': [1, 2, 5], 'W': [0, 2, 3]", ""), "[1, 0, 3]", NULL},
	{"padding alone", CONV("22", "'X': [1, 1, 0], 'W': [1, 1, 1]", "'pads': [1, 1]"),
		"[1, 1, 2]", NULL},
};
/* clang-format on */

static void
a_plan_has_weights_and_bias(void **state)
{
	struct resolved resolved;
	const struct plan *plan = &resolved.plan;
	const struct window_plan *window = &plan->u.window;

	(void)state;
	resolve(&resolved,
		CONV("21",
			"'X': [5, 4, 6], 'B': {'shape': [6], 'data': [1, 2, 3, "
			"4, 5, 6]}, 'W': [6, 2, 3]",
			"'group': 2, 'pads': [1, 0]"));
	assert_true(resolved.good);
	assert_string_equal(plan->op, "Conv-11");
	assert_int_equal(plan->noperand, 3);
	assert_ptr_equal(plan->src, &plan->operand[0]);
	assert_ptr_equal(plan->weights, &plan->operand[1]);
	assert_ptr_equal(plan->bias, &plan->operand[2]);
	assert_string_equal(plan->weights->name, "W");
	assert_null(plan->weights->constant);
	assert_non_null(plan->bias->constant);
	assert_int_equal(plan->bias->dtype, DTYPE_FLOAT32);
	assert_ptr_equal(window->reduction, &reduce_conv);
	assert_int_equal(window->batch, 5);
	assert_int_equal(window->group, 2);
	assert_int_equal(window->ic, 2);
	assert_int_equal(window->oc, 3);
	assert_int_equal(window->axis[0].nspan, 2);
	assert_int_equal(window->axis[0].span[0].divisor, 0);
	assert_int_equal(plan->ndetail, 1);
	assert_string_equal(plan->detail[0], "group 2");
	resolved_free(&resolved);
}

/* Input channels of a block sum: README, "Numerics". */
struct block_row {
	const char *name;
	const char *spec;
	int64_t channel_block;
};

static const struct block_row block_rows[] = {
	{"one tap has blocks of 128", CONV("22", "'X': [1, 1, 9], 'W': [1, 1, 1]", ""),
		128},
	{"three taps have blocks of 42", CONV("22", "'X': [1, 1, 9], 'W': [1, 1, 3]", ""),
		42},
	{"eight taps have blocks of 16", CONV("22", "'X': [1, 1, 9], 'W': [1, 1, 8]", ""),
		16},
	{"nine taps have blocks of 16",
		CONV("22", "'X': [1, 1, 9, 9], 'W': [1, 1, 3, 3]", ""), 16},
	{"taps beyond 64 bits have blocks of 16",
		CONV("22",
			"'X': [1, 0, 1, 1, 1, 1], "
			"'W': [1, 0, 100000, 100000, 100000, 100]",
			"'auto_pad': 'SAME_UPPER'"),
		16},
};

static void
block_holds(void **state)
{
	const struct block_row *row = *state;
	struct resolved resolved;

	resolve(&resolved, row->spec);
	assert_string_equal(resolved.said, "");
	assert_int_equal(resolved.plan.u.window.channel_block, row->channel_block);
	resolved_free(&resolved);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plan_has_weights_and_bias),
	};
	int failed = run_table("versions", rows, row_holds);

	failed += run_table("blocks", block_rows, block_holds);
	return failed + cmocka_run_group_tests_name("plans", tests, NULL, NULL);
}
