#include "support/rows.h"

#define OP(op, inputs, attributes) \
	"{'op': '" op \
	"', 'domain': 'tensorflow', 'dtype': 'float32', 'inputs': {" inputs \
	"}, 'attributes': {" attributes "}}"
#define CONV(input, filter, attributes) \
	OP("Conv2D", "'input': " input ", 'filter': " filter, attributes)
#define DEPTHWISE(input, filter, attributes) \
	OP("DepthwiseConv2dNative", "'input': " input ", 'filter': " filter, attributes)
#define VOLUME(input, filter, attributes) \
	OP("Conv3D", "'input': " input ", 'filter': " filter, attributes)
#define STEPS "'strides': [1, 2, 3, 1]"
#define STEPS_NCHW "'strides': [1, 1, 2, 3], 'data_format': 'NCHW'"
#define SAME ", 'padding': 'SAME'"
#define VALID ", 'padding': 'VALID'"
#define POOL(op, input, attributes) OP(op, input, "'ksize': [1, 2, 3, 1], " attributes)

/* clang-format off */
static const struct resolve_row rows[] = {
	{"Conv2D has the channels last", CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", STEPS VALID), "[2, 2, 2, 5]", NULL},
	{"SAME covers the input", CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", STEPS SAME), "[2, 3, 3, 5]", NULL},
	{"or second", CONV("[2, 4, 6, 7]", "[3, 2, 4, 5]", STEPS_NCHW SAME), "[2, 5, 3, 3]", NULL},
	{"dilations", CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", STEPS VALID ", 'dilations': [1, 2, 5, 1]"), "[2, 1, 1, 5]", NULL},
	{"pads are in the order of data_format",
		CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", STEPS ", 'padding': 'EXPLICIT', 'explicit_paddings': [0, 0, 1, 2, 0, 5, 0, 0]"),
		"[2, 4, 4, 5]", NULL},
	{"in NCHW too",
		CONV("[2, 4, 6, 7]", "[3, 2, 4, 5]", STEPS_NCHW ", 'padding': 'EXPLICIT', 'explicit_paddings': [0, 0, 0, 0, 1, 2, 0, 5]"),
		"[2, 5, 4, 4]", NULL},
	{"no pads are an empty list", CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", STEPS SAME ", 'explicit_paddings': []"), "[2, 3, 3, 5]", NULL},
	{"use_cudnn_on_gpu means nothing", CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", STEPS SAME ", 'use_cudnn_on_gpu': 0"), "[2, 3, 3, 5]", NULL},
	{"fewer input channels make groups", CONV("[2, 6, 7, 4]", "[3, 2, 2, 6]", STEPS SAME), "[2, 3, 3, 6]", NULL},
	{"no channels", CONV("[2, 6, 7, 0]", "[3, 2, 0, 6]", STEPS SAME), "[2, 3, 3, 6]", NULL},
	{"no channels have no groups", CONV("[2, 6, 7, 0]", "[3, 2, 2, 6]", STEPS SAME), NULL,
		"error: filter: expected 0, the channels of input, or a divisor of it, as third extent, got 2"},
	{"groups divide the output channels", CONV("[2, 6, 7, 4]", "[3, 2, 2, 5]", STEPS SAME), NULL,
		"error: filter: expected a multiple of the groups, 2, as output channels, got 5"},
	{"DepthwiseConv2dNative multiplies channels", DEPTHWISE("[2, 6, 7, 4]", "[3, 2, 4, 3]", STEPS SAME), "[2, 3, 3, 12]", NULL},
	{"and has no groups", DEPTHWISE("[2, 6, 7, 4]", "[3, 2, 2, 3]", STEPS SAME), NULL,
		"error: filter: expected 4, the channels of input, as third extent, got 2"},
	{"Conv3D", VOLUME("[1, 4, 5, 6, 2]", "[1, 2, 3, 2, 7]", "'strides': [1, 1, 1, 1, 1]" VALID), "[1, 4, 4, 4, 7]", NULL},
	{"of NCDHW", VOLUME("[1, 2, 4, 5, 6]", "[1, 2, 3, 2, 7]", "'strides': [1, 1, 1, 1, 1], 'data_format': 'NCDHW'" VALID), "[1, 7, 4, 4, 4]", NULL},
	{"has no groups", VOLUME("[1, 4, 5, 6, 2]", "[1, 2, 3, 1, 7]", "'strides': [1, 1, 1, 1, 1]" VALID), NULL,
		"error: filter: expected 2, the channels of input, as fourth extent, got 1"},
	{"nor pads of its own", VOLUME("[1, 4, 5, 6, 2]", "[1, 2, 3, 2, 7]", "'strides': [1, 1, 1, 1, 1], 'padding': 'EXPLICIT'"), NULL,
		"error: padding: expected SAME or VALID, got 'EXPLICIT'"},
	{"strides have an entry for each dimension", CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", "'strides': [2, 3]" SAME), NULL,
		"error: strides: expected 4 values, one for each dimension of the input, got 2"},
	{"batches are not skipped", CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", "'strides': [2, 1, 1, 1]" SAME), NULL,
		"error: strides: expected 1 for the batch, got 2"},
	{"nor channels", CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", STEPS SAME ", 'dilations': [1, 1, 1, 2]"), NULL,
		"error: dilations: expected 1 for the channels, got 2"},
	{"nor in NCHW", CONV("[2, 4, 6, 7]", "[3, 2, 4, 5]", STEPS_NCHW SAME ", 'dilations': [1, 2, 1, 1]"), NULL,
		"error: dilations: expected 1 for the channels, got 2"},
	{"channels have no pads",
		CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", STEPS ", 'padding': 'EXPLICIT', 'explicit_paddings': [0, 0, 1, 2, 0, 5, 1, 0]"), NULL,
		"error: explicit_paddings: expected 0 for the channels, got 1"},
	{"EXPLICIT needs pads", CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", STEPS ", 'padding': 'EXPLICIT'"), NULL,
		"error: padding: EXPLICIT needs explicit_paddings"},
	{"SAME has none", CONV("[2, 6, 7, 4]", "[3, 2, 4, 5]", STEPS SAME ", 'explicit_paddings': [0, 0, 0, 0, 0, 0, 0, 0]"), NULL,
		"error: explicit_paddings: cannot be given together with padding SAME"},
	{"planes have four dimensions", CONV("[2, 6, 7]", "[3, 2, 4, 5]", STEPS SAME), NULL,
		"error: input: expected [N, H, W, C], got [2, 6, 7]"},
	{"and so has the filter", CONV("[2, 6, 7, 4]", "[3, 2, 4]", STEPS SAME), NULL,
		"error: filter: expected 4 dimensions, as input has, got 3"},
	{"a filter has an extent", CONV("[2, 6, 7, 4]", "[0, 2, 4, 5]", STEPS SAME), NULL,
		"error: filter: expected kernel extents of 1 or more, got 0 on axis D1"},
	{"and fits", CONV("[2, 6, 7, 4]", "[7, 2, 4, 5]", STEPS VALID), NULL,
		"error: filter: the kernel covers 7 on axis D1, more than the padded input, 6"},
	{"channels in vectors are left out", CONV("[2, 1, 6, 7, 4]", "[3, 2, 4, 5]", "'strides': [1, 1, 1, 1], 'data_format': 'NCHW_VECT_C'" SAME), NULL,
		"error: data_format: expected NHWC or NCHW, got 'NCHW_VECT_C'"},

	{"AvgPool", POOL("AvgPool", "'value': [2, 6, 7, 4]", STEPS SAME), "[2, 3, 3, 4]", NULL},
	{"AvgPool has no pads of its own", POOL("AvgPool", "'value': [2, 6, 7, 4]", STEPS ", 'padding': 'EXPLICIT'"), NULL,
		"error: padding: expected SAME or VALID, got 'EXPLICIT'"},
	{"MaxPool has", POOL("MaxPool", "'input': [2, 6, 7, 4]", STEPS ", 'padding': 'EXPLICIT', 'explicit_paddings': [0, 0, 1, 0, 0, 0, 0, 0]"),
		"[2, 3, 2, 4]", NULL},
	{"MaxPool of NCHW", OP("MaxPool", "'input': [2, 4, 6, 7]", "'ksize': [1, 1, 2, 3], " STEPS_NCHW VALID), "[2, 4, 3, 2]", NULL},
	{"channels are not pooled", OP("MaxPool", "'input': [2, 6, 7, 4]", "'ksize': [1, 2, 3, 2], " STEPS VALID), NULL,
		"error: ksize: expected 1 for the channels, got 2"},
	{"a window fits", POOL("MaxPool", "'input': [2, 6, 2, 4]", STEPS VALID), NULL,
		"error: ksize: the kernel covers 3 on axis D2, more than the padded input, 2"},
	{"AvgPool3D", OP("AvgPool3D", "'input': [1, 4, 5, 6, 2]", "'ksize': [1, 2, 2, 2, 1], 'strides': [1, 2, 2, 2, 1]" SAME), "[1, 2, 3, 3, 2]", NULL},
	{"MaxPool3D", OP("MaxPool3D", "'input': [1, 2, 4, 5, 6]", "'ksize': [1, 1, 2, 2, 2], 'strides': [1, 1, 2, 2, 2], 'data_format': 'NCDHW'" VALID),
		"[1, 2, 2, 2, 3]", NULL},
	{"MaxPool3D has no float64",
		"{'op': 'MaxPool3D', 'dtype': 'float64', 'inputs': {'input': [1, 4, 5, 6, 2]}, 'attributes': {'ksize': [1, 1, 1, 1, 1], "
		"'strides': [1, 1, 1, 1, 1]" SAME "}}", NULL,
		"error: dtype: MaxPool3D takes float32, float16 or bfloat16, got float64"},
};
/* clang-format on */

/* Where a plan finds the elements of its tensors. */
static void
steps_follow_the_layout(void **state)
{
	struct resolved resolved;
	const struct window_plan *w = &resolved.plan.u.window;

	(void)state;
	resolve(&resolved, CONV("[2, 6, 7, 4]", "[3, 2, 2, 6]", STEPS SAME));
	assert_true(resolved.good);
	assert_int_equal(w->group, 2);
	assert_int_equal(w->ic, 2);
	assert_int_equal(w->oc, 3);
	assert_int_equal(w->src.channel, 1);
	assert_int_equal(w->src.axis[0], 28);
	assert_int_equal(w->dst.axis[1], 6);
	/* The filter's element [kh, kw, i, o]. */
	assert_int_equal(window_weight(w, 5, 1, 4), 4 * 12 + 6 + 5);
	resolved_free(&resolved);
}

static void
a_multiplier_is_of_its_channel(void **state)
{
	struct resolved resolved;
	const struct window_plan *w = &resolved.plan.u.window;

	(void)state;
	resolve(&resolved, DEPTHWISE("[2, 4, 6, 7]", "[3, 2, 4, 3]", STEPS_NCHW SAME));
	assert_true(resolved.good);
	assert_int_equal(w->group, 4);
	assert_int_equal(w->ic, 1);
	assert_int_equal(w->oc, 3);
	assert_true(window_is_planar(w));
	/* The filter's element [kh, kw, 2, 1]. */
	assert_int_equal(window_weight(w, 2 * 3 + 1, 0, 5), 5 * 12 + 7);
	resolved_free(&resolved);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_follow_the_layout),
		cmocka_unit_test(a_multiplier_is_of_its_channel),
	};

	return run_table("specs", rows, row_holds) +
	       cmocka_run_group_tests_name("steps", tests, NULL, NULL);
}
