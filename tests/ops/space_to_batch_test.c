#include "support/rows.h"

#include "blocks.h"
#include "support/moves.h"

#define VECTOR(size, list) "{'dtype': 'int64', 'shape': [" size "], 'data': " list "}"
#define SPACE_TO_BATCH(data, size, block_shape, pads_begin, pads_end) \
	"{'op': 'SpaceToBatch', 'dtype': 'int16', 'inputs': {'data': " data \
	", 'block_shape': " VECTOR(size, block_shape) ", 'pads_begin': " VECTOR( \
		size, pads_begin) ", 'pads_end': " VECTOR(size, pads_end) "}}"
#define SPACE_TO_BATCH_ND(input, size, block_shape, pairs, paddings) \
	"{'op': 'SpaceToBatchND', 'dtype': 'int16', 'inputs': {'input': " input \
	", 'block_shape': " VECTOR(size, block_shape) ", 'paddings': " VECTOR( \
		pairs, paddings) "}}"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"the document's example",
		SPACE_TO_BATCH("[2, 6, 10, 3, 3]", "5", "[1, 2, 4, 3, 1]", "[0, 0, 1, 0, 0]",
			"[0, 0, 1, 0, 0]"), "[48, 3, 3, 1, 3]", NULL},
	{"two dimensions are enough", SPACE_TO_BATCH("[3, 4]", "2", "[1, 2]", "[0, 0]", "[0, 0]"),
		"[6, 2]", NULL},
	{"eight dimensions are too",
		SPACE_TO_BATCH("[1, 1, 1, 2, 1, 1, 1, 2]", "8", "[1, 1, 1, 2, 1, 1, 1, 2]",
			"[0, 0, 0, 0, 0, 0, 0, 0]", "[0, 0, 0, 0, 0, 0, 0, 0]"),
		"[4, 1, 1, 1, 1, 1, 1, 1]", NULL},
	{"no batch", SPACE_TO_BATCH("[0, 4]", "2", "[1, 2]", "[0, 0]", "[0, 0]"), "[0, 2]", NULL},
	{"padding alone", SPACE_TO_BATCH("[1, 0]", "2", "[1, 2]", "[0, 3]", "[0, 1]"), "[2, 2]",
		NULL},
	{"one dimension is too few", SPACE_TO_BATCH("[4]", "1", "[1]", "[0]", "[0]"), NULL,
		"error: data: expected 2 dimensions or more, got 1"},
	{"a vector has an element for each dimension",
		SPACE_TO_BATCH("[1, 4, 4]", "2", "[1, 2]", "[0, 0]", "[0, 0]"), NULL,
		"error: block_shape: expected [3], one element for each dimension of data, got [2]\n"
		"error: pads_begin: expected [3], one element for each dimension of data, got [2]\n"
		"error: pads_end: expected [3], one element for each dimension of data, got [2]"},
	{"a vector has one dimension",
		SPACE_TO_BATCH("[1, 4]", "2, 1", "[1, 2]", "[0, 0]", "[0, 0]"), NULL,
		"error: block_shape: expected [2], one element for each dimension of data, got [2, 1]\n"
		"error: pads_begin: expected [2], one element for each dimension of data, got [2, 1]\n"
		"error: pads_end: expected [2], one element for each dimension of data, got [2, 1]"},
	{"the batch is left alone",
		SPACE_TO_BATCH("[1, 4]", "2", "[2, 2]", "[1, 0]", "[1, 0]"), NULL,
		"error: block_shape: expected 1 for the batch, got 2\n"
		"error: pads_begin: expected 0 for the batch, got 1\n"
		"error: pads_end: expected 0 for the batch, got 1"},
	{"blocks are 1 or more, pads 0 or more",
		SPACE_TO_BATCH("[1, 4]", "2", "[1, 0]", "[0, -1]", "[0, -9223372036854775808]"), NULL,
		"error: block_shape: expected 1 or more, got 0\n"
		"error: pads_begin: expected 0 or more, got -1\n"
		"error: pads_end: expected 0 or more, got -9223372036854775808"},
	{"pads have an end",
		SPACE_TO_BATCH("[1, 4]", "2", "[1, 2]", "[0, 4611686018427387905]",
			"[0, 9223372036854775807]"), NULL,
		"error: pads_begin: expected at most 4611686018427387904, got 4611686018427387905\n"
		"error: pads_end: expected at most 4611686018427387904, got more"},
	{"blocks divide the padded extents",
		SPACE_TO_BATCH("[1, 5, 6]", "3", "[1, 2, 4]", "[0, 0, 1]", "[0, 0, 0]"), NULL,
		"error: block_shape: 2 does not divide the padded extent of axis D1, 5\n"
		"error: block_shape: 4 does not divide the padded extent of axis D2, 7"},
	{"pads that overflow",
		SPACE_TO_BATCH("[1, 4]", "2", "[1, 2]", "[0, 4611686018427387904]",
			"[0, 4611686018427387904]"), NULL,
		"error: data: the output would have 2^59 elements or more"},
	{"blocks that overflow",
		SPACE_TO_BATCH("[2, 4]", "2", "[1, 4611686018427387904]", "[0, 0]",
			"[0, 4611686018427387900]"), NULL,
		"error: data: the output would have 2^59 elements or more"},

	{"TensorFlow's example with paddings",
		SPACE_TO_BATCH_ND("[2, 2, 4, 1]", "2", "[2, 2]", "2, 2", "[[0, 0], [2, 0]]"),
		"[8, 1, 3, 1]", NULL},
	{"TensorFlow's dimensions behind the blocks are moved along",
		SPACE_TO_BATCH_ND("[1, 4, 5, 3]", "1", "[2]", "1, 2", "[0, 0]"), "[2, 2, 5, 3]", NULL},
	{"TensorFlow's blocks may have no dimension",
		SPACE_TO_BATCH_ND("[3]", "0", "[]", "0, 2", "[]"), "[3]", NULL},
	{"TensorFlow's blocks leave the batch alone",
		SPACE_TO_BATCH_ND("[1, 4]", "2", "[1, 2]", "2, 2", "[0, 0, 0, 0]"), NULL,
		"error: block_shape: expected no more elements than input has dimensions after the "
		"batch, 1, got 2"},
	{"TensorFlow's input has a batch", SPACE_TO_BATCH_ND("[]", "0", "[]", "0, 2", "[]"), NULL,
		"error: input: expected 1 dimension or more, got 0"},
	{"TensorFlow's paddings are pairs",
		SPACE_TO_BATCH_ND("[1, 4]", "1", "[2]", "2", "[0, 0]"), NULL,
		"error: paddings: expected [1, 2], a pair for each element of block_shape, got [2]"},
	{"TensorFlow's paddings are 0 or more, blocks 1 or more",
		SPACE_TO_BATCH_ND("[1, 4]", "1", "[-2]", "1, 2", "[[0, -4]]"), NULL,
		"error: block_shape: expected 1 or more, got -2\n"
		"error: paddings: expected 0 or more, got -4"},
	{"TensorFlow's blocks divide the padded extents",
		SPACE_TO_BATCH_ND("[1, 4, 1]", "1", "[3]", "1, 2", "[[0, 1]]"), NULL,
		"error: block_shape: 3 does not divide the padded extent of axis D1, 5"},
};
/* clang-format on */

static void
an_empty_plan_writes_nothing(void **state)
{
	struct resolved resolved;
	const struct plan *plan = &resolved.plan;

	(void)state;
	resolve(&resolved,
		SPACE_TO_BATCH("[1, 0, 4]", "3", "[1, 3, 2]", "[0, 0, 1]", "[0, 0, 1]"));
	assert_int_equal(plan->noperand, 1);
	assert_ptr_equal(plan->src, &plan->operand[0]);
	assert_string_equal(plan->src->name, "data");
	assert_string_equal(plan->dst.name, "output");
	assert_string_equal(plan->op, "SpaceToBatch-2");
	assert_int_equal(plan->ndetail, 3);
	assert_string_equal(plan->detail[0], "block_shape [1, 3, 2]");
	assert_string_equal(plan->detail[1], "pads_begin [0, 0, 1]");
	assert_string_equal(plan->detail[2], "pads_end [0, 0, 1]");
	move_origins(plan, &resolved.arena);
	resolved_free(&resolved);
}

static void
a_large_block_has_few_runs(void **state)
{
	struct resolved resolved;
	const struct move_plan *move;
	const struct phase_run *run;

	(void)state;
	resolve(&resolved, SPACE_TO_BATCH("[1, 1000]", "2", "[1, 1099511627776]",
				   "[0, 1099511627000]", "[0, 1099511627552]"));
	assert_string_equal(resolved.said, "");
	assert_int_equal(resolved.plan.u.move.npart, 1);
	move = &resolved.plan.u.move.part[0];
	assert_int_equal(move->naxis, 1);
	assert_int_equal(move->axis[0].nrun, 3);
	run = move->axis[0].run;
	assert_int_equal(run[0].nphase, 224);
	assert_int_equal(run[0].begin, 1);
	assert_int_equal(run[0].end, 2);
	assert_int_equal(run[1].begin, run[1].end);
	assert_int_equal(run[2].phase, 1099511627000);
	assert_int_equal(run[2].begin, 0);
	assert_int_equal(run[2].end, 1);
	resolved_free(&resolved);
}

/* Draws operations and compares each element's origin with the formula's. */
static void
check_random(bool pairs, uint32_t seed)
{
	for (int i = 0; i < 1000; i++) {
		struct blocks blocks = blocks_draw(&seed);
		struct arena arena = {0};
		struct resolved resolved;
		const int64_t *origin;

		resolve(&resolved, blocks_spec(&blocks, false, pairs, &arena));
		assert_string_equal(resolved.said, "");
		origin = move_origins(&resolved.plan, &resolved.arena);
		for (int64_t j = 0; j < resolved.plan.dst.nelement; j++)
			assert_int_equal(origin[j], blocks_to_batch_origin(&blocks, j));
		resolved_free(&resolved);
		arena_free(&arena);
	}
}

static void
moves_are_what_the_formula_says(void **state)
{
	(void)state;
	check_random(false, 1);
}

static void
tensorflow_moves_alike(void **state)
{
	(void)state;
	check_random(true, 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_plan_writes_nothing),
		cmocka_unit_test(a_large_block_has_few_runs),
		cmocka_unit_test(moves_are_what_the_formula_says),
		cmocka_unit_test(tensorflow_moves_alike),
	};
	int failed = run_table("specs", rows, row_holds);

	return failed + cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}
