/* The models in OPGEN_MODELS that were made for opgen, and the verdicts beside them: what
   is to be taken computes what is expected, what is to be refused is. */

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/arena.h"
#include "support/harness.h"
#include "support/jobs.h"
#include "support/model_subject.h"

/* A list of verdicts, and where its files are. */
struct list {
	const char *path, *folder;
};

static const struct list lists[] = {
	{"openvino/expected.json", "openvino"},
	{"tensorflow/handwritten/expected.json", "tensorflow/handwritten"},
};

struct row {
	const char *path;
	const json_t *verdict;
};

static json_t *verdicts[countof(lists)]; /* own what rows point at */
static struct row *rows;
static size_t nrow;

static const char *
text_of(const json_t *verdict, const char *key)
{
	const char *text = json_string_value(json_object_get(verdict, key));

	return text ? text : "";
}

/* The node that the verdict is about; NULL when there is none, or it is not ready. */
static const struct candidate *
find_ready(const struct model_subject *subject, const json_t *verdict)
{
	const char *name = text_of(verdict, "node");

	name = *name ? name : text_of(verdict, "layer");
	for (size_t i = 0; i < subject->candidates.ncandidate; i++) {
		const struct candidate *candidate = &subject->candidates.candidate[i];

		if (!bytes_are(
			    subject->candidates.model->node[candidate->index].name, name))
			continue;
		if (!candidate->reason)
			return candidate;
		fprintf(stderr, "%s is not ready: %s\n", name, candidate->reason);
	}
	return NULL;
}

static json_t *
inputs_of(const json_t *verdict)
{
	const json_t *data = json_object_get(json_object_get(verdict, "input"), "data");
	json_t *inputs = json_object();

	json_object_set(inputs, "input", (json_t *)data);
	json_object_set(inputs, "data", (json_t *)data);
	return inputs;
}

/* Says the shape that the verdict has for the input. */
static void
say_shape(struct model_subject *subject, const json_t *verdict)
{
	const json_t *input = json_object_get(verdict, "input");
	const json_t *list = json_object_get(input, "shape");
	struct shape_override *shape = arena_new(&subject->arena, struct shape_override);
	int64_t *extent = arena_array(&subject->arena, int64_t, json_array_size(list));

	for (size_t i = 0; i < json_array_size(list); i++)
		extent[i] = json_integer_value(json_array_get(list, i));
	*shape = (struct shape_override){
		text_of(input, "name"), json_array_size(list), extent, false};
	subject->options.overrides.shape = shape;
	subject->options.overrides.nshape = 1;
}

static bool
computes(const struct row *row, size_t index, bool say)
{
	struct model_subject subject = {0};
	const char *directory = arena_format(
		&subject.arena, "%s/tests/handwritten/%zu", build_directory(), index);
	const char *c_file = arena_format(&subject.arena, "%s/node.c", directory);
	const json_t *output = json_object_get(row->verdict, "output");
	const struct candidate *candidate;
	json_t *inputs = inputs_of(row->verdict);
	struct plan plan;
	bool right;

	directory_remove(directory);
	directory_make(directory);
	if (say)
		say_shape(&subject, row->verdict);
	right = model_subject_read(&subject, row->path) &&
		(candidate = find_ready(&subject, row->verdict)) &&
		model_subject_plan(
			&subject, candidate, CONSTANTS_EMBEDDED, NULL, &plan) &&
		model_subject_emit(&subject, &plan, c_file) &&
		model_subject_run(
			&subject, &plan, c_file, inputs, json_object_get(output, "data"));
	json_decref(inputs);
	if (right)
		directory_remove(directory);
	return right;
}

static bool
is_refused(const struct row *row)
{
	struct model_subject subject = {0};

	return !model_subject_read(&subject, row->path) ||
	       !find_ready(&subject, row->verdict);
}

static bool
run_row(const size_t *index, size_t n)
{
	const struct row *row = &rows[*index];
	const char *expect = text_of(row->verdict, "expect");
	bool has_output = json_object_get(row->verdict, "output") != NULL;

	(void)n; /* one at a time */
	if (!strcmp(expect, "ok"))
		return computes(row, *index, false);
	if (!strncmp(expect, "refuse or ", 10) || !strncmp(expect, "ambiguous", 9))
		return true;
	if (!is_refused(row)) {
		fprintf(stderr, "taken, but expected: %s\n", expect);
		return false;
	}
	return !strstr(expect, "--shape") || !has_output || computes(row, *index, true);
}

static struct jobs jobs;
static struct arena run_arena;

static void
row_holds(void **state)
{
	const struct row *row = *state;

	jobs_assert(&jobs, (size_t)(row - rows), &run_arena);
}

static void
collect_list(const char *models, const struct list *list, const json_t *verdict,
	struct arena *arena)
{
	const char *name;
	json_t *one;

	json_object_foreach ((json_t *)verdict, name, one) {
		rows = arena_grow(arena, rows, nrow, sizeof *rows);
		rows[nrow].path = arena_format(
			arena, "%s/%s/%s", models, list->folder, text_of(one, "file"));
		rows[nrow++].verdict = one;
	}
}

static void
collect_rows(const char *models, struct arena *arena)
{
	for (size_t i = 0; i < countof(lists); i++) {
		json_t *list = json_load_file(
			arena_format(arena, "%s/%s", models, lists[i].path), 0, NULL);

		verdicts[i] = list;
		if (!list) {
			fprintf(stderr, "OPGEN_MODELS, %s, has no %s\n", models,
				lists[i].path);
			exit(3);
		}
		collect_list(models, &lists[i], list, arena);
	}
}

int
main(void)
{
	const char *models = getenv("OPGEN_MODELS");
	struct CMUnitTest *test;
	int failed;

	if (!models) {
		puts("OPGEN_MODELS is not set: its models are left out");
		return 0;
	}
	collect_rows(models, &run_arena);
	test = arena_array(&run_arena, struct CMUnitTest, nrow);
	for (size_t i = 0; i < nrow; i++)
		test[i] = (struct CMUnitTest){
			rows[i].path, row_holds, NULL, NULL, &rows[i]};
	jobs_begin(&jobs, run_row, nrow, 1,
		arena_format(&run_arena, "%s/tests/handwritten", build_directory()),
		&run_arena);
	failed = _cmocka_run_group_tests("handwritten", test, nrow, NULL, NULL);
	arena_free(&run_arena);
	for (size_t i = 0; i < countof(lists); i++)
		json_decref(verdicts[i]);
	return failed;
}
