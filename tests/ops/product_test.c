#include "support/rows.h"

#include "ops/common/expansion.h"
#include "plan/reference.h"

#include <string.h>

#define SPEC(op, opset, dtype, inputs, attributes) \
	"{'op': '" op "', 'opset': " opset ", 'dtype': '" dtype "', 'inputs': {" inputs \
	"}, 'attributes': {" attributes "}}"
#define GEMM(opset, inputs, attributes) SPEC("Gemm", opset, "float32", inputs, attributes)
#define MATMUL(a, b) SPEC("MatMul", "13", "float32", "'A': " a ", 'B': " b, "")
#define SPREAD(opset, x, w, attributes) \
	SPEC("ConvTranspose", opset, "float32", "'X': " x ", 'W': " w, attributes)

/* clang-format off */
static const struct resolve_row gemm_rows[] = {
	{"a product of matrices", GEMM("13", "'A': [2, 3], 'B': [3, 4]", ""), "[2, 4]", NULL},
	{"both transposed", GEMM("13", "'A': [3, 2], 'B': [4, 3]", "'transA': 1, 'transB': 1"), "[2, 4]", NULL},
	{"depths differ", GEMM("13", "'A': [2, 3], 'B': [4, 3]", ""), NULL,
		"error: B: expected 3 as extent K, as A has, got 4; transB 1 takes B as [N, K]"},
	{"no matrix", GEMM("13", "'A': [2, 3, 1], 'B': [3, 4]", ""), NULL, "error: A: expected 2 dimensions, got 3"},
	{"C of a row", GEMM("7", "'A': [2, 3], 'B': [3, 4], 'C': [4]", ""), "[2, 4]", NULL},
	{"C of a column", GEMM("7", "'A': [2, 3], 'B': [3, 4], 'C': [2, 1]", ""), "[2, 4]", NULL},
	{"C of a number", GEMM("7", "'A': [2, 3], 'B': [3, 4], 'C': []", ""), "[2, 4]", NULL},
	{"C that does not fit", GEMM("7", "'A': [2, 3], 'B': [3, 4], 'C': [2]", ""), NULL,
		"error: C: expected what can be repeated to [2, 4], got [2]"},
	{"C of too many dimensions", GEMM("7", "'A': [2, 3], 'B': [3, 4], 'C': [1, 1, 4]", ""), NULL,
		"error: C: expected what can be repeated to [2, 4], got [1, 1, 4]"},
	{"version 6 repeats C where it is told to",
		GEMM("6", "'A': [2, 3], 'B': [3, 4], 'C': [4]", "'broadcast': 1"), "[2, 4]", NULL},
	{"version 6 does not by itself", GEMM("6", "'A': [2, 3], 'B': [3, 4], 'C': [4]", ""), NULL,
		"error: C: expected [2, 4], as broadcast is 0, got [4]"},
	{"version 7 has no broadcast", GEMM("7", "'A': [2, 3], 'B': [3, 4], 'C': [4]", "'broadcast': 1"), NULL,
		"error: Gemm-7 has no attribute 'broadcast'; it has alpha, beta, transA and transB"},
	{"version 9 needs C", GEMM("9", "'A': [2, 3], 'B': [3, 4]", ""), NULL,
		"error: inputs: Gemm-9 needs C, which is optional from version 11 on"},
	{"version 9 has integers", SPEC("Gemm", "9", "int32", "'A': [2, 3], 'B': [3, 4], 'C': [4]", "'alpha': 2"), "[2, 4]",
		NULL},
	{"version 7 has none", SPEC("Gemm", "7", "int32", "'A': [2, 3], 'B': [3, 4], 'C': [4]", ""), NULL,
		"error: dtype: int32 came with Gemm-9; this is Gemm-7"},
	{"half of an integer", SPEC("Gemm", "13", "int64", "'A': [2, 3], 'B': [3, 4]", "'alpha': 0.5"), NULL,
		"error: alpha: expected a whole number of at most 2^24 for elements of int64, got 0.5"},
	{"less than nothing", SPEC("Gemm", "13", "uint32", "'A': [2, 3], 'B': [3, 4], 'C': [1]", "'beta': -1"), NULL,
		"error: beta: expected 0 or more for elements of uint32, got -1"},
	{"nothing to sum", GEMM("13", "'A': [2, 0], 'B': [0, 4]", ""), "[2, 4]", NULL},
};

static const struct resolve_row matmul_rows[] = {
	{"matrices", MATMUL("[2, 3]", "[3, 4]"), "[2, 4]", NULL},
	{"a row", MATMUL("[3]", "[3, 4]"), "[4]", NULL},
	{"a column", MATMUL("[2, 3]", "[3]"), "[2]", NULL},
	{"both: a number", MATMUL("[3]", "[3]"), "[]", NULL},
	{"stacks", MATMUL("[5, 2, 3]", "[5, 3, 4]"), "[5, 2, 4]", NULL},
	{"stacks of different ranks", MATMUL("[5, 2, 3]", "[7, 1, 3, 4]"), "[7, 5, 2, 4]", NULL},
	{"a stack and a row", MATMUL("[3]", "[5, 3, 4]"), "[5, 4]", NULL},
	{"stacks that do not fit", MATMUL("[5, 2, 3]", "[4, 3, 4]"), NULL,
		"error: B: expected 5 matrices, or 1, along axis 0, as A has, got 4"},
	{"depths differ", MATMUL("[2, 3]", "[2, 3]"), NULL, "error: B: expected 3 rows, as A has columns, got 2; a Gemm with transB takes it the other way round"},
	{"a number is no matrix", MATMUL("[]", "[3]"), NULL, "error: A: expected 1 dimension or more, got 0"},
};

static const struct resolve_row spread_rows[] = {
	{"strides spread", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'strides': [2]"), "[1, 4, 7]", NULL},
	{"pads take off", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'strides': [2], 'pads': [1, 2]"), "[1, 4, 4]", NULL},
	{"output_padding adds", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'strides': [2], 'output_padding': [1]"), "[1, 4, 8]",
		NULL},
	{"less than a stride", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'strides': [2], 'output_padding': [2]"), NULL,
		"error: output_padding: expected less than the stride or the dilation, 2, got 2"},
	{"version 1 does not say so", SPREAD("1", "[1, 2, 3]", "[2, 4, 3]", "'strides': [2], 'output_padding': [2]"),
		"[1, 4, 9]", NULL},
	{"dilations spread the kernel", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'dilations': [2]"), "[1, 4, 7]", NULL},
	{"SAME is strides times the input",
		SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'strides': [2], 'auto_pad': 'SAME_LOWER'"), "[1, 4, 6]", NULL},
	{"VALID takes nothing off", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'auto_pad': 'VALID'"), "[1, 4, 5]", NULL},
	{"output_shape", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'strides': [2], 'output_shape': [9]"), "[1, 4, 9]", NULL},
	{"output_shape stands in for pads",
		SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'pads': [1, 1], 'output_shape': [4]"), "[1, 4, 4]",
		"warning: pads: ignored, as output_shape is given"},
	{"pads exclude auto_pad", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'pads': [1, 1], 'auto_pad': 'VALID'"), NULL,
		"error: pads: cannot be given together with auto_pad VALID"},
	{"groups", SPREAD("11", "[1, 4, 3]", "[4, 5, 3]", "'group': 2"), "[1, 10, 5]", NULL},
	{"groups that do not divide", SPREAD("11", "[1, 4, 3]", "[4, 5, 3]", "'group': 3"), NULL,
		"error: group: expected a divisor of X's channels, 4, got 3"},
	{"other channels", SPREAD("11", "[1, 4, 3]", "[3, 5, 3]", ""), NULL,
		"error: W: expected C, 4, as first extent, got 3; extents are given as [N, C, D1, ...] and [C, M/group, k1, ...] in any layout"},
	{"other ranks", SPREAD("11", "[1, 4, 3]", "[4, 5, 3, 3]", ""), NULL,
		"error: W: expected as many dimensions as X has, got 4"},
	{"another kernel_shape", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'kernel_shape': [2]"), NULL,
		"error: kernel_shape: expected 3, as W has, got 2"},
	{"nothing left", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'pads': [3, 2]"), NULL,
		"error: pads: they take all of the 5 outputs on axis D1"},
	{"no input", SPREAD("11", "[1, 2, 0]", "[2, 4, 3]", ""), NULL,
		"error: X: axis D1 has no input, and output_shape does not say how many outputs"},
	{"too many values", SPREAD("11", "[1, 2, 3]", "[2, 4, 3]", "'strides': [2, 2]"), NULL,
		"error: strides: expected 1 value, got 2"},
	{"the wrong bias", SPEC("ConvTranspose", "22", "bfloat16", "'X': [1, 2, 3], 'W': [2, 4, 3], 'B': [2]", ""), NULL,
		"error: B: expected [4], one element for each output channel, got [2]"},
	{"version 11 has no bfloat16", SPEC("ConvTranspose", "11", "bfloat16", "'X': [1, 2, 3], 'W': [2, 4, 3]", ""), NULL,
		"error: dtype: bfloat16 came with ConvTranspose-22; this is ConvTranspose-11"},
};

static const struct splat_row {
	const char *name, *spec;
} splat_rows[] = {
	{"a matrix of equal elements", GEMM("13", "'A': [2, 3], 'B': {'shape': [3, 4], 'data': [[3, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 3]]}", "")},
	{"transposed", GEMM("13", "'A': [2, 3], 'B': {'shape': [4, 3], 'data': [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]}", "'transB': 1")},
	{"the other one", GEMM("13", "'A': {'shape': [2, 3], 'data': [3, 3, 3, 3, 3, 3]}, 'B': [3, 4]", "")},
	{"and what is added", GEMM("13", "'A': [2, 3], 'B': {'shape': [3, 2], 'data': [3, 3, 3, 3, 3, 3]}, 'C': {'shape': [2, 2], 'data': [7, 7, 7, 7]}", "")},
	{"one column", GEMM("13", "'A': [2, 3], 'B': {'shape': [3, 1], 'data': [3, 3, 3]}, 'C': {'shape': [2, 1], 'data': [7, 7]}", "")},
	{"stacks", MATMUL("[2, 2, 3]", "{'shape': [2, 3, 2], 'data': [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]}")},
};
/* clang-format on */

/* The output, for some numbers as inputs. */
static void
compute(const struct plan *plan, float *output)
{
	const float number[] = {1, -2, 0.5f, 7, 3, -0.25f, 4, 9, -1, 2, 11, 0.125f};
	const void *const input[] = {number, number, number};

	reference_run(plan, NUMERICS_STRICT, input, (void *[]){output});
}

/* One element stands for all: the same result as of all of them. */
static void
splat_holds(void **state)
{
	const struct splat_row *row = *state;
	float all[16] = {0}, one[16] = {1};
	struct resolved r;
	struct plan plan;

	resolve(&r, row->spec);
	assert_string_equal(r.said, "");
	compute(&r.plan, all);
	for (int i = 0; i < r.operation.ninput; i++) {
		struct tensor *tensor = (struct tensor *)(uintptr_t)r.operation.input[i];

		tensor->splat = tensor->constant != NULL;
	}
	assert_true(operation_plan(&r.operation, &plan, &r.source, &r.arena));
	for (size_t i = 0; i < plan.noperand; i++)
		assert_int_equal(
			plan.operand[i].constant ? 1 : r.plan.operand[i].nelement,
			plan.operand[i].nelement);
	compute(&plan, one);
	assert_memory_equal(all, one, (size_t)plan.dst.nelement * sizeof *all);
	resolved_free(&r);
}

int
main(void)
{
	return run_table("Gemm", gemm_rows, row_holds) +
	       run_table("MatMul", matmul_rows, row_holds) +
	       run_table("ConvTranspose", spread_rows, row_holds) +
	       run_table("equal elements", splat_rows, splat_holds);
}
