#include "support/rows.h"

#include <string.h>

#include "support/moves.h"

#define TENSORFLOW(dtype, input, attributes) \
	"{'op': 'DepthToSpace', 'dtype': '" dtype "', 'inputs': {'input': " input \
	"}, 'attributes': {" attributes "}}"
#define ONNX(opset, dtype, input, attributes) \
	"{'op': 'DepthToSpace', 'domain': 'ai.onnx', 'opset': " opset \
	", 'dtype': '" dtype "', 'inputs': {'input': " input \
	"}, 'attributes': {" attributes "}}"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"NHWC is the default", TENSORFLOW("bool", "[2, 3, 5, 8]", "'block_size': 2"),
		"[2, 6, 10, 2]", NULL},
	{"NCHW",
		TENSORFLOW("complex128", "[2, 9, 3, 5]", "'block_size': 3, 'data_format': 'NCHW'"),
		"[2, 1, 9, 15]", NULL},
	{"NCHW_VECT_C of qint8",
		TENSORFLOW("qint8", "[1, 8, 2, 3, 4]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		"[1, 2, 4, 6, 4]", NULL},
	{"NCHW_VECT_C of int8",
		TENSORFLOW("int8", "[1, 4, 2, 3, 4]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		"[1, 1, 4, 6, 4]", NULL},
	{"NCHW_VECT_C of nothing else",
		TENSORFLOW("float32", "[1, 4, 1, 1, 4]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		NULL, "error: dtype: data_format NCHW_VECT_C takes qint8, got float32"},
	{"qint8 in nothing else", TENSORFLOW("qint8", "[1, 1, 1, 3]", "'block_size': 2"), NULL,
		"error: dtype: qint8 needs data_format NCHW_VECT_C, got NHWC\n"
		"error: block_size: its square, 4, does not divide C, 3, of [N, H, W, C]"},
	{"output channels fill vectors",
		TENSORFLOW("qint8", "[1, 2, 1, 1, 4]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		NULL, "error: block_size: its square, 4, does not divide C/4, 2, of [N, C/4, H, W, 4]"},
	{"a vector has four channels",
		TENSORFLOW("qint8", "[1, 4, 1, 1, 3]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		NULL, "error: input: expected [N, C/4, H, W, 4], got [1, 4, 1, 1, 3]"},
	{"NCHW_VECT_C has five dimensions",
		TENSORFLOW("qint8", "[1, 4, 2, 2]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		NULL, "error: input: expected [N, C/4, H, W, 4], got [1, 4, 2, 2]"},
	{"NCHW has four dimensions",
		TENSORFLOW("int8", "[4, 2, 2]", "'block_size': 2, 'data_format': 'NCHW'"), NULL,
		"error: input: expected [N, C, H, W], got [4, 2, 2]"},
	{"TensorFlow's blocks are 2 or more", TENSORFLOW("int8", "[1, 1, 1, 4]", "'block_size': 1"), NULL,
		"error: block_size: expected 2 or more, got 1"},
	{"a block's square is taken in 64 bits",
		TENSORFLOW("int8", "[1, 1, 1, 1410065408]", "'block_size': 100000"), NULL,
		"error: block_size: its square, 10000000000, does not divide C, 1410065408, of [N, H, W, C]"},
	{"no batch", TENSORFLOW("int8", "[0, 2, 2, 4]", "'block_size': 2"), "[0, 4, 4, 1]", NULL},
	{"no channel", TENSORFLOW("int8", "[1, 2, 2, 0]", "'block_size': 2"), "[1, 4, 4, 0]", NULL},
	{"an extent too large",
		TENSORFLOW("int8", "[1, 1, 288230376151711744, 0]", "'block_size': 2147483647"), NULL,
		"error: input: the output would have 2^59 elements or more"},

	{"ONNX's version 1", ONNX("1", "float16", "[1, 8, 2, 3]", "'blocksize': 2"), "[1, 2, 4, 6]",
		NULL},
	{"ONNX's blocks may be 1", ONNX("11", "int64", "[1, 8, 2, 3]", "'blocksize': 1"),
		"[1, 8, 2, 3]", NULL},
	{"and not less", ONNX("11", "int64", "[1, 8, 2, 3]", "'blocksize': 0"), NULL,
		"error: blocksize: expected 1 or more, got 0"},
	{"ONNX's bfloat16 came with version 13",
		ONNX("12", "bfloat16", "[1, 8, 2, 3]", "'blocksize': 2"), NULL,
		"error: dtype: bfloat16 came with DepthToSpace-13; this is DepthToSpace-11"},
	{"ONNX has no qint8", ONNX("13", "qint8", "[1, 8, 2, 3]", "'blocksize': 2"), NULL,
		"error: dtype: DepthToSpace-13 takes float32, float64, float16, bfloat16, bool, int8, "
		"int16, int32, int64, uint8, uint16, uint32, uint64, complex64 or complex128, got qint8"},
	{"ONNX's mode is DCR or CRD",
		ONNX("13", "int8", "[1, 4, 2, 3]", "'blocksize': 2, 'mode': 'crd'"), NULL,
		"error: mode: expected DCR or CRD, got 'crd'; did you mean 'CRD'?"},
	{"ONNX's channels divide too", ONNX("13", "int8", "[1, 6, 2, 3]", "'blocksize': 2"), NULL,
		"error: blocksize: its square, 4, does not divide C, 6, of [N, C, H, W]"},
};
/* clang-format on */

/* An operation whose whole output is looked at. */
struct move_row {
	const char *name;
	const char *spec;
	const char *layout; /* "NHWC", "NCHW", "CRD" */
	int64_t block;
	const char *detail;
};

/* clang-format off */
static const struct move_row move_rows[] = {
	{"NHWC moves every element", TENSORFLOW("int8", "[2, 3, 4, 8]", "'block_size': 2"),
		"NHWC", 2, "data_format NHWC, block_size 2"},
	{"NHWC of a single pixel", TENSORFLOW("int8", "[1, 1, 1, 9]", "'block_size': 3"),
		"NHWC", 3, "data_format NHWC, block_size 3"},
	{"NCHW moves every element",
		TENSORFLOW("int8", "[2, 18, 3, 2]", "'block_size': 3, 'data_format': 'NCHW'"),
		"NCHW", 3, "data_format NCHW, block_size 3"},
	{"NCHW_VECT_C moves vectors",
		TENSORFLOW("qint8", "[2, 8, 3, 2, 4]", "'block_size': 2, 'data_format': 'NCHW_VECT_C'"),
		"NCHW", 2, "data_format NCHW_VECT_C, block_size 2"},
	{"DCR is NCHW", ONNX("13", "int8", "[2, 8, 3, 4]", "'blocksize': 2, 'mode': 'DCR'"),
		"NCHW", 2, "mode DCR, blocksize 2"},
	{"CRD has the block's column last", ONNX("11", "int8", "[2, 8, 3, 4]", "'blocksize': 2, 'mode': 'CRD'"),
		"CRD", 2, "mode CRD, blocksize 2"},
	{"a block of 1 is the identity", ONNX("1", "int8", "[2, 3, 4, 5]", "'blocksize': 1"),
		"NCHW", 1, "mode DCR, blocksize 1"},
	{"nothing to loop over", ONNX("1", "int8", "[1, 1, 1, 1]", "'blocksize': 1"),
		"NCHW", 1, "mode DCR, blocksize 1"},
};
/* clang-format on */

/* Where an output element comes from, by the formulas of the operations' documents. */
static int64_t
origin_of(const struct move_row *row, const struct plan *plan, const int64_t *at)
{
	const int64_t *in = plan->src->shape, *out = plan->dst.shape;
	int64_t block = row->block, n = at[0], lane = 0, lanes = 1, c, y, x, channel;

	if (!strcmp(row->layout, "NHWC")) {
		y = at[1], x = at[2], c = at[3];
		channel = (y % block * block + x % block) * out[3] + c;
		return ((n * in[1] + y / block) * in[2] + x / block) * in[3] + channel;
	}
	c = at[1], y = at[2], x = at[3];
	if (plan->dst.rank == 5)
		lane = at[4], lanes = 4;
	channel = (y % block * block + x % block) * out[1] + c;
	if (!strcmp(row->layout, "CRD"))
		channel = c * block * block + y % block * block + x % block;
	return (((n * in[1] + channel) * in[2] + y / block) * in[3] + x / block) * lanes +
	       lane;
}

static void
move_holds(void **state)
{
	const struct move_row *row = *state;
	struct resolved resolved;
	const struct plan *plan = &resolved.plan;
	const int64_t *origin;

	resolve(&resolved, row->spec);
	assert_string_equal(resolved.said, "");
	origin = move_origins(plan, &resolved.arena);
	for (int64_t i = 0; i < plan->dst.nelement; i++) {
		int64_t at[MAX_RANK], rest = i;

		for (int axis = plan->dst.rank - 1; axis >= 0; axis--) {
			at[axis] = rest % plan->dst.shape[axis];
			rest /= plan->dst.shape[axis];
		}
		assert_int_equal(origin[i], origin_of(row, plan, at));
	}
	assert_int_equal(plan->ndetail, 1);
	assert_string_equal(plan->detail[0], row->detail);
	resolved_free(&resolved);
}

static void
an_empty_plan_writes_nothing(void **state)
{
	struct resolved resolved;

	(void)state;
	resolve(&resolved, TENSORFLOW("int8", "[0, 2, 2, 4]", "'block_size': 2"));
	assert_string_equal(resolved.plan.op, "DepthToSpace");
	assert_string_equal(resolved.plan.domain, "tensorflow");
	assert_string_equal(resolved.plan.src->name, "input");
	assert_string_equal(resolved.plan.dst.name, "output");
	move_origins(&resolved.plan, &resolved.arena);
	resolved_free(&resolved);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_plan_writes_nothing),
	};
	int failed = run_table("specs", rows, row_holds);

	failed += run_table("moves", move_rows, move_holds);
	return failed + cmocka_run_group_tests_name("plans", tests, NULL, NULL);
}
