/* ONNX's own tests, as Debian's libonnx-testdata has them, or those below the folders in
   OPGEN_ONNX_TESTS: every node of opgen's operations whose inputs and output are the
   test's own is held to everything that a conformance case is. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/group.h"
#include "support/harness.h"
#include "support/jobs.h"
#include "support/official.h"
#include "support/work.h"

static const char debian[] = "/usr/share/libonnx-testdata/data";

enum {
	DEBIAN_LEAST = 57 /* directories that are run of Debian's oldest, of ONNX 1.12 */
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
collect(struct arena *arena)
{
	const char *folders = getenv("OPGEN_ONNX_TESTS");
	char *folder, *rest;

	folders = folders ? folders : debian;
	folder = arena_copy_text(arena, folders, strlen(folders));
	for (folder = strtok_r(folder, ":", &rest); folder;
		folder = strtok_r(NULL, ":", &rest)) {
		if (!file_exists(folder)) {
			fprintf(stderr, "%s is missing: %s\n", folder,
				folders == debian ? "install libonnx-testdata"
						  : "OPGEN_ONNX_TESTS names it");
			exit(3);
		}
		officials_find(&officials, folder, arena);
	}
	if (officials.count[SCOPE_RUN] < (folders == debian ? DEBIAN_LEAST : 1)) {
		fprintf(stderr, "%s: only %zu tests have an operation of opgen\n",
			folders, officials.count[SCOPE_RUN]);
		exit(3);
	}
}

static void
print_counts(void)
{
	for (int i = 0; i < NSCOPE; i++)
		if (officials.count[i])
			printf("%zu of ONNX's test directories: %s\n", officials.count[i],
				scope_text[i]);
}

int
main(void)
{
	struct CMUnitTest *test;
	int failed;

	collect(&run_arena);
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
