#include "../rows.h"

#include "../moves.h"

#define VECTOR(size, list) "{'dtype': 'int64', 'shape': [" size "], 'data': " list "}"
#define SPACE_TO_BATCH(data, size, block_shape, pads_begin, pads_end) \
	"{'op': 'SpaceToBatch', 'dtype': 'int16', 'inputs': {'data': " data \
	", 'block_shape': " VECTOR(size, block_shape) ", 'pads_begin': " VECTOR( \
		size, pads_begin) ", 'pads_end': " VECTOR(size, pads_end) "}}"

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
	{"no batch (R13)", SPACE_TO_BATCH("[0, 4]", "2", "[1, 2]", "[0, 0]", "[0, 0]"), "[0, 2]", NULL},
	{"padding alone (R13)", SPACE_TO_BATCH("[1, 0]", "2", "[1, 2]", "[0, 3]", "[0, 1]"), "[2, 2]",
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
	{"the batch is left alone (R20)",
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
	const struct move_plan *move = &resolved.plan.u.move;
	const struct phase_run *run;

	(void)state;
	resolve(&resolved, SPACE_TO_BATCH("[1, 1000]", "2", "[1, 1099511627776]",
				   "[0, 1099511627000]", "[0, 1099511627552]"));
	assert_string_equal(resolved.said, "");
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

/* The numbers of a random operation; the batch is axis 0. */
struct blocks {
	int rank;
	int64_t in[MAX_RANK], block[MAX_RANK], begin[MAX_RANK], end[MAX_RANK];
};

static struct blocks
draw_blocks(uint32_t *seed)
{
	struct blocks blocks = {.rank = 2 + (int)draw(seed, 3)};

	blocks.in[0] = 1 + draw(seed, 3);
	blocks.block[0] = 1;
	for (int i = 1; i < blocks.rank; i++) {
		int64_t rest;

		blocks.in[i] = draw(seed, 6);
		blocks.block[i] = 1 + draw(seed, 4);
		blocks.begin[i] = draw(seed, 6);
		blocks.end[i] = draw(seed, 4);
		rest = (blocks.in[i] + blocks.begin[i] + blocks.end[i]) % blocks.block[i];
		blocks.end[i] += rest ? blocks.block[i] - rest : 0;
	}
	return blocks;
}

static const char *
list(const int64_t *value, int n, struct arena *arena)
{
	const char *text = "[";

	for (int i = 0; i < n; i++)
		text = arena_format(arena, "%s%s%d", text, i ? ", " : "", (int)value[i]);
	return arena_format(arena, "%s]", text);
}

static const char *
spec_of(const struct blocks *blocks, struct arena *arena)
{
	int n = blocks->rank;

	return arena_format(arena,
		"{'op': 'SpaceToBatch', 'dtype': 'int64', 'inputs': {'data': %s, "
		"'block_shape': {'shape': [%d], 'data': %s}, "
		"'pads_begin': {'shape': [%d], 'data': %s}, "
		"'pads_end': {'shape': [%d], 'data': %s}}}",
		list(blocks->in, n, arena), n, list(blocks->block, n, arena), n,
		list(blocks->begin, n, arena), n, list(blocks->end, n, arena));
}

/* Where an output element comes from: SEMANTICS.md, section 6. */
static int64_t
origin_of(const struct blocks *blocks, const struct plan *plan, int64_t index)
{
	int64_t position[MAX_RANK] = {0}, phases, origin;

	for (int i = blocks->rank - 1; i >= 0; i--) {
		position[i] = index % plan->dst.shape[i];
		index /= plan->dst.shape[i];
	}
	phases = position[0] / blocks->in[0];
	origin = position[0] % blocks->in[0];
	for (int i = blocks->rank - 1; i >= 1; i--) {
		position[i] = position[i] * blocks->block[i] + phases % blocks->block[i] -
			      blocks->begin[i];
		phases /= blocks->block[i];
		if (position[i] < 0 || position[i] >= blocks->in[i])
			return -1;
	}
	for (int i = 1; i < blocks->rank; i++)
		origin = origin * blocks->in[i] + position[i];
	return origin;
}

static void
moves_are_what_the_formula_says(void **state)
{
	uint32_t seed = 1;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct blocks blocks = draw_blocks(&seed);
		struct arena arena = {0};
		struct resolved resolved;
		const int64_t *origin;

		resolve(&resolved, spec_of(&blocks, &arena));
		assert_string_equal(resolved.said, "");
		origin = move_origins(&resolved.plan, &resolved.arena);
		for (int64_t j = 0; j < resolved.plan.dst.nelement; j++)
			assert_int_equal(
				origin[j], origin_of(&blocks, &resolved.plan, j));
		resolved_free(&resolved);
		arena_free(&arena);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_plan_writes_nothing),
		cmocka_unit_test(a_large_block_has_few_runs),
		cmocka_unit_test(moves_are_what_the_formula_says),
	};
	int failed = run_table("specs", rows, row_holds);

	return failed + cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}
