/* The conformance cases that come with results, by the reference interpreter alone: what
   an operation's plan means, without designs, which takes seconds. */

#include "support/test.h"

#include "base/arena.h"
#include "support/case.h"
#include "support/harness.h"
#include "support/trial.h"
#include "support/work.h"

/* Whether the reference of the case's plan gives what the case expects. */
static void
gives_its_results(void **state)
{
	struct arena arena = {0};
	struct work work = {.arena = &arena, .directory = *state};
	struct trial trial;
	void *result;

	assert_true(case_read(&work.c, *state, false, &arena));
	if (work.c.refused || !work.c.data) {
		arena_free(&arena);
		return;
	}
	assert_true(work_plan(&work));
	assert_true(work_has_shape(&work));
	assert_true(trial_make(&trial, &work, DATA_OF_CASE));
	result = arena_alloc(&arena, emitted_nbyte(&work.subject.plan));
	reference_outputs(&work.subject.plan, NUMERICS_STRICT, trial.input, result);
	assert_true(trial_check(&trial, NUMERICS_STRICT, result));
	subject_free(&work.subject);
	json_decref(work.c.root);
	arena_free(&arena);
}

int
main(void)
{
	struct arena arena = {0};
	struct paths paths = {0};
	struct CMUnitTest *test;
	int failed;

	paths_find(&paths, "tests/conformance", ".json", &arena);
	test = arena_array(&arena, struct CMUnitTest, paths.npath);
	for (size_t i = 0; i < paths.npath; i++)
		test[i] = (struct CMUnitTest){paths.path[i], gives_its_results, NULL,
			NULL, (void *)paths.path[i]};
	failed = _cmocka_run_group_tests("cases", test, paths.npath, NULL, NULL);
	arena_free(&arena);
	return failed;
}
