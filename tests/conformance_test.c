/* Runs every conformance case below the folders in OPGEN_CASES: in strict and fma, at
   every unroll level, compiled in a way that rotates over the cases (in every way with
   OPGEN_ALL), on the case's data and on harder data, against the case's results and bit
   for bit against the reference interpreter. */

#include "test.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "case.h"
#include "element.h"
#include "emitted.h"
#include "harness.h"
#include "jobs.h"
#include "reference.h"
#include "subject.h"

/* One test: a case as it stands, or with a Conv's weights made constants. */
struct row {
	const char *path;
	bool constants;
};

/* The functions that a case becomes. */
struct variant {
	const char *prefix, *numerics_option, *unroll_option;
	enum numerics numerics;
	enum unroll unroll;
};

static const struct variant variants[] = {
	{"sf_", "strict", "full", NUMERICS_STRICT, UNROLL_FULL},
	{"sw_", "strict", "window", NUMERICS_STRICT, UNROLL_WINDOW},
	{"sa_", "strict", "auto", NUMERICS_STRICT, UNROLL_AUTO},
	{"ff_", "fma", "full", NUMERICS_FMA, UNROLL_FULL},
	{"fw_", "fma", "window", NUMERICS_FMA, UNROLL_WINDOW},
	{"fa_", "fma", "auto", NUMERICS_FMA, UNROLL_AUTO},
};

enum {
	NVARIANT = countof(variants)
};

/* Where the work of a row happens, and what has been made of it. */
struct work {
	const struct row *row;
	size_t index;
	const char *directory;
	struct conformance_case c;
	struct subject subject;
	struct schedule schedule[NVARIANT];
	bool made[NVARIANT]; /* false: refused for its size */
	struct arena *arena;
};

/* What a compiler takes long for is left to OPGEN_ALL, and so is what takes long to run
   or much memory. */
enum {
	QUICK_CODE = 96 * 1024,
	QUICK_COUNT = 2000000
};
static const uint64_t all_code = UINT64_C(16) * 1024 * 1024;
static const uint64_t all_count = 200000000;

static struct row *rows;
static size_t nrow;

static bool
is_exhaustive(void)
{
	return getenv("OPGEN_ALL") != NULL;
}

static uint64_t
max_output(void)
{
	return is_exhaustive() ? all_code : QUICK_CODE;
}

static const char *
file_in(const struct work *work, const char *name)
{
	return arena_format(work->arena, "%s/%s", work->directory, name);
}

/* Runs the real command on the spec, which it writes first. */
static int
run_opgen(const struct work *work, const struct variant *variant, const char *c_file)
{
	struct arena *arena = work->arena;
	const char *spec = file_in(work, "spec.json");
	const char *argv[] = {arena_format(arena, "%s/opgen", build_directory()), spec,
		"-o", c_file, "--numerics", variant->numerics_option, "--unroll",
		variant->unroll_option, "--max-output",
		arena_format(arena, "%" PRIu64, max_output()), NULL};
	struct run run = {.argv = argv, .messages = file_in(work, "messages")};

	file_write(spec, work->c.spec, work->c.nspec);
	return run_command(&run);
}

/* The command's messages hold a line that refuses the spec at a place. */
static bool
says_where(const struct work *work, const char *messages)
{
	regex_t pattern;
	bool matches;

	if (regcomp(&pattern,
		    arena_format(work->arena,
			    "(^|\n)%s/spec\\.json:[0-9]+:[0-9]+: error: [^\n]+\n",
			    work->directory),
		    REG_EXTENDED | REG_NOSUB))
		abort();
	matches = !regexec(&pattern, messages, 0, NULL, 0);
	regfree(&pattern);
	return matches;
}

static bool
check_refused(const struct work *work)
{
	const char *c_file = file_in(work, "out.c");
	int status = run_opgen(work, &variants[work->index % NVARIANT], c_file);
	size_t size;
	const char *messages = file_read(file_in(work, "messages"), &size, work->arena);

	fputs(messages, stderr);
	if (status == 1 && says_where(work, messages) && !file_exists(c_file))
		return true;
	fprintf(stderr,
		"expected exit status 1, path:line:column: error: and no output; "
		"the exit status is %d, an output was %swritten\n",
		status, file_exists(c_file) ? "" : "not ");
	return false;
}

static bool
check_shape(const struct work *work)
{
	const struct operand *dst = &work->subject.plan.dst;
	size_t rank = json_array_size(work->c.shape);

	for (size_t i = 0; i < rank && rank == (size_t)dst->rank; i++)
		if (json_integer_value(json_array_get(work->c.shape, i)) != dst->shape[i])
			rank = SIZE_MAX;
	if (rank == (size_t)dst->rank)
		return true;
	fprintf(stderr, "expected the shape %s, got [",
		json_dumps(work->c.shape, JSON_COMPACT));
	for (int i = 0; i < dst->rank; i++)
		fprintf(stderr, "%s%" PRId64, i ? "," : "", dst->shape[i]);
	fprintf(stderr, "]\n");
	return false;
}

/* Schedules every variant. Only full unrolling may be refused, with its estimate. */
static bool
schedule_all(struct work *work)
{
	for (size_t i = 0; i < NVARIANT; i++) {
		struct settings settings = {.numerics = variants[i].numerics,
			.unroll = variants[i].unroll,
			.has_unroll = true};
		struct settings said = settings_resolve(&settings, &(struct settings){0});
		struct subject *subject = &work->subject;
		size_t nerror = subject->source.nerror;

		work->made[i] = subject_schedule(subject, variants[i].prefix, &said,
			max_output(), &work->schedule[i]);
		if (work->made[i])
			continue;
		if (variants[i].unroll != UNROLL_FULL) {
			fprintf(stderr, "%s refused: %s", variants[i].prefix,
				subject->messages);
			return false;
		}
		if (subject->source.nerror != nerror + 1 ||
			!strstr(subject->messages, arena_format(work->arena, "%" PRIu64,
							   work->schedule[i].estimate))) {
			fprintf(stderr, "no error with the estimate of %" PRIu64 ": %s",
				work->schedule[i].estimate, subject->messages);
			return false;
		}
	}
	return true;
}

/* One of the variants as the command writes it is what the rooms write in this process.
 */
static bool
check_command(struct work *work)
{
	size_t i = work->index % NVARIANT;
	struct arena *arena = work->arena;
	const char *here = file_in(work, "here.c"), *there = file_in(work, "there.c");
	const char *difference, *wanted, *got;
	size_t nwanted, ngot;
	struct schedule schedule = work->schedule[i];
	const struct schedule *only = &schedule;
	int status = run_opgen(work, &variants[i], there);

	if (!work->made[i])
		return status == 1 && !file_exists(there);
	if (status) {
		fprintf(stderr, "opgen exits with %d\n", status);
		return false;
	}
	schedule.name = work->subject.plan.name;
	if (!emit_file(here, &only, 1))
		return false;
	wanted = file_read(here, &nwanted, arena);
	got = file_read(there, &ngot, arena);
	difference = text_difference(wanted, nwanted, got, ngot, arena);
	if (difference)
		fprintf(stderr, "the command writes something else: %s\n", difference);
	return !difference;
}

static size_t
nbyte(const struct operand *operand)
{
	return (size_t)operand->nelement * dtype_info[operand->dtype].size;
}

/* The data that a case is run on. */
enum data {
	DATA_OF_CASE,
	DATA_FINITE,
	DATA_ANY,
	NDATA
};

static const char *const data_name[] = {
	"its own data", "subnormals and signed zeros", "NaN and infinities"};

/* Elements for every operand; false when the case has none, or other than it says. */
static bool
make_inputs(const struct work *work, enum data data, const void **input)
{
	const struct plan *plan = &work->subject.plan;

	for (size_t i = 0; i < plan->noperand; i++) {
		const struct operand *operand = &plan->operand[i];
		size_t n = (size_t)operand->nelement;
		void *elements = arena_alloc(work->arena, nbyte(operand));

		input[i] = elements;
		if (operand->constant)
			continue;
		if (data != DATA_OF_CASE)
			elements_fill(operand->dtype,
				data == DATA_FINITE ? MIXTURE_FINITE : MIXTURE_ANY,
				work->index * MAX_RANK + i, elements, n);
		else if (!case_elements(json_object_get(work->c.inputs, operand->name),
				 operand->dtype, n, elements))
			return false;
	}
	return true;
}

/* One result against the reference's, and against the case's own where there is one. */
static const char *
compare(const struct work *work, const void *reference, const void *expected,
	const void *result)
{
	const struct plan *plan = &work->subject.plan;
	struct tolerance tolerance = case_tolerance(&work->c, plan);
	enum dtype dtype = plan->dst.dtype;
	size_t n = (size_t)plan->dst.nelement;
	bool moves = plan->kind == PLAN_MOVE;
	/* LpPool-1's fractional p uses pow, whose bits nobody promises. */
	bool inexact =
		!moves && plan->u.window.reduction == REDUCE_LP && !plan->u.window.p;
	const char *difference = inexact ? elements_compare(dtype, &tolerance, reference,
						   result, n, work->arena)
					 : elements_compare_bits(dtype, !moves, reference,
						   result, n, work->arena);

	if (difference)
		return arena_format(work->arena, "not the reference's: %s", difference);
	if (!expected)
		return NULL;
	difference =
		moves ? elements_compare_bits(dtype, 0, expected, result, n, work->arena)
		      : elements_compare(
				dtype, &tolerance, expected, result, n, work->arena);
	if (difference)
		return arena_format(work->arena, "not the case's: %s", difference);
	return NULL;
}

/* Runs one function on one set of data, its tensors beside either fence. */
static bool
run_variant(const struct work *work, void *library, const struct variant *variant,
	const char *what, const void *const *input, const void *reference,
	const void *expected)
{
	const struct plan *plan = &work->subject.plan;
	const char *name = arena_format(work->arena, "%s%s", variant->prefix, plan->name);
	struct emitted emitted = {dlsym(library, name), plan};
	void *result = arena_alloc(work->arena, nbyte(&plan->dst));

	if (!emitted.function) {
		fprintf(stderr, "%s\n", dlerror());
		return false;
	}
	for (int placement = PLACED_AT_END; placement <= PLACED_AT_BEGIN; placement++) {
		const char *difference;

		/* The log's last line, should the function crash. */
		fprintf(stderr, "running %s on %s, placed at the %s\n", name, what,
			placement == PLACED_AT_END ? "end" : "beginning");
		emitted_call(&emitted, (enum placement)placement, input, result);
		difference = compare(work, reference, expected, result);
		if (difference) {
			fprintf(stderr, "%s\n", difference);
			return false;
		}
	}
	return true;
}

static bool
run_data(const struct work *work, void *library, enum data data)
{
	const struct plan *plan = &work->subject.plan;
	const void *input[MAX_RANK];
	void *reference = arena_alloc(work->arena, nbyte(&plan->dst)), *expected = NULL;
	bool all = true;

	if (!make_inputs(work, data, input)) {
		fprintf(stderr, "the case's inputs are not as many as its shapes say\n");
		return false;
	}
	if (data == DATA_OF_CASE) {
		expected = arena_alloc(work->arena, nbyte(&plan->dst));
		if (!case_elements(work->c.data, plan->dst.dtype,
			    (size_t)plan->dst.nelement, expected)) {
			fprintf(stderr,
				"the case's results are not as many as its shape says\n");
			return false;
		}
	}
	for (size_t i = 0; i < NVARIANT; i++) {
		/* The variants of one numerics follow each other. */
		if (!i || variants[i].numerics != variants[i - 1].numerics)
			reference_run(plan, variants[i].numerics, input, reference);
		if (work->made[i])
			all &= run_variant(work, library, &variants[i], data_name[data],
				input, reference, expected);
	}
	return all;
}

static bool
run_all(const struct work *work, const char *shared_object)
{
	const struct cost *cost = &work->schedule[1].cost;
	uint64_t count = cost->multiplies + cost->adds + cost->reads + cost->writes;
	void *library = dlopen(shared_object, RTLD_NOW | RTLD_LOCAL);
	bool all = true;

	if (!library) {
		fprintf(stderr, "%s\n", dlerror());
		return false;
	}
	for (int data = work->c.data ? DATA_OF_CASE : DATA_FINITE; data < NDATA; data++)
		if (data == DATA_OF_CASE ||
			count < (is_exhaustive() ? all_count : QUICK_COUNT))
			all &= run_data(work, library, (enum data)data);
	dlclose(library);
	return all;
}

/* Compiles the file of all variants in one way, or in every way, and runs it. */
static bool
compile_and_run(const struct work *work, const char *c_file)
{
	size_t first = work->index, n = is_exhaustive() ? NCOMPILATION : 1;
	struct compilation tcc = {"tcc", "", "", NULL};
	bool all = emitted_compile(&tcc, c_file, NULL, work->arena);

	for (size_t i = first; i < first + n; i++) {
		const char *name = arena_format(work->arena, "%zu.so", i % NCOMPILATION);
		const char *shared_object = file_in(work, name);
		struct compilation compilation = compilation_of(i);

		fprintf(stderr, "%s %s %s %s\n", compilation.compiler,
			compilation.standard, compilation.level,
			compilation.machine ? compilation.machine : "");
		all &= emitted_compile(
			       &compilation, c_file, shared_object, work->arena) &&
		       run_all(work, shared_object);
	}
	return all;
}

static bool
check_computed(struct work *work)
{
	const struct schedule *made[NVARIANT];
	const char *c_file = file_in(work, "all.c");
	size_t nmade = 0;

	if (!subject_plan(&work->subject, file_in(work, "spec.json"), work->c.spec,
		    work->c.nspec) ||
		!check_shape(work) || !schedule_all(work))
		return false;
	for (size_t i = 0; i < NVARIANT; i++)
		if (work->made[i])
			made[nmade++] = &work->schedule[i];
	return emit_file(c_file, made, nmade) && compile_and_run(work, c_file) &&
	       check_command(work);
}

/* The whole work of a row, in a process of its own. What it made stays where it failed.
 */
static bool
run_row(size_t index)
{
	struct arena arena = {0};
	struct work *work = arena_new(&arena, struct work);
	bool passed;

	work->row = &rows[index];
	work->index = index;
	work->arena = &arena;
	work->directory = arena_format(
		&arena, "%s/tests/conformance/%zu", build_directory(), index);
	directory_remove(work->directory);
	directory_make(work->directory);
	fprintf(stderr, "in %s\n", work->directory);
	passed = case_read(&work->c, work->row->path, work->row->constants, &arena) &&
		 (work->c.refused ? check_refused(work) : check_computed(work));
	if (passed)
		directory_remove(work->directory);
	return passed;
}

static struct jobs jobs;
static struct arena run_arena;

static void
row_holds(void **state)
{
	const struct row *row = *state;
	const char *message = jobs_wait(&jobs, (size_t)(row - rows), &run_arena);

	if (message)
		fail_msg("%s", message);
}

/* Every case of the folders, and every third one with weights once more. */
static void
collect_rows(struct arena *arena)
{
	const char *folders = getenv("OPGEN_CASES");
	char *folder, *rest;
	struct paths paths = {0};
	size_t nconv = 0;

	folders = folders ? folders : "tests/conformance";
	folder = arena_copy_text(arena, folders, strlen(folders));
	for (folder = strtok_r(folder, ":", &rest); folder;
		folder = strtok_r(NULL, ":", &rest))
		paths_find(&paths, folder, ".json", arena);
	rows = arena_array(arena, struct row, 2 * paths.npath);
	for (size_t i = 0; i < paths.npath; i++) {
		rows[nrow++].path = paths.path[i];
		if (case_has_weights(paths.path[i], arena) && nconv++ % 3 == 0)
			rows[nrow++] = (struct row){paths.path[i], true};
	}
}

int
main(void)
{
	struct CMUnitTest *test;
	int failed;

	collect_rows(&run_arena);
	test = arena_array(&run_arena, struct CMUnitTest, nrow);
	for (size_t i = 0; i < nrow; i++)
		test[i] = (struct CMUnitTest){
			rows[i].constants
				? arena_format(&run_arena, "%s with constant weights",
					  rows[i].path)
				: rows[i].path,
			row_holds, NULL, NULL, &rows[i]};
	jobs_begin(&jobs, run_row, nrow,
		arena_format(&run_arena, "%s/tests/conformance", build_directory()),
		&run_arena);
	failed = _cmocka_run_group_tests("conformance", test, nrow, NULL, NULL);
	arena_free(&run_arena);
	return failed;
}
