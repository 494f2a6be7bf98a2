#include "support/rows.h"

#include "blocks.h"
#include "support/moves.h"

#define VECTOR(size, list) "{'dtype': 'int64', 'shape': [" size "], 'data': " list "}"
#define BATCH_TO_SPACE(data, size, block_shape, crops_begin, crops_end) \
	"{'op': 'BatchToSpace', 'dtype': 'int16', 'inputs': {'data': " data \
	", 'block_shape': " VECTOR(size, block_shape) ", 'crops_begin': " VECTOR( \
		size, crops_begin) ", 'crops_end': " VECTOR(size, crops_end) "}}"
#define BATCH_TO_SPACE_ND(input, size, block_shape, pairs, crops) \
	"{'op': 'BatchToSpaceND', 'dtype': 'int16', 'inputs': {'input': " input \
	", 'block_shape': " VECTOR(size, block_shape) ", 'crops': " VECTOR( \
		pairs, crops) "}}"

/* clang-format off */
static const struct resolve_row rows[] = {
	{"the document's example",
		BATCH_TO_SPACE("[48, 3, 3, 1, 3]", "5", "[1, 2, 4, 3, 1]", "[0, 0, 1, 0, 0]",
			"[0, 0, 1, 0, 0]"), "[2, 6, 10, 3, 3]", NULL},
	{"two dimensions are enough", BATCH_TO_SPACE("[10, 26]", "2", "[1, 5]", "[0, 2]", "[0, 0]"),
		"[2, 128]", NULL},
	{"eight dimensions are too",
		BATCH_TO_SPACE("[4, 1, 1, 1, 1, 1, 1, 1]", "8", "[1, 1, 1, 2, 1, 1, 1, 2]",
			"[0, 0, 0, 0, 0, 0, 0, 0]", "[0, 0, 0, 0, 0, 0, 0, 0]"),
		"[1, 1, 1, 2, 1, 1, 1, 2]", NULL},
	{"no batch", BATCH_TO_SPACE("[0, 4]", "2", "[1, 2]", "[0, 0]", "[0, 0]"), "[0, 8]", NULL},
	{"all of an axis may be cropped", BATCH_TO_SPACE("[2, 3]", "2", "[1, 2]", "[0, 5]", "[0, 1]"),
		"[1, 0]", NULL},
	{"nothing may be cropped from nothing",
		BATCH_TO_SPACE("[2, 0]", "2", "[1, 2]", "[0, 0]", "[0, 0]"), "[1, 0]", NULL},
	{"no more may be cropped than there is",
		BATCH_TO_SPACE("[2, 3, 0]", "3", "[1, 2, 1]", "[0, 5, 1]", "[0, 2, 0]"), NULL,
		"error: crops_end: expected at most 6 to be cropped from axis D1, got 5 before and 2 "
		"after\n"
		"error: crops_end: expected at most 0 to be cropped from axis D2, got 1 before and 0 "
		"after"},
	{"crops whose sum overflows",
		BATCH_TO_SPACE("[2, 3]", "2", "[1, 2]", "[0, 4611686018427387904]",
			"[0, 4611686018427387904]"), NULL,
		"error: crops_end: expected at most 6 to be cropped from axis D1, got "
		"4611686018427387904 before and 4611686018427387904 after"},
	{"one dimension is too few", BATCH_TO_SPACE("[4]", "1", "[1]", "[0]", "[0]"), NULL,
		"error: data: expected 2 dimensions or more, got 1"},
	{"a vector has an element for each dimension",
		BATCH_TO_SPACE("[4, 4, 4]", "2", "[1, 2]", "[0, 0]", "[0, 0]"), NULL,
		"error: block_shape: expected [3], one element for each dimension of data, got [2]\n"
		"error: crops_begin: expected [3], one element for each dimension of data, got [2]\n"
		"error: crops_end: expected [3], one element for each dimension of data, got [2]"},
	{"the batch is left alone",
		BATCH_TO_SPACE("[4, 4]", "2", "[2, 2]", "[1, 0]", "[1, 0]"), NULL,
		"error: block_shape: expected 1 for the batch, got 2\n"
		"error: crops_begin: expected 0 for the batch, got 1\n"
		"error: crops_end: expected 0 for the batch, got 1"},
	{"blocks are 1 or more, crops 0 or more",
		BATCH_TO_SPACE("[4, 4]", "2", "[1, 0]", "[0, -1]", "[0, -9223372036854775808]"), NULL,
		"error: block_shape: expected 1 or more, got 0\n"
		"error: crops_begin: expected 0 or more, got -1\n"
		"error: crops_end: expected 0 or more, got -9223372036854775808"},
	{"the blocks' product divides the batch",
		BATCH_TO_SPACE("[9, 1, 1]", "3", "[1, 3, 2]", "[0, 0, 0]", "[0, 0, 0]"), NULL,
		"error: block_shape: its product, 6, does not divide the batch, 9"},
	{"a product larger than the batch does not divide it",
		BATCH_TO_SPACE("[4, 1]", "2", "[1, 8]", "[0, 0]", "[0, 0]"), NULL,
		"error: block_shape: its product, 8, does not divide the batch, 4"},
	{"the product is taken in 64 bits",
		BATCH_TO_SPACE("[4, 1, 1]", "3", "[1, 4294967296, 4294967296]", "[0, 0, 0]",
			"[0, 0, 0]"), NULL,
		"error: block_shape: expected a product below 2^63, got more"},
	{"the batch and the crops are both looked at",
		BATCH_TO_SPACE("[3, 1]", "2", "[1, 2]", "[0, 3]", "[0, 0]"), NULL,
		"error: block_shape: its product, 2, does not divide the batch, 3\n"
		"error: crops_end: expected at most 2 to be cropped from axis D1, got 3 before and 0 "
		"after"},
	{"an extent that overflows",
		BATCH_TO_SPACE("[0, 1099511627776]", "2", "[1, 1099511627776]", "[0, 0]", "[0, 0]"), NULL,
		"error: data: the output would have 2^59 elements or more"},

	{"TensorFlow's example with crops",
		BATCH_TO_SPACE_ND("[8, 1, 3, 1]", "2", "[2, 2]", "2, 2", "[[0, 0], [2, 0]]"),
		"[2, 2, 4, 1]", NULL},
	{"TensorFlow's dimensions behind the blocks are moved along",
		BATCH_TO_SPACE_ND("[2, 2, 5, 3]", "1", "[2]", "1, 2", "[0, 0]"), "[1, 4, 5, 3]", NULL},
	{"TensorFlow's blocks may have no dimension",
		BATCH_TO_SPACE_ND("[3]", "0", "[]", "0, 2", "[]"), "[3]", NULL},
	{"TensorFlow's crops are pairs",
		BATCH_TO_SPACE_ND("[2, 4]", "1", "[2]", "1, 1", "[0]"), NULL,
		"error: crops: expected [1, 2], a pair for each element of block_shape, got [1, 1]"},
	{"TensorFlow's crops are no more than there is",
		BATCH_TO_SPACE_ND("[2, 4]", "1", "[2]", "1, 2", "[[8, 1]]"), NULL,
		"error: crops: expected at most 8 to be cropped from axis D1, got 8 before and 1 after"},
	{"TensorFlow's product divides the batch",
		BATCH_TO_SPACE_ND("[3, 4]", "1", "[2]", "1, 2", "[[0, 0]]"), NULL,
		"error: block_shape: its product, 2, does not divide the batch, 3"},
	{"TensorFlow's lists are of int32 or int64",
		"{'op': 'BatchToSpaceND', 'dtype': 'int16', 'inputs': {'input': [2, 4], "
		"'block_shape': {'shape': [1], 'data': [2]}, "
		"'crops': {'dtype': 'uint64', 'data': [[0, 0]]}}}", NULL,
		"error: block_shape: expected int32 or int64, got int16\n"
		"error: crops: expected int32 or int64, got uint64"},
};
/* clang-format on */

static void
an_empty_plan_writes_nothing(void **state)
{
	struct resolved resolved;
	const struct plan *plan = &resolved.plan;

	(void)state;
	resolve(&resolved,
		BATCH_TO_SPACE("[6, 1, 0]", "3", "[1, 3, 2]", "[0, 1, 0]", "[0, 0, 0]"));
	assert_string_equal(resolved.said, "");
	assert_int_equal(plan->noperand, 1);
	assert_string_equal(plan->src->name, "data");
	assert_string_equal(plan->dst.name, "output");
	assert_string_equal(plan->op, "BatchToSpace-2");
	assert_int_equal(plan->ndetail, 3);
	assert_string_equal(plan->detail[0], "block_shape [1, 3, 2]");
	assert_string_equal(plan->detail[1], "crops_begin [0, 1, 0]");
	assert_string_equal(plan->detail[2], "crops_end [0, 0, 0]");
	move_origins(plan, &resolved.arena);
	resolved_free(&resolved);
}

static void
pairs_are_shown_as_pairs(void **state)
{
	struct resolved resolved;
	const struct plan *plan = &resolved.plan;

	(void)state;
	resolve(&resolved, BATCH_TO_SPACE_ND("[4, 1, 2, 1]", "2", "[2, 2]", "2, 2",
				   "[[0, 0], [1, 0]]"));
	assert_string_equal(plan->op, "BatchToSpaceND");
	assert_string_equal(plan->domain, "tensorflow");
	assert_string_equal(plan->src->name, "input");
	assert_int_equal(plan->ndetail, 2);
	assert_string_equal(plan->detail[0], "block_shape [2, 2]");
	assert_string_equal(plan->detail[1], "crops [[0, 0], [1, 0]]");
	resolved_free(&resolved);
}

/* Draws operations, and compares each element's origin with the formula's, and with where
   the inverse takes it. */
static void
check_random(bool pairs, uint32_t seed)
{
	for (int i = 0; i < 1000; i++) {
		struct blocks blocks = blocks_draw(&seed);
		struct arena arena = {0};
		struct resolved inverse, resolved;
		const int64_t *there, *back;

		resolve(&inverse, blocks_spec(&blocks, false, pairs, &arena));
		resolve(&resolved, blocks_spec(&blocks, true, pairs, &arena));
		assert_string_equal(resolved.said, "");
		assert_int_equal(resolved.plan.dst.nelement, inverse.plan.src->nelement);
		there = move_origins(&inverse.plan, &arena);
		back = move_origins(&resolved.plan, &arena);
		for (int64_t j = 0; j < resolved.plan.dst.nelement; j++) {
			assert_int_equal(back[j], blocks_to_space_origin(&blocks, j));
			assert_int_equal(there[back[j]], j);
		}
		resolved_free(&inverse);
		resolved_free(&resolved);
		arena_free(&arena);
	}
}

static void
moves_undo_space_to_batch(void **state)
{
	(void)state;
	check_random(false, 3);
}

static void
tensorflow_moves_undo_its_space_to_batch(void **state)
{
	(void)state;
	check_random(true, 4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_plan_writes_nothing),
		cmocka_unit_test(pairs_are_shown_as_pairs),
		cmocka_unit_test(moves_undo_space_to_batch),
		cmocka_unit_test(tensorflow_moves_undo_its_space_to_batch),
	};
	int failed = run_table("specs", rows, row_holds);

	return failed + cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}
