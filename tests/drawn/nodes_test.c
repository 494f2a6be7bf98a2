/* Some nodes that are drawn, as many as take a few seconds; tests/fuzz/run.sh draws more
   of them. build/tests/fuzz/nodes NUMBER 1 tries one again and writes it down. */

#include "support/test.h"

#include <inttypes.h>

#include "drawn/judge.h"

enum {
	TESTS = 20,
	NODES = 50 /* of a test */
};

static struct judge judge;

static void
nodes_hold(void **state)
{
	const uint64_t *first = *state;

	for (uint64_t i = *first; i < *first + NODES; i++) {
		const char *wrong = judge_node(&judge, i);

		if (wrong)
			fail_msg("node %" PRIu64 ": %s", i, wrong);
	}
}

/* What is drawn is nearly always valid. */
static void
few_are_refused(void **state)
{
	(void)state;
	assert_true(judge.nrefused <= judge.nnode / 100);
}

int
main(void)
{
	const uint64_t first = drawn_first();
	struct CMUnitTest test[TESTS + 1];
	uint64_t number[TESTS];
	int failed;

	for (size_t i = 0; i < TESTS; i++) {
		number[i] = first + i * NODES;
		test[i] = (struct CMUnitTest){
			"nodes that are drawn", nodes_hold, NULL, NULL, &number[i]};
	}
	test[TESTS] = (struct CMUnitTest)cmocka_unit_test(few_are_refused);
	failed = _cmocka_run_group_tests("drawn", test, countof(test), NULL, NULL);
	arena_free(&judge.arena);
	return failed;
}
