/* Some nodes that are drawn, as many as take a few seconds; tests/fuzz/run.sh draws more
   of them. build/tests/fuzz/nodes NUMBER 1 tries one again and writes it down. */

#include "support/test.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "diag/first_error.h"
#include "drawn/judge.h"

enum {
	TESTS = 20,
	NODES = 50,   /* of a test */
	PLANS = 10000 /* that say whether every operation is drawn */
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

/* The place of an operand among the inputs of an operation's document; -1: it is one of a
   variadic input's, or a number of opgen's. */
static int
place_of(const struct op *op, const struct operand *operand)
{
	for (int i = 0; op->input[i].name; i++) {
		const struct input_rule *rule = &op->input[i];

		if (!strcmp(rule->name, operand->name) ||
			(rule->former && !strcmp(rule->former, operand->name)))
			return i;
	}
	return -1;
}

/* Arguments come in the order of the document. */
static void
assert_order(const struct op *op, const struct plan *plan)
{
	int last = -1;

	for (size_t i = 0; i < plan->noperand; i++) {
		int place = place_of(op, &plan->operand[i]);

		if (place < 0)
			continue;
		if (place <= last)
			fail_msg("%s of %s: argument %s comes too late", op->name,
				op->domain, plan->operand[i].name);
		last = place;
	}
}

/* Every operation is drawn, of the kind that it is of, and seldom refused. */
static void
every_operation_is_drawn(void **state)
{
	static struct drawn drawn;
	static struct first_error said;
	struct arena arena = {0};
	int nplanned[MAX_OP] = {0}, nrefused[MAX_OP] = {0};

	(void)state;
	for (uint64_t i = 1; i <= PLANS; i++) {
		struct source source = *first_error_begin(&said, &arena);
		struct plan plan;
		size_t op = 0;

		drawn_make(&drawn, i, &arena);
		while (op_table[op] != drawn.op)
			op++;
		if (drawn_plan(&drawn, &plan, &source)) {
			/* What computes nothing is a movement, or picks, and what is a
			   part alone is of that one's kind. */
			if (plan.kind != PLAN_MOVE && plan.kind != PLAN_PICK &&
				!drawn.op->expand)
				assert_int_equal(plan.kind, drawn.kind);
			assert_order(drawn.op, &plan);
			nplanned[op]++;
		} else {
			nrefused[op]++;
		}
		arena_clear(&arena);
	}
	arena_free(&arena);
	for (size_t i = 0; i < nop; i++)
		if (!op_table[i]->as &&
			(nplanned[i] < PLANS / 1000 || nrefused[i] > nplanned[i] / 5))
			fail_msg("%s of %s: %d plans, %d refused", op_table[i]->name,
				op_table[i]->domain, nplanned[i], nrefused[i]);
}

int
main(void)
{
	const uint64_t first = drawn_first();
	struct CMUnitTest test[TESTS + 2];
	uint64_t number[TESTS];
	int failed;

	for (size_t i = 0; i < TESTS; i++) {
		number[i] = first + i * NODES;
		test[i] = (struct CMUnitTest){
			"nodes that are drawn", nodes_hold, NULL, NULL, &number[i]};
	}
	test[TESTS] = (struct CMUnitTest)cmocka_unit_test(few_are_refused);
	test[TESTS + 1] = (struct CMUnitTest)cmocka_unit_test(every_operation_is_drawn);
	failed = _cmocka_run_group_tests("drawn", test, countof(test), NULL, NULL);
	arena_free(&judge.arena);
	return failed;
}
