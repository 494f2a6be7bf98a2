/* Graphs of TensorFlow that ask for much, and that are broken. */

#include "model/tensorflow/tensorflow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "support/reading.h"
#include "support/rows.h"
#include "support/tensorflow_graphs.h"
#include "support/wire.h"

/* Reads bytes that ask for much, within a second. */
static void
read_in_time(struct reading *reading, struct bytes bytes)
{
	clock_t start = clock();

	tensorflow_begin(reading, bytes);
	assert_true(clock() - start < CLOCKS_PER_SEC);
}

static void
functions_in_functions_are_not_followed(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes value = wire_text(&arena, VALUE_FUNC, "");

	(void)state;
	for (int i = 0; i < 2000; i++)
		value = wire_bytes(&arena, VALUE_FUNC,
			wire_bytes(&arena, 2,
				wire(&arena, wire_text(&arena, 1, "f"),
					wire_bytes(&arena, 2, value))));
	read_in_time(&reading,
		graph_node(&arena, "x", "Op", "", attribute(&arena, "a", value)));
	assert_true(reading.good);
	assert_string_equal(reading_node(&reading, "x"), "Op-0 () -> x none?; a=other");
	reading_end(&reading);
	arena_free(&arena);
}

static void
too_many_nodes_are_refused(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes first = graph_node(&arena, "x", "Op", "", nothing),
		     empty = wire_text(&arena, GRAPH_NODE, "");

	(void)state;
	read_in_time(&reading, wire(&arena, first, wire_times(&arena, 300000, empty)));
	assert_false(reading.good);
	assert_non_null(strstr(reading.said,
		"error: the graph has 300001 nodes; opgen takes at most 131072"));
	reading_end(&reading);
	read_in_time(&reading, wire(&arena, first, wire_times(&arena, 3000000, empty)));
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, "of memory"));
	reading_end(&reading);
	arena_free(&arena);
}

static void
too_many_inputs_are_refused(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes inputs =
		wire_times(&arena, 600000, wire_text(&arena, NODE_INPUT, ""));

	(void)state;
	read_in_time(&reading, graph_node(&arena, "x", "Op", "", inputs));
	assert_false(reading.good);
	assert_non_null(strstr(reading.said,
		"error: the graph has 600000 inputs of nodes; opgen takes at most"));
	reading_end(&reading);
	arena_free(&arena);
}

static void
too_many_outputs_are_refused(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	struct bytes graph = nothing, part = nothing;

	(void)state;
	for (int i = 0; i < 300; i++) {
		char name[16], output[24];

		snprintf(name, sizeof name, "n%d", i);
		snprintf(output, sizeof output, "n%d:4095", i);
		part = graph_node(&arena, name, "Op", output, nothing);
		graph = wire(&arena, graph, part);
	}
	read_in_time(&reading, graph);
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, "more than 1048576 outputs"));
	reading_end(&reading);
	arena_free(&arena);
}

static void
a_long_name_of_a_function_takes_no_memory(void **state)
{
	struct arena arena = {0};
	struct reading reading;
	char *name = arena_alloc(&arena, 1000001);
	struct bytes empty = wire_text(&arena, FUNCTION_NODE, "");

	(void)state;
	memset(name, 'f', 1000000);
	read_in_time(&reading,
		wire(&arena, graph_node(&arena, "x", "Op", "", nothing),
			wire_bytes(&arena, GRAPH_LIBRARY,
				wire_bytes(&arena, 1,
					wire(&arena,
						wire_bytes(&arena, FUNCTION_SIGNATURE,
							wire_text(&arena, SIGNATURE_NAME,
								name)),
						wire_times(&arena, 100, empty))))));
	assert_false(reading.good);
	assert_non_null(strstr(reading.said, "the names of the graph's tensors"));
	reading_end(&reading);
	arena_free(&arena);
}

/* Wherever a good file ends, and whatever a byte of it becomes, nothing breaks. */
static void
any_byte_may_be_wrong_or_missing(void **state)
{
	static const char *const files[] = {
		"split_output_1", "const_half_val", "saved_model", "through_identity"};
	struct arena arena = {0};

	(void)state;
	for (size_t f = 0; f < countof(files); f++) {
		struct bytes bytes = load(
			arena_format(&arena, "tests/models/tensorflow/%s.pb", files[f]),
			&arena);

		for (size_t i = 0; i < bytes.size; i++) {
			struct reading reading;
			char *changed = arena_copy_text(&arena, bytes.text, bytes.size),
			     *part = malloc(i + 1);

			assert_non_null(part);
			memcpy(part, bytes.text, i);
			part[i] = '\0';
			tensorflow_begin(&reading, (struct bytes){part, i});
			reading_use(&reading);
			reading_end(&reading);
			free(part);
			changed[i] = (char)(changed[i] ^ (1 << i % 8));
			tensorflow_begin(&reading, (struct bytes){changed, bytes.size});
			reading_use(&reading);
			reading_end(&reading);
		}
	}
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_in_functions_are_not_followed),
		cmocka_unit_test(too_many_nodes_are_refused),
		cmocka_unit_test(too_many_inputs_are_refused),
		cmocka_unit_test(too_many_outputs_are_refused),
		cmocka_unit_test(a_long_name_of_a_function_takes_no_memory),
		cmocka_unit_test(any_byte_may_be_wrong_or_missing),
	};

	return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
