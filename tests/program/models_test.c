/* The models of other people that lie in OPGEN_MODELS, which are not part of the
   repository: every node that is ready becomes C, a sample of them is compiled without a
   warning, and computes what onnxruntime computed where its results are there. With
   sanitizers, a sample of the latter is compiled and run. */

#include "support/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/arena.h"
#include "support/emitted.h"
#include "support/harness.h"
#include "support/jobs.h"
#include "support/model_result.h"
#include "support/model_subject.h"
#include "support/sample.h"

enum {
	SAMPLE = 24,          /* of so many nodes one is compiled, */
	SAMPLE_SANITIZED = 8, /* and of results one with sanitizers */
	LARGE = 50000 /* elements of constants that are arguments where only the compiler
			 sees the code */
};

static const char *folder; /* OPGEN_MODELS */

/* A test: a model, or a result of onnxruntime for one of a model's nodes. */
struct row {
	const char *path;
	bool result, run;     /* a result is compared with what compiled code computes */
	struct sample sample; /* of the model's nodes */
};

static struct row *rows;
static size_t nrow;

static const char *
directory_of(size_t index, struct arena *arena)
{
	const char *directory =
		arena_format(arena, "%s/tests/models/%zu", build_directory(), index);

	directory_remove(directory);
	directory_make(directory);
	return directory;
}

static bool
is_large(const struct plan *plan)
{
	int64_t n = 0;

	for (size_t i = 0; i < plan->noperand; i++)
		if (plan->operand[i].constant)
			n += plan->operand[i].nelement;
	return n > LARGE;
}

/* What became of the nodes of a model, a line in a file of its job. */
struct tally {
	unsigned long ready, open, compiled, arguments;
};

static const char tally_format[] =
	"%lu ready, %lu not; of the ready %lu compiled, %lu with weights as arguments\n";

static const char *
tally_path(size_t index, struct arena *arena)
{
	return arena_format(arena, "%s/tests/models/%zu/tally", build_directory(), index);
}

static bool
compile_node(struct model_subject *subject, size_t i, bool in_sample,
	const char *directory, struct tally *tally)
{
	const struct candidate *candidate = &subject->candidates.candidate[i];
	const char *c_file =
		arena_format(&subject->arena, "%s/%zu.c", directory, candidate->index);
	struct compilation compilation = compilation_of(candidate->index);
	struct plan *plan = arena_new(&subject->arena, struct plan);
	bool good;

	/* Sanitizers see the generator at work on the sample, no compiler. */
	if (!in_sample && is_sanitized())
		return true;
	good = model_subject_plan(subject, candidate, CONSTANTS_EMBEDDED, NULL, plan);
	fprintf(stderr, "#%zu %s\n", candidate->index, candidate->name);
	if (good && is_large(plan)) {
		tally->arguments++;
		good = model_subject_plan(
			subject, candidate, CONSTANTS_PARAM, NULL, plan);
	}
	good = good && model_subject_emit(subject, plan, c_file);
	if (good && in_sample && !is_sanitized()) {
		tally->compiled++;
		good = emitted_compile(&compilation, c_file, NULL, &subject->arena);
	}
	if (good)
		remove(c_file);
	return good;
}

static bool
check_model(size_t index, struct row *row)
{
	const char *path = row->path;
	struct model_subject *subject, first = {0};
	const char *directory = directory_of(index, &first.arena);
	struct tally tally = {0};
	const char *line;
	bool good = true;

	subject = arena_new(&first.arena, struct model_subject);
	if (!model_subject_read(&first, path))
		return false;
	model_subject_say(subject, first.candidates.model);
	if (!model_subject_read(subject, path))
		return false;
	for (size_t i = 0; i < subject->candidates.ncandidate; i++) {
		if (!subject->candidates.candidate[i].reason)
			good &= compile_node(subject, i,
				sample_takes(&row->sample, SAMPLE), directory, &tally);
		else
			fprintf(stderr, "#%zu not ready: %s\n",
				subject->candidates.candidate[i].index,
				subject->candidates.candidate[i].reason);
	}
	tally.ready = subject->candidates.nready;
	tally.open = subject->candidates.ncandidate - tally.ready;
	line = arena_format(&first.arena, tally_format, tally.ready, tally.open,
		tally.compiled, tally.arguments);
	file_write(tally_path(index, &first.arena), line, strlen(line));
	return good;
}

static bool
run_row(const size_t *index, size_t n)
{
	struct row *row = &rows[*index];
	struct arena arena = {0};

	(void)n; /* one at a time */
	if (!row->result)
		return check_model(*index, row);
	return model_result_holds(
		row->path, folder, directory_of(*index, &arena), row->run);
}

static struct jobs jobs;
static struct arena run_arena;

static void
row_holds(void **state)
{
	const struct row *row = *state;

	jobs_assert(&jobs, (size_t)(row - rows), &run_arena);
}

/* Says what became of the nodes of all models. */
static void
print_tally(struct arena *arena)
{
	struct tally sum = {0};

	for (size_t i = 0; i < nrow; i++) {
		size_t size;
		const char *line = file_read(tally_path(i, arena), &size, arena);
		struct tally t;

		if (rows[i].result || !line ||
			sscanf(line, tally_format, &t.ready, &t.open, &t.compiled,
				&t.arguments) != 4)
			continue;
		sum.ready += t.ready;
		sum.open += t.open;
		sum.compiled += t.compiled;
		sum.arguments += t.arguments;
	}
	printf(tally_format, sum.ready, sum.open, sum.compiled, sum.arguments);
}

static void
collect_rows(struct arena *arena)
{
	struct paths results = {0};
	json_t *manifest = json_load_file(
		arena_format(arena, "%s/onnx/manifest.json", folder), 0, NULL);
	struct sample sample = sample_begin("compiles the same nodes");
	size_t i;
	json_t *model;

	if (!manifest) {
		fprintf(stderr, "OPGEN_MODELS, %s, has no onnx/manifest.json\n", folder);
		exit(3);
	}
	paths_find(&results, arena_format(arena, "%s/onnx-refs", folder), ".json", arena);
	rows = arena_array(arena, struct row, results.npath + json_array_size(manifest));
	json_array_foreach (manifest, i, model) {
		const char *file = json_string_value(json_object_get(model, "file"));

		if (json_integer_value(json_object_get(model, "total_ours")) <= 0)
			continue;
		/* No two models draw the same. */
		rows[nrow++] = (struct row){
			.path = arena_format(arena, "%s/onnx/%s", folder, file),
			.sample = {sample.state + 2 * i}};
	}
	json_decref(manifest);
	for (i = 0; i < results.npath; i++)
		if (!strstr(results.path[i], "manifest.json"))
			/* Each is run without sanitizers. */
			rows[nrow++] = (struct row){.path = results.path[i],
				.result = true,
				.run = !is_sanitized() ||
				       sample_takes(&sample, SAMPLE_SANITIZED)};
}

int
main(void)
{
	struct CMUnitTest *test;
	int failed;

	folder = getenv("OPGEN_MODELS");
	if (!folder) {
		puts("OPGEN_MODELS is not set: the models of other people are left out");
		return 0;
	}
	collect_rows(&run_arena);
	test = arena_array(&run_arena, struct CMUnitTest, nrow);
	for (size_t i = 0; i < nrow; i++)
		test[i] = (struct CMUnitTest){
			rows[i].path, row_holds, NULL, NULL, &rows[i]};
	jobs_begin(&jobs, run_row, nrow, 1,
		arena_format(&run_arena, "%s/tests/models", build_directory()),
		&run_arena);
	failed = _cmocka_run_group_tests("models", test, nrow, NULL, NULL);
	print_tally(&run_arena);
	arena_free(&run_arena);
	return failed;
}
