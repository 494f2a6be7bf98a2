#include "support/rows.h"

#define POOL(x, attributes) \
	"{'op': 'AveragePool', 'dtype': 'float32', 'inputs': {'X': " x \
	"}, 'attributes': {" attributes "}}"
#define LP_POOL(x, attributes) \
	"{'op': 'LpPool', 'dtype': 'float32', 'inputs': {'X': " x \
	"}, 'attributes': {" attributes "}}"
#define CONV(w, attributes) \
	"{'op': 'Conv', 'dtype': 'float32', 'inputs': {'X': [1, 2, 6], 'W': " w \
	"}, 'attributes': {" attributes "}}"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"strides and dilations are 1 unless given", POOL("[1, 1, 6]", "'kernel_shape': [3]"),
		"[1, 1, 4]", NULL},
	{"all begins come before all ends",
		POOL("[1, 1, 4, 4]", "'kernel_shape': [1, 1], 'pads': [0, 0, 1, 0], 'strides': [5, 1], "
			"'auto_pad': 'NOTSET', 'ceil_mode': 1"), "[1, 1, 1, 4]", NULL},
	{"each axis has its own numbers",
		POOL("[2, 3, 7, 8, 9]", "'kernel_shape': [3, 2, 1], 'strides': [2, 1, 3], "
			"'dilations': [1, 3, 2]"), "[2, 3, 3, 5, 3]", NULL},
	{"six spatial axes",
		LP_POOL("[1, 1, 2, 2, 2, 2, 2, 2]", "'kernel_shape': [2, 1, 2, 1, 2, 1]"),
		"[1, 1, 1, 2, 1, 2, 1, 2]", NULL},
	{"an input without space", POOL("[1, 6]", "'kernel_shape': [2]"), NULL,
		"error: X: expected 3 dimensions or more, [N, C, D1, ...], got 2"},
	{"a scalar input", POOL("[]", "'kernel_shape': [2]"), NULL,
		"error: X: expected 3 dimensions or more, [N, C, D1, ...], got 0"},
	{"every list has its length, an empty one too",
		POOL("[1, 1, 6, 6]",
			"'kernel_shape': [2], 'strides': [], 'dilations': [1, 1, 1], 'pads': [0, 0]"), NULL,
		"error: strides: expected 2 values, one for each spatial axis, got 0\n"
		"error: dilations: expected 2 values, one for each spatial axis, got 3\n"
		"error: kernel_shape: expected 2 values, one for each spatial axis, got 1\n"
		"error: pads: expected 4 values, the begin of each spatial axis, then the end of each, got 2"},
	{"Conv's kernel_shape may be absent", CONV("[4, 2, 3]", ""), "[1, 4, 4]", NULL},
	{"Conv's kernel_shape may repeat W's", CONV("[4, 2, 3]", "'kernel_shape': [3]"), "[1, 4, 4]",
		NULL},
	{"Conv's kernel_shape may not differ from W's", CONV("[4, 2, 3]", "'kernel_shape': [2]"), NULL,
		"error: kernel_shape: expected 3, as W has, got 2"},
	{"pads and auto_pad exclude each other",
		POOL("[1, 1, 6]", "'kernel_shape': [2], 'pads': [0, 0], 'auto_pad': 'VALID'"), NULL,
		"error: pads: cannot be given together with auto_pad VALID"},
	{"NOTSET and pads go together",
		POOL("[1, 1, 6]", "'kernel_shape': [2], 'pads': [1, 0], 'auto_pad': 'NOTSET'"),
		"[1, 1, 6]", NULL},
	{"a kernel larger than the padded input",
		POOL("[1, 1, 6, 6]", "'kernel_shape': [9, 4], 'pads': [1, 0, 1, 0], 'dilations': [1, 2]"),
		NULL,
		"error: kernel_shape: the kernel covers 9 on axis D1, more than the padded input, 8\n"
		"error: kernel_shape: the kernel covers 7 on axis D2, more than the padded input, 6"},
	{"a last window in the end padding is dropped",
		POOL("[1, 1, 4]", "'kernel_shape': [2], 'strides': [3], 'pads': [1, 2], 'ceil_mode': 1"),
		"[1, 1, 2]", NULL},
	{"the only window in the end padding is refused",
		LP_POOL("[1, 1, 0]", "'kernel_shape': [1], 'pads': [0, 1], 'ceil_mode': 1"), NULL,
		"error: ceil_mode: the only window on axis D1 would begin in the end padding"},
	{"VALID ignores ceil_mode, with a warning where that matters",
		POOL("[1, 1, 6, 5]", "'kernel_shape': [3, 3], 'strides': [2, 2], 'auto_pad': 'VALID', "
			"'ceil_mode': 1"), "[1, 1, 2, 2]",
		"warning: ceil_mode: ignored under auto_pad VALID; axis D1 comes to 2, not 3"},
	{"an empty output is not warned about",
		POOL("[0, 1, 6]", "'kernel_shape': [3], 'strides': [2], 'auto_pad': 'VALID', "
			"'ceil_mode': 1"), "[0, 1, 2]", NULL},
	{"SAME pads are not negative",
		POOL("[1, 1, 6]", "'kernel_shape': [1], 'strides': [3], 'auto_pad': 'SAME_UPPER'"),
		"[1, 1, 2]", NULL},
	{"SAME uses the dilated kernel",
		LP_POOL("[1, 1, 7]", "'kernel_shape': [3], 'dilations': [2], 'auto_pad': 'SAME_UPPER'"),
		"[1, 1, 7]", NULL},
	{"pads of the kernel's size are accepted",
		LP_POOL("[1, 1, 3]", "'kernel_shape': [2], 'pads': [2, 2]"), "[1, 1, 6]", NULL},
	{"no batch", POOL("[0, 2, 4]", "'kernel_shape': [3]"), "[0, 2, 2]", NULL},
	{"no channel", POOL("[1, 0, 4]", "'kernel_shape': [3]"), "[1, 0, 2]", NULL},
	{"SAME of no space",
		POOL("[1, 1, 0]", "'kernel_shape': [3], 'auto_pad': 'SAME_LOWER'"), "[1, 1, 0]", NULL},
	{"averages of nothing are warned about",
		POOL("[1, 1, 3]", "'kernel_shape': [2], 'pads': [2, 2]"), "[1, 1, 6]",
		"warning: kernel_shape: windows on axis D1 hold no input element; their average is 0"},
	{"but not where there are none",
		POOL("[1, 0, 3]", "'kernel_shape': [2], 'pads': [2, 2]"), "[1, 0, 6]", NULL},
	{"a tap may step over the input",
		POOL("[1, 1, 1]", "'kernel_shape': [2], 'dilations': [2], 'pads': [1, 1]"), "[1, 1, 1]",
		"warning: kernel_shape: windows on axis D1 hold no input element; their average is 0"},
	{"a kernel that overflows",
		POOL("[1, 1, 6]", "'kernel_shape': [3], 'dilations': [4611686018427387904]"), NULL,
		"error: kernel_shape: the padded input or the dilated kernel on axis D1 is longer than "
		"4611686018427387904"},
	{"a long axis is planned at once",
		LP_POOL("[1, 1, 288230376151711744]", "'kernel_shape': [3], 'strides': [2], "
			"'auto_pad': 'SAME_UPPER'"), "[1, 1, 144115188075855872]", NULL},
	{"an output too large",
		LP_POOL("[1, 16777216, 1]", "'kernel_shape': [1], 'pads': [1099511627776, 0]"), NULL,
		"error: X: the output would have 2^59 elements or more"},
	{"too many distinct windows",
		POOL("[1, 1, 200000]", "'kernel_shape': [100000], 'auto_pad': 'SAME_UPPER'"), NULL,
		"error: kernel_shape: more than 65536 distinct windows on axis D1"},
};
/* clang-format on */

int
main(void)
{
	return run_table("window", rows, row_holds);
}
