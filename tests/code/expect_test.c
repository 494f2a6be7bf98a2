/* The expression that each output is, as the statements build it, against the independent
   walk (code/comparison/expect.h): of every golden and of nodes that are drawn, in every
   design that takes them, in strict and fma, or in fast and fast:4 where only these allow
   it; goldens on every target. */

#include "support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "diag/first_error.h"
#include "diag/source.h"
#include "diag/source_read.h"
#include "drawn/draw.h"
#include "model/format.h"
#include "ops/check.h"
#include "ops/common/expansion.h"
#include "schedule/kernel_choice.h"
#include "spec/json.h"
#include "support/harness.h"
#include "support/lowered.h"

enum {
	TESTS = 30,
	NODES = 100,            /* of a test; each on one target */
	MAX_OUTPUT = 256 * 1024 /* bytes of code; longer code is tried with loops alone */
};

/* In a design by name, or in that which is chosen. */
static const char *
check_design(const struct plan *plan, const struct settings *settings,
	struct source *source, struct arena *arena)
{
	struct schedule schedule;
	struct lowered l;
	const char *wrong;

	if (!schedule_make(
		    &schedule, plan, "", settings, MAX_OUTPUT, source, NULL, arena))
		return NULL;
	/* A network would give the output bytes of its own. */
	if (plan->over && !schedule_is_safe(&schedule))
		return NULL;
	l = lowered_make(&schedule, arena);
	wrong = lowered_expressions(&l, INT64_MAX);
	return wrong ? arena_format(arena, "%s, %s, numerics %s: %s",
			       schedule.kernel->name, schedule.target->name,
			       numerics_name(settings->numerics), wrong)
		     : NULL;
}

static const enum numerics numerics_tried[2][2] = {
	{NUMERICS_STRICT, NUMERICS_FMA}, {NUMERICS_FAST, NUMERICS_FAST4}};

/* Every design of a target by name, in both numerics. */
static const char *
check_target(const struct plan *plan, const struct target *target, struct source *source,
	struct arena *arena)
{
	const char *wrong = NULL;

	for (size_t k = 0; k < nkernel; k++)
		for (int i = 0; i < 2 && !wrong; i++) {
			const struct settings settings = {.targets = {{target}, 1},
				.numerics = numerics_tried[kernel_table[k]->fast][i],
				.kernel = kernel_table[k]};

			if (has_own_code(target, kernel_table[k]))
				wrong = check_design(plan, &settings, source, arena);
		}
	return wrong;
}

static void
golden_holds(void **state)
{
	const char *path = *state;
	static struct first_error said;
	struct arena arena = {0};
	struct source source;
	struct spec spec;

	assert_int_equal(source_read(&source, path, format_limit, &arena), SOURCE_READ);
	source.sink = first_error_begin(&said, &arena)->sink;
	assert_true(json_read(&source, &spec, &arena));
	for (size_t i = 0; i < spec.nnode; i++) {
		struct operation operation;
		struct plan plan;
		const char *wrong;

		assert_true(
			check_node(&spec, &spec.node[i], &operation, &source, &arena));
		assert_true(operation_plan(&operation, &plan, &source, &arena));
		if (plan.kind == PLAN_SERIES)
			continue; /* of operations that are tried by themselves */
		for (size_t t = 0; t < ntarget; t++) {
			wrong = check_target(&plan, &target_table[t], &source, &arena);
			if (wrong)
				fail_msg("%s: %s", spec.node[i].name, wrong);
		}
	}
	arena_free(&arena);
}

static void
drawn_hold(void **state)
{
	const uint64_t *first = *state;
	static struct first_error said;
	static struct drawn drawn;
	struct arena arena = {0};

	for (uint64_t i = *first; i < *first + NODES; i++) {
		struct source source = *first_error_begin(&said, &arena);
		struct plan plan;
		const char *wrong;

		drawn_make(&drawn, i, &arena);
		if (!drawn_plan_step(&drawn, &plan, &source))
			continue;
		wrong = check_target(
			&plan, drawn.settings.targets.target[0], &source, &arena);
		if (wrong)
			fail_msg("node %" PRIu64 ": %s", i, wrong);
		arena_clear(&arena);
	}
	arena_free(&arena);
}

int
main(void)
{
	const uint64_t first = drawn_first();
	struct arena arena = {0};
	struct paths goldens = {0};
	struct CMUnitTest *test;
	uint64_t number[TESTS];
	size_t n = 0;
	int failed;

	paths_find(&goldens, "tests/golden", ".json", &arena);
	test = arena_array(&arena, struct CMUnitTest, goldens.npath + TESTS);
	/* Steps of networks are nodes, as those are. */
	for (size_t i = 0; i < goldens.npath; i++)
		if (!strstr(goldens.path[i], "/network_"))
			test[n++] = (struct CMUnitTest){goldens.path[i], golden_holds,
				NULL, NULL, goldens.path[i]};
	for (size_t i = 0; i < TESTS; i++) {
		number[i] = first + i * NODES;
		test[n++] = (struct CMUnitTest){
			"nodes that are drawn", drawn_hold, NULL, NULL, &number[i]};
	}
	failed = _cmocka_run_group_tests("expect", test, n, NULL, NULL);
	arena_free(&arena);
	return failed;
}
