#include "support/onnx_model.h"

#include "model/onnx/onnx.pb-c.h"
#include "model/protobuf.h"
#include "support/wire.h"

enum {
	BOMB = 600000 /* bytes of a file that asks for much more */
};

/* A field that a bomb repeats, how deep it lies, and what comes of it. */
struct row {
	const char *claim;
	struct bytes field;
	const uint32_t *around; /* the fields around it, innermost first, 0 at the end */
	const char *line;       /* NULL: an empty model */
};

#define AROUND(...) ((const uint32_t[]){__VA_ARGS__, 0})
#define NOTHING(text) \
	{ \
		text, 2 \
	}

#define REFUSED \
	"m.onnx: error: not an ONNX model: it would take more than 69 MiB of memory, " \
	"far more than a file of its size has use for"

/* clang-format off */
static const struct row rows[] = {
	{"nearly empty nodes", {"\x0a\2\x22\0", 4}, AROUND(MODEL_GRAPH), "m.onnx: error: the graph has 150000 nodes; opgen takes at most 131072"},
	{"empty constants", NOTHING("\x2a\0"), AROUND(MODEL_GRAPH), REFUSED},
	{"empty inputs of a graph", NOTHING("\x5a\0"), AROUND(MODEL_GRAPH), NULL},
	{"empty graphs", NOTHING("\x3a\0"), NULL, NULL},
	{"empty attributes", NOTHING("\x2a\0"), AROUND(GRAPH_NODE, MODEL_GRAPH), REFUSED},
	{"empty inputs of a node", NOTHING("\x0a\0"), AROUND(GRAPH_NODE, MODEL_GRAPH), "'' ''-0 ai.onnx: -> ! is of an operator set that the model does not import; pass --opset"},
	{"empty extents", NOTHING("\x0a\0"), AROUND(2, 1, 2, GRAPH_INPUT, MODEL_GRAPH), NULL},
	{"empty subgraphs", NOTHING("\x5a\0"), AROUND(NODE_ATTRIBUTE, GRAPH_NODE, MODEL_GRAPH), "unsearched: 300000 subgraphs"},
	{"empty subgraphs beyond those that are read", NOTHING("\x5a\0"), AROUND(NODE_ATTRIBUTE, GRAPH_NODE, MODEL_GRAPH), "unsearched: 234464 subgraphs or functions that cannot be read"},
	{"empty functions", {"\xca\x01\0", 3}, NULL, "m.onnx: error: not an ONNX model: it has no graph"},
	{"unknown fields", NOTHING("\x18\0"), AROUND(MODEL_GRAPH), NULL},
};
/* clang-format on */

static struct bytes
bomb_of(struct arena *arena, const struct row *row)
{
	struct bytes bomb = wire_times(arena, BOMB / row->field.size, row->field);

	for (const uint32_t *around = row->around; around && *around; around++)
		bomb = wire_bytes(arena, *around, bomb);
	return bomb;
}

static void
row_is_survived(void **state)
{
	const struct row *row = *state;
	struct reading reading = {.good = false};

	read_bytes(&reading, bomb_of(&reading.arena, row));
	if (row->line)
		assert_line(&reading, row->line);
	else
		assert_string_equal(reading.text, "");
	end(&reading);
}

static void
too_many_names_are_refused(void **state)
{
	struct reading reading = {.good = false};
	struct bytes names =
		wire_times(&reading.arena, 600000, (struct bytes)NOTHING("\x0a\0"));

	(void)state;
	read_bytes(&reading, wire_bytes(&reading.arena, MODEL_GRAPH,
				     wire_bytes(&reading.arena, GRAPH_NODE, names)));
	assert_line(&reading, "m.onnx: error: the graph has 600000 names of tensors; "
			      "opgen takes at most 524288");
	end(&reading);
}

static void
memory_stays_within_the_limit(void **state)
{
	struct arena arena = {0};
	struct bytes name = {"abc", 3};
	struct bytes graph = wire_times(&arena, 100,
		wire_bytes(&arena, GRAPH_NODE, wire_bytes(&arena, NODE_NAME, name)));
	size_t nrefused = 0;

	(void)state;
	for (size_t base = 0; base < 40000; base += 97) {
		struct arena small = {0};
		struct protobuf protobuf = {.arena = &small, .base = base};
		const void *message = protobuf_unpack(
			&protobuf, &onnx__graph__descriptor, graph.text, graph.size);

		assert_true(protobuf.used <= protobuf.limit);
		assert_int_equal(protobuf.limit, base + 10 * graph.size);
		assert_int_equal(message == NULL, protobuf.exhausted);
		nrefused += !message;
		arena_free(&small);
	}
	assert_true(nrefused > 50 && nrefused < 400);
	arena_free(&arena);
}

/* The limit that a constant of so many bytes has, in a message so many times. */
static size_t
limit_of(size_t size, size_t times)
{
	struct arena arena = {0};
	struct bytes zeros = wire_times(&arena, size, (struct bytes){"", 1});
	struct bytes graph =
		wire_bytes(&arena, GRAPH_INITIALIZER, wire_bytes(&arena, 9, zeros));
	struct protobuf protobuf;
	size_t limit;

	protobuf_begin(&protobuf, graph.size, &arena);
	for (size_t i = 0; i < times; i++)
		assert_non_null(protobuf_unpack(
			&protobuf, &onnx__graph__descriptor, graph.text, graph.size));
	limit = protobuf.limit;
	arena_free(&arena);
	return limit;
}

static void
the_limit_grows_with_the_payload(void **state)
{
	(void)state;
	assert_int_equal(limit_of(3000, 1) - limit_of(2000, 1), 1000);
	assert_int_equal(limit_of(300, 1) - limit_of(200, 1), 1000);
	assert_int_equal(limit_of(3000, 2) - limit_of(3000, 1), 3000);
	/* Messages in messages copy it once more altogether, not once more each. */
	assert_true(limit_of(3000, 9) - limit_of(3000, 1) < 3100);
}

static void
what_is_wrong_is_told(void **state)
{
	struct arena arena = {0};
	struct protobuf protobuf;

	(void)state;
	protobuf_begin(&protobuf, 1, &arena);
	assert_null(protobuf_unpack(&protobuf, &onnx__graph__descriptor, "\x0a", 1));
	assert_string_equal(protobuf_fault(&protobuf), "is not a well-formed message");
	protobuf = (struct protobuf){.arena = &arena};
	assert_null(protobuf_unpack(&protobuf, &onnx__graph__descriptor, "", 0));
	assert_string_equal(protobuf_fault(&protobuf),
		"would take more than 0 MiB of memory, far more than a file of its size "
		"has use for");
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(too_many_names_are_refused),
		cmocka_unit_test(memory_stays_within_the_limit),
		cmocka_unit_test(the_limit_grows_with_the_payload),
		cmocka_unit_test(what_is_wrong_is_told),
	};
	int failed = run_table("bombs", rows, row_is_survived);

	return failed + cmocka_run_group_tests_name("protobuf", tests, NULL, NULL);
}
