/* Every conformance case below the folders in OPGEN_CASES, as statements that are run in
   this process: in every design, at every level, in strict and fma, on every target, bit
   for bit against the reference interpreter. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "support/case.h"
#include "support/harness.h"
#include "support/in_memory.h"
#include "support/jobs.h"

struct row {
	const char *path;
	bool constants;
};

static struct row *rows;
static size_t nrow;
static struct jobs jobs;
static struct arena run_arena;

/* Made-up data is left out where there is much of it. */
static const uint64_t most_operations = 30000;

static bool
run_row(const struct row *row, struct arena *arena)
{
	const struct settings plain = {.targets = {{target_table}, 1},
		.numerics = NUMERICS_STRICT,
		.unroll = UNROLL_WINDOW,
		.has_unroll = true};
	struct work work = {.arena = arena};
	struct in_memory m = {.subject = &work.subject};
	bool right = true;

	fprintf(stderr, "%s%s\n", row->path,
		row->constants ? " with constant weights" : "");
	if (!case_read(&work.c, row->path, row->constants, arena))
		return false;
	if (work.c.refused)
		return true;
	if (!subject_plan(&work.subject, row->path, work.c.spec, work.c.nspec))
		return false;
	/* Tells how much there is to compute. */
	work.made[1] = subject_schedule(
		&work.subject, "", &plain, UINT64_MAX, &work.schedule[1]);
	for (int data = 0; data < NDATA; data++)
		if (trial_is_wanted(&work, (enum data)data, most_operations))
			right &= trial_make(&m.trial[m.ntrial++], &work, (enum data)data);
	right = right && (!m.ntrial || in_memory_run(&m));
	fprintf(stderr, "%zu functions, %llu statements\n", m.nrun,
		(unsigned long long)m.statements);
	subject_free(&work.subject);
	return right;
}

static bool
run_rows(const size_t *row, size_t n)
{
	bool right = true;

	for (size_t i = 0; i < n; i++) {
		struct arena arena = {0};

		right &= run_row(&rows[row[i]], &arena);
		arena_free(&arena);
	}
	return right;
}

static void
row_holds(void **state)
{
	const struct row *row = *state;

	jobs_assert(&jobs, (size_t)(row - rows), &run_arena);
}

static void
collect_rows(struct arena *arena)
{
	const char *folders = getenv("OPGEN_CASES");
	struct paths paths = {0};
	char *folder, *rest;

	folders = folders ? folders : "tests/conformance";
	folder = arena_copy_text(arena, folders, strlen(folders));
	for (folder = strtok_r(folder, ":", &rest); folder;
		folder = strtok_r(NULL, ":", &rest))
		paths_find(&paths, folder, ".json", arena);
	rows = arena_array(arena, struct row, 2 * paths.npath);
	for (size_t i = 0; i < paths.npath; i++) {
		rows[nrow++].path = paths.path[i];
		if (case_has_weights(paths.path[i], arena))
			rows[nrow++] = (struct row){paths.path[i], true};
	}
}

int
main(void)
{
	struct CMUnitTest *test;
	int failed;

	collect_rows(&run_arena);
	test = arena_array(&run_arena, struct CMUnitTest, nrow + 1);
	for (size_t i = 0; i < nrow; i++)
		test[i] = (struct CMUnitTest){
			rows[i].constants
				? arena_format(&run_arena, "%s with constant weights",
					  rows[i].path)
				: rows[i].path,
			row_holds, NULL, NULL, &rows[i]};
	jobs_begin(&jobs, run_rows, nrow, 16,
		arena_format(&run_arena, "%s/tests/in_memory", build_directory()),
		&run_arena);
	failed = _cmocka_run_group_tests("in_memory", test, nrow, NULL, NULL);
	arena_free(&run_arena);
	return failed;
}
