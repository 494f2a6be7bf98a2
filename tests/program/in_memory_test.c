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
#include "base/sha256.h"
#include "schedule/kernel_choice.h"
#include "support/case.h"
#include "support/harness.h"
#include "support/in_memory.h"
#include "support/jobs.h"
#include "support/official.h"
#include "support/plan_alike.h"
#include "support/sample.h"

struct row {
	const char *path;
	bool constants;
	const struct official *official; /* in place of a path, or NULL */
	char sum[SHA256_TEXT];           /* of the case but for its version and names */
	const struct row *like;          /* an earlier one with the same sum, or NULL */
};

static struct row *rows;
static size_t nrow;
static struct officials officials;
static struct jobs jobs;
static struct arena run_arena;
/* Schedules of each design that were run, in the order of --help, and rows that others
   run; shared with jobs. */
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

/* Whether an earlier row runs the same plan on the same data: their specs differ in the
   version of the operation, which changes nothing. */
static bool
runs_elsewhere(const struct row *row, const struct plan *plan, struct arena *arena)
{
	struct work work = {.arena = arena};
	bool same;

	if (!row->like)
		return false;
	work.directory = row->like->path;
	if (!read_row(&work.c, row->like, arena) || !work_plan(&work))
		return false;
	same = plan_alike(plan, &work.subject.plan);
	subject_free(&work.subject);
	return same;
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
	if (runs_elsewhere(row, &work.subject.plan, arena)) {
		nscheduled[nkernel]++;
		subject_free(&work.subject);
		return true;
	}
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
	nscheduled = mmap(NULL, (nkernel + 1) * sizeof *nscheduled,
		PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
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
	printf("; %" PRIu64 " cases of another version have the same plan\n",
		(uint64_t)nscheduled[nkernel]);
}

/* All of a case that says what is run: what is for people is left out, and so are the
   spec's name and version. */
static void
sum_case(struct row *row, struct arena *arena)
{
	static const char *const names[] = {"source", "oracle", "ruling"};
	struct conformance_case c = {0};
	struct sha256 sha256;
	char *text;

	if (!case_read(&c, row->path, row->constants, arena) || c.refused) {
		json_decref(c.root);
		return;
	}
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		json_object_del(c.root, names[i]);
	json_object_del(json_object_get(c.root, "spec"), "name");
	json_object_del(json_object_get(c.root, "spec"), "opset");
	text = json_dumps(c.root, JSON_COMPACT | JSON_SORT_KEYS);
	sha256_begin(&sha256);
	sha256_add(&sha256, text, strlen(text));
	sha256_end(&sha256, row->sum);
	free(text);
	json_decref(c.root);
}

/* Looks for an earlier row that is not like another one itself, and so is run. */
static void
find_like(struct row *row, struct arena *arena)
{
	sum_case(row, arena);
	for (struct row *r = rows; r < row && row->sum[0] && !row->like; r++)
		if (!r->like && r->constants == row->constants &&
			!strcmp(r->sum, row->sum))
			row->like = r;
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
			rows[nrow++] =
				(struct row){.path = paths.path[i], .constants = true};
	}
	for (size_t i = 0; i < nrow; i++)
		find_like(&rows[i], arena);
	for (size_t i = 0; i < officials.ntest; i++)
		if (!officials.test[i].large)
			rows[nrow++] = (struct row){.path = officials.test[i].name,
				.official = &officials.test[i]};
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
