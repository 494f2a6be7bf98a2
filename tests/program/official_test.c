/* ONNX's own tests, as Debian's libonnx-testdata has them, or those below the folders in
   OPGEN_ONNX_TESTS: nodes of opgen's operations whose inputs and output are the test's
   own are compiled as conformance cases are, a sample that turns from run to run, or with
   OPGEN_ALL every one. */

#include "support/test.h"

#include <stdio.h>

#include "base/arena.h"
#include "support/emitted.h"
#include "support/group.h"
#include "support/harness.h"
#include "support/jobs.h"
#include "support/official.h"
#include "support/opgen.h"
#include "support/sample.h"
#include "support/work.h"

enum {
	SAMPLE = 8,   /* of so many tests that in_memory_test.c runs one is compiled */
	SANITIZED = 2 /* with sanitizers, one of so many times as many */
};

static struct officials officials;

static bool
read_row(struct work *work)
{
	return official_case(&work->c, &officials.test[work->index], work->arena);
}

static struct suite suite = {.read = read_row};

static bool
run_rows(const size_t *row, size_t n)
{
	return group_run(&suite, row, n);
}

static struct jobs jobs;
static struct arena run_arena;

static void
row_holds(void **state)
{
	const struct official *official = *state;

	jobs_assert(&jobs, (size_t)(official - officials.test), &run_arena);
}

static void
print_counts(void)
{
	for (int i = 0; i < NSCOPE; i++)
		if (officials.count[i])
			printf("%zu of ONNX's test directories: %s\n", officials.count[i],
				scope_text[i]);
}

/* Leaves the large tests, and of the others a sample. */
static void
choose(void)
{
	struct sample sample = sample_begin("tries the same tests");
	unsigned of = is_sanitized() ? SANITIZED * SAMPLE : SAMPLE;
	size_t n = 0;

	for (size_t i = 0; i < officials.ntest; i++)
		if (sample_takes(&sample, of) || officials.test[i].large)
			officials.test[n++] = officials.test[i];
	officials.ntest = n;
}

int
main(void)
{
	struct CMUnitTest *test;
	int failed;

	opgen_begin();
	officials_collect(&officials, &run_arena);
	choose();
	test = arena_array(&run_arena, struct CMUnitTest, officials.ntest);
	for (size_t i = 0; i < officials.ntest; i++)
		test[i] = (struct CMUnitTest){officials.test[i].name, row_holds, NULL,
			NULL, &officials.test[i]};
	suite.ncase = officials.ntest;
	suite.directory =
		arena_format(&run_arena, "%s/tests/official", build_directory());
	jobs_begin(
		&jobs, run_rows, suite.ncase, group_size(), suite.directory, &run_arena);
	failed = _cmocka_run_group_tests("official", test, officials.ntest, NULL, NULL);
	print_counts();
	arena_free(&run_arena);
	return failed;
}
