/* Every conformance case below the folders in OPGEN_CASES, and ONNX's own tests, large
   ones aside, as statements that are run in this process: in every design, at every
   level, in strict and fma, on every target, bit for bit against the reference
   interpreter. */

/* mmap without a file is younger than the POSIX that opgen is written for. */
#define _DEFAULT_SOURCE

#include "support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/arena.h"
#include "schedule/kernel_choice.h"
#include "support/case.h"
#include "support/harness.h"
#include "support/in_memory.h"
#include "support/jobs.h"
#include "support/official.h"
#include "support/sample.h"

struct row {
	const char *path;
	bool constants;
	const struct official *official; /* in place of a path, or NULL */
};

static struct row *rows;
static size_t nrow;
static struct officials officials;
static struct jobs jobs;
static struct arena run_arena;
/* Schedules of each design that were run, in the order of --help; shared with jobs. */
static _Atomic uint64_t *nscheduled;

/* Made-up data is left out beside a case's own where there is much of it; without its
   own, a case of more operations has one set. Beyond the second number, it is run in
   part. */
static const uint64_t most_operations = 30000, most_whole = 300000;
static uint32_t seed;

static const char *
name_of(const struct row *row, struct arena *arena)
{
	return row->constants ? arena_format(arena, "%s with constant weights", row->path)
			      : row->path;
}

static bool
read_row(struct conformance_case *c, const struct row *row, struct arena *arena)
{
	return row->official ? official_case(c, row->official, arena)
			     : case_read(c, row->path, row->constants, arena);
}

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

	fprintf(stderr, "%s\n", name_of(row, arena));
	work.directory = row->path;
	if (!read_row(&work.c, row, arena))
		return false;
	if (work.c.refused)
		return true;
	if (!work_plan(&work))
		return false;
	/* Tells how much there is to compute. */
	work.made[1] = subject_schedule(
		&work.subject, "", &plain, UINT64_MAX, &work.schedule[1]);
	for (int data = 0; data < NDATA; data++)
		if (trial_is_wanted(&work, (enum data)data, most_operations))
			right &= trial_make(&m.trial[m.ntrial++], &work, (enum data)data);
	m.all_expressions = m.ntrial > 0;
	if (!m.ntrial) {
		m.in_part = !trial_is_wanted(&work, DATA_FINITE, most_whole);
		m.turn = seed % 1000;
		right &= trial_make(&m.trial[m.ntrial++], &work, DATA_FINITE);
	}
	right = right && in_memory_run(&m);
	fprintf(stderr, "%zu functions, %llu statements\n", m.nrun,
		(unsigned long long)m.statements);
	for (size_t i = 0; i < nkernel; i++)
		nscheduled[i] += m.nkernel[i];
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
share_counts(void)
{
	nscheduled = mmap(NULL, nkernel * sizeof *nscheduled, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (nscheduled == MAP_FAILED) {
		perror("mmap");
		exit(3);
	}
}

/* tests/run.sh prints it. */
static void
print_counts(void)
{
	printf("in memory:");
	for (size_t i = 0; i < nkernel; i++)
		printf("%s %" PRIu64 " of %s", i ? "," : "", (uint64_t)nscheduled[i],
			kernel_table[i]->name);
	printf("\n");
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
	officials_collect(&officials, arena);
	rows = arena_array(arena, struct row, 2 * paths.npath + officials.ntest);
	for (size_t i = 0; i < paths.npath; i++) {
		rows[nrow++].path = paths.path[i];
		if (case_has_weights(paths.path[i], arena))
			rows[nrow++] = (struct row){paths.path[i], true, NULL};
	}
	for (size_t i = 0; i < officials.ntest; i++)
		if (!officials.test[i].large)
			rows[nrow++] = (struct row){
				officials.test[i].name, false, &officials.test[i]};
}

int
main(void)
{
	struct CMUnitTest *test;
	int failed;

	seed = sample_seed("runs the same parts of large cases");
	share_counts();
	collect_rows(&run_arena);
	test = arena_array(&run_arena, struct CMUnitTest, nrow + 1);
	for (size_t i = 0; i < nrow; i++)
		test[i] = (struct CMUnitTest){
			name_of(&rows[i], &run_arena), row_holds, NULL, NULL, &rows[i]};
	jobs_begin(&jobs, run_rows, nrow, 16,
		arena_format(&run_arena, "%s/tests/in_memory", build_directory()),
		&run_arena);
	failed = _cmocka_run_group_tests("in_memory", test, nrow, NULL, NULL);
	print_counts();
	arena_free(&run_arena);
	return failed;
}
