/* Small models with the results that they must give, or that must be refused: whole
   graphs, whose statements are run in memory. */

#include "support/test.h"

#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/arena.h"
#include "code/running/run.h"
#include "code/statements/build.h"
#include "network/lower.h"
#include "network/make.h"
#include "network/network.h"
#include "schedule/schedule.h"
#include "support/case.h"
#include "support/element.h"
#include "support/imported.h"

#define FOLDER "tests/models/stated/"

enum {
	MAX_OUTPUT = 1 << 20,
	MOST_ARGUMENTS = 8
};

static const struct tolerance tolerance = {1e-5, 1e-6, 0};

/* A model on its way to code. */
struct stated {
	const json_t *entry;
	struct arena arena;
	struct source source;
	struct spec spec;
	struct schedule schedule;
};

static bool
is_made(struct stated *s)
{
	const struct settings settings = {.targets = {{&target_table[0]}, 1}};
	const char *path = arena_format(&s->arena, FOLDER "%s",
		json_string_value(json_object_get(s->entry, "file")));

	return imported_graph(&s->spec, &s->source, path, &s->arena) &&
	       network_make(&s->schedule, &s->spec, "", &settings, MAX_OUTPUT, &s->source,
		       &s->arena);
}

static struct run_object
object_of(struct stated *s, size_t tensor, const json_t *data)
{
	const struct operand *o = &schedule_network(&s->schedule)->tensor[tensor].operand;
	size_t size = (size_t)o->nelement * dtype_info[o->dtype].size;
	void *bytes = arena_alloc(&s->arena, size + 1);

	if (data)
		assert_true(case_elements(data, o->dtype, (size_t)o->nelement, bytes));
	return (struct run_object){bytes, (int64_t)size, data != NULL};
}

static void
assert_output(struct stated *s, size_t tensor, const json_t *output,
	const struct run_object *object)
{
	const struct operand *o = &schedule_network(&s->schedule)->tensor[tensor].operand;
	const json_t *shape = json_object_get(output, "shape");
	void *expected = arena_alloc(&s->arena, (size_t)object->size + 1);
	const char *wrong;

	assert_int_equal(o->rank, json_array_size(shape));
	for (size_t i = 0; i < json_array_size(shape); i++)
		assert_int_equal(
			o->shape[i], json_integer_value(json_array_get(shape, i)));
	assert_true(case_elements(json_object_get(output, "data"), o->dtype,
		(size_t)o->nelement, expected));
	wrong = elements_compare(o->dtype, &tolerance, expected, object->bytes,
		(size_t)o->nelement, &s->arena);
	if (wrong)
		fail_msg("%s: %s", o->name, wrong);
}

/* The builder keeps what code_run() needs. */
static void
take_function(void *context, const struct function *function)
{
	(void)context;
	(void)function;
}

static void
assert_results(struct stated *s)
{
	const struct network *network = schedule_network(&s->schedule);
	const struct graph *graph = network->graph;
	const json_t *inputs = json_object_get(s->entry, "inputs");
	const json_t *outputs = json_object_get(s->entry, "outputs");
	const struct code_sink sink = {.take = take_function, .keeps = true};
	struct code_builder code = code_begin(&s->arena, &s->arena, &sink, "");
	struct run_object object[MOST_ARGUMENTS];
	struct run_result run;
	size_t n = 0;

	assert_int_equal(graph->function.ninput, json_array_size(inputs));
	assert_int_equal(graph->noutput, json_array_size(outputs));
	for (size_t i = 0; i < graph->function.ninput; i++)
		object[n++] = object_of(
			s, graph->function.input[i].tensor, json_array_get(inputs, i));
	for (size_t i = 0; i < graph->noutput; i++)
		object[n++] = object_of(s, graph->output[i], NULL);
	object[n++] = (struct run_object){
		arena_alloc(&s->arena, (size_t)network->workspace + 1),
		network->workspace, false};
	s->schedule.kernel->lower(&s->schedule, &code);
	run = code_run(code.last, object, n);
	if (!run.good)
		fail_msg("%s", run.message);
	for (size_t i = 0; i < graph->noutput; i++)
		assert_output(s, graph->output[i], json_array_get(outputs, i),
			&object[graph->function.ninput + i]);
}

static void
model_holds(void **state)
{
	struct stated s = {.entry = *state};
	const json_t *refused = json_object_get(s.entry, "error");

	if (refused)
		fprintf(stderr, "must be refused: %s\n", json_string_value(refused));
	assert_int_equal(is_made(&s), !refused);
	if (!refused)
		assert_results(&s);
	arena_free(&s.arena);
}

int
main(void)
{
	json_error_t error;
	json_t *list = json_load_file(FOLDER "stated.json", 0, &error);
	size_t n = json_array_size(list);
	struct arena arena = {0};
	struct CMUnitTest *test = arena_array(&arena, struct CMUnitTest, n);
	int failed;

	if (!n) {
		fprintf(stderr, FOLDER "stated.json: %s\n", error.text);
		return 3;
	}
	for (size_t i = 0; i < n; i++) {
		json_t *entry = json_array_get(list, i);

		test[i] = (struct CMUnitTest){
			json_string_value(json_object_get(entry, "file")), model_holds,
			NULL, NULL, entry};
	}
	failed = _cmocka_run_group_tests("stated", test, n, NULL, NULL);
	json_decref(list);
	arena_free(&arena);
	return failed;
}
