/* Runs conformance cases below the folders in OPGEN_CASES, a sample that turns from run
   to run, or with OPGEN_ALL every one: in strict and fma, at every unroll level, compiled
   with the cases beside it in a way that rotates (by itself in every way with OPGEN_ALL),
   on the case's data and on harder data, against the case's results and bit for bit
   against the reference interpreter.

   With OPGEN_MACHINE it runs a part of the cases (all of them with OPGEN_ALL) on that
   machine, by its emulator. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/case.h"
#include "support/emitted.h"
#include "support/group.h"
#include "support/harness.h"
#include "support/jobs.h"
#include "support/machine.h"
#include "support/opgen.h"
#include "support/sample.h"
#include "support/work.h"

/* One test: a case as it stands, or with a Conv's weights made constants. */
struct row {
	const char *path;
	bool constants;
};

static struct row *rows;
static size_t nrow;

static bool
read_row(struct work *work)
{
	const struct row *row = &rows[work->index];

	return case_read(&work->c, row->path, row->constants, work->arena);
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
	const struct row *row = *state;

	jobs_assert(&jobs, (size_t)(row - rows), &run_arena);
}

enum {
	SAMPLE = 24,         /* of so many cases one is compiled, */
	SAMPLE_KERNELS = 12, /* of those that are there for the sake of a design; */
	ELSEWHERE = 2,       /* for another machine, one of so many times as many, */
	SANITIZED = 2        /* and so with sanitizers */
};

/* Every case is run in memory (in_memory_test.c). Compilers see a sample, and what is
   refused; that does not depend on a machine. */
static bool
is_in_sample(const char *path, const struct machine *machine, struct sample *sample,
	struct arena *arena)
{
	bool designs = strstr(path, "/kernels/") || strstr(path, "/moves/");
	unsigned of = (unsigned)((designs ? SAMPLE_KERNELS : SAMPLE) *
				 (machine ? ELSEWHERE : 1));

	if (case_is_refused(path, arena))
		return !machine;
	return sample_takes(sample, is_sanitized() ? SANITIZED * of : of);
}

/* The cases of the folders that this run is about, and every third one with weights once
   more. */
static void
collect_rows(const struct machine *machine, struct arena *arena)
{
	const char *folders = getenv("OPGEN_CASES");
	char *folder, *rest;
	struct paths paths = {0};
	size_t nconv = 0;
	struct sample sample = sample_begin("tries the same cases");

	folders = folders ? folders : "tests/conformance";
	folder = arena_copy_text(arena, folders, strlen(folders));
	for (folder = strtok_r(folder, ":", &rest); folder;
		folder = strtok_r(NULL, ":", &rest))
		paths_find(&paths, folder, ".json", arena);
	rows = arena_array(arena, struct row, 2 * paths.npath);
	for (size_t i = 0; i < paths.npath; i++) {
		if (!is_in_sample(paths.path[i], machine, &sample, arena))
			continue;
		rows[nrow++].path = paths.path[i];
		if (case_has_weights(paths.path[i], arena) && nconv++ % 3 == 0)
			rows[nrow++] = (struct row){paths.path[i], true};
	}
}

/* The tests' group, named after the machine. */
static const char *
begin(const struct machine *machine, struct arena *arena)
{
	const char *group = machine ? arena_format(arena, "conformance_%s", machine->name)
				    : "conformance";

	suite.directory = arena_format(arena, "%s/tests/%s", build_directory(), group);
	if (machine && is_left_out(machine->name))
		return group;
	if (machine)
		machine_prepare(machine, arena);
	collect_rows(machine, arena);
	suite.ncase = nrow;
	return group;
}

int
main(void)
{
	const char *group = begin(machine_asked_for(), &run_arena);
	struct CMUnitTest *test = arena_array(&run_arena, struct CMUnitTest, nrow + 1);
	int failed;

	opgen_begin();
	for (size_t i = 0; i < nrow; i++)
		test[i] = (struct CMUnitTest){
			rows[i].constants
				? arena_format(&run_arena, "%s with constant weights",
					  rows[i].path)
				: rows[i].path,
			row_holds, NULL, NULL, &rows[i]};
	jobs_begin(&jobs, run_rows, nrow, group_size(), suite.directory, &run_arena);
	failed = _cmocka_run_group_tests(group, test, nrow, NULL, NULL);
	arena_free(&run_arena);
	return failed;
}
