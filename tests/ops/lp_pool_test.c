#include "support/rows.h"

#include "ops/common/reductions.h"

#define POOL(opset, attributes) \
	"{'op': 'LpPool', 'opset': " opset ", 'dtype': 'float64', 'inputs': " \
	"{'X': [2, 3, 5]}, 'attributes': {" attributes "}}"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"version 1 has strides and pads",
		POOL("1", "'kernel_shape': [2], 'strides': [2], 'pads': [1, 0]"), "[2, 3, 3]", NULL},
	{"version 2 has p as INT", POOL("10", "'kernel_shape': [2], 'p': 7"), "[2, 3, 4]", NULL},
	{"version 18 has ceil_mode and dilations",
		POOL("18", "'kernel_shape': [2], 'strides': [3], 'dilations': [2], 'ceil_mode': 1"),
		"[2, 3, 2]", NULL},
	{"version 22", POOL("22", "'kernel_shape': [5], 'auto_pad': 'SAME_UPPER'"), "[2, 3, 5]", NULL},
	{"windows without an element are nothing to warn about",
		POOL("22", "'kernel_shape': [2], 'pads': [2, 0]"), "[2, 3, 6]", NULL},
	{"p is at least 1 from version 2", POOL("11", "'kernel_shape': [2], 'p': 0"), NULL,
		"error: p: expected 1 or more, got 0"},
	{"other attributes have a least value, too",
		POOL("22", "'kernel_shape': [0], 'ceil_mode': -1, 'dilations': [0], "
			"'pads': [-1, 0], 'strides': [0]"), NULL,
		"error: kernel_shape: expected 1 or more, got 0\n"
		"error: ceil_mode: expected 0 or 1, got -1\n"
		"error: dilations: expected 1 or more, got 0\n"
		"error: pads: expected 0 or more, got -1\n"
		"error: strides: expected 1 or more, got 0"},
	{"ceil_mode is 1 at most", POOL("22", "'kernel_shape': [1], 'ceil_mode': 2"), NULL,
		"error: ceil_mode: expected 0 or 1, got 2"},
	{"p is above 0 in version 1", POOL("1", "'kernel_shape': [2], 'p': 0"), NULL,
		"error: p: expected a float32 above 0, got 0"},
	{"p is above 0 in float32 too", POOL("1", "'kernel_shape': [2], 'p': 1e-60"), NULL,
		"error: p: expected a float32 above 0, got 0"},
	{"p's mistake does not hide the next", POOL("1", "'kernel_shape': [9], 'p': -2.0"), NULL,
		"error: p: expected a float32 above 0, got -2\n"
		"error: kernel_shape: the kernel covers 9 on axis D1, more than the padded input, 5"},
};
/* clang-format on */

/* The exponent that a spec comes to. */
struct p_row {
	const char *name;
	const char *spec;
	int64_t p;
	double fractional_p;
	const char *detail;
};

/* clang-format off */
static const struct p_row p_rows[] = {
	{"p is 2 unless given", POOL("22", "'kernel_shape': [2]"), 2, 0, "p 2"},
	{"p is 2.0 unless given", POOL("1", "'kernel_shape': [2]"), 2, 0, "p 2"},
	{"any p of 1 or more", POOL("22", "'kernel_shape': [2], 'p': 9223372036854775807"),
		INT64_MAX, 0, "p 9223372036854775807"},
	{"a whole FLOAT is as good as an INT", POOL("1", "'kernel_shape': [2], 'p': 3.0"),
		3, 0, "p 3"},
	{"a FLOAT that is whole in float32", POOL("1", "'kernel_shape': [2], 'p': 3.00000001"),
		3, 0, "p 3"},
	{"a fraction", POOL("1", "'kernel_shape': [2], 'p': 2.5"), 0, 2.5, "p 2.5"},
	{"a fraction is rounded to float32", POOL("1", "'kernel_shape': [2], 'p': 0.1"),
		0, (double)0.1f, "p 0.1"},
	{"a FLOAT beyond the integers", POOL("1", "'kernel_shape': [2], 'p': 1e30"),
		0, (double)1e30f, "p 1e+30"},
};
/* clang-format on */

static void
p_holds(void **state)
{
	const struct p_row *row = *state;
	struct resolved resolved;
	const struct window_plan *window = &resolved.plan.u.window;

	resolve(&resolved, row->spec);
	assert_true(resolved.good);
	assert_ptr_equal(window->reduction, &reduce_lp);
	assert_int_equal(window->p, row->p);
	assert_true(window->fractional_p == row->fractional_p);
	assert_int_equal(resolved.plan.ndetail, 1);
	assert_string_equal(resolved.plan.detail[0], row->detail);
	resolved_free(&resolved);
}

int
main(void)
{
	int failed = run_table("versions", rows, row_holds);

	return failed + run_table("p", p_rows, p_holds);
}
