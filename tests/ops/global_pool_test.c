#include "support/rows.h"

#define POOL(op, opset, dtype, x, attributes) \
	"{'op': '" op "', 'opset': " opset ", 'dtype': '" dtype "', 'inputs': {'X': " x \
	"}, 'attributes': {" attributes "}}"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"one output a plane", POOL("GlobalAveragePool", "1", "float16", "[2, 3, 5, 7]", ""), "[2, 3, 1, 1]", NULL},
	{"of one axis", POOL("GlobalMaxPool", "1", "float64", "[2, 3, 5]", ""), "[2, 3, 1]", NULL},
	{"version 22 has bfloat16", POOL("GlobalMaxPool", "22", "bfloat16", "[2, 3, 5]", ""), "[2, 3, 1]", NULL},
	{"version 1 has not", POOL("GlobalAveragePool", "21", "bfloat16", "[2, 3, 5]", ""), NULL,
		"error: dtype: bfloat16 came with GlobalAveragePool-22; this is GlobalAveragePool-1"},
	{"no axis", POOL("GlobalAveragePool", "22", "float32", "[2, 3]", ""), NULL,
		"error: X: expected 3 dimensions or more, [N, C, D1, ...], got 2"},
	{"no attribute", POOL("GlobalMaxPool", "22", "float32", "[2, 3, 4]", "'kernel_shape': [4]"), NULL,
		"error: GlobalMaxPool-22 has no attributes, got 'kernel_shape'"},
	{"planes without an element are warned about", POOL("GlobalAveragePool", "22", "float32", "[2, 3, 0, 4]", ""),
		"[2, 3, 1, 1]", "warning: X: its planes hold no element; their average is 0"},
	{"not where there is no plane", POOL("GlobalMaxPool", "22", "float32", "[2, 0, 0, 4]", ""), "[2, 0, 1, 1]", NULL},
	{"norms of planes without an element are nothing to warn about", POOL("GlobalLpPool", "22", "float32", "[2, 3, 0, 4]", ""),
		"[2, 3, 1, 1]", NULL},
	{"one norm a plane", POOL("GlobalLpPool", "2", "float16", "[2, 3, 5, 7]", "'p': 3"), "[2, 3, 1, 1]", NULL},
	{"bfloat16 is 22's here, too", POOL("GlobalLpPool", "21", "bfloat16", "[2, 3, 5]", ""), NULL,
		"error: dtype: bfloat16 came with GlobalLpPool-22; this is GlobalLpPool-2"},
	{"version 1 has p as FLOAT", POOL("GlobalLpPool", "1", "float64", "[2, 3, 5]", "'p': 2.5"), "[2, 3, 1]", NULL},
	{"version 2 as INT", POOL("GlobalLpPool", "2", "float64", "[2, 3, 5]", "'p': 2.5"), NULL,
		"error: p: GlobalLpPool-2 expects an integer (the norm's exponent), got a real number"},
	{"which is at least 1", POOL("GlobalLpPool", "22", "float64", "[2, 3, 5]", "'p': 0"), NULL,
		"error: p: expected 1 or more, got 0"},
	{"p's mistake does not hide the next", POOL("GlobalLpPool", "1", "float64", "[2, 3]", "'p': -1.0"), NULL,
		"error: p: expected a float32 above 0, got -1\n"
		"error: X: expected 3 dimensions or more, [N, C, D1, ...], got 2"},
};
/* clang-format on */

int
main(void)
{
	return run_table("global pools", rows, row_holds);
}
