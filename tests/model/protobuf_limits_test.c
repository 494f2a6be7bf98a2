#include "support/onnx_model.h"

#include "base/arena.h"
#include "model/onnx/onnx.pb-c.h"
#include "model/protobuf.h"
#include "model/protobuf_limits.h"
#include "support/wire.h"

/* Many of the same field, how deep it lies, and how much they come to. */
struct row {
	const char *claim;
	struct bytes field;
	size_t times;
	const uint32_t *around; /* the fields around it, innermost first, 0 at the end */
	size_t payload;
};

#define AROUND(...) ((const uint32_t[]){__VA_ARGS__, 0})
#define FIELD(text) \
	{ \
		text, sizeof text - 1 \
	}

enum {
	MANY = 1000
};

/* clang-format off */
static const struct row rows[] = {
	{"messages", FIELD("\x0a\0"), MANY, AROUND(MODEL_GRAPH), 0},
	{"messages in the place of one", FIELD("\x3a\0"), MANY, NULL, 0},
	{"rows of bytes", FIELD("\x0a\0"), MANY, AROUND(GRAPH_NODE, MODEL_GRAPH), 0},
	{"short bytes", FIELD("\x1a\3abc"), 1, AROUND(GRAPH_NODE, MODEL_GRAPH), 0},
	{"numbers", FIELD("\x40\1"), MANY, AROUND(NODE_ATTRIBUTE, GRAPH_NODE, MODEL_GRAPH), 0},
	{"packed numbers", FIELD("\1"), 2 * MANY, AROUND(7, GRAPH_INITIALIZER, MODEL_GRAPH), 16 * MANY},
	{"packed numbers of two bytes", FIELD("\x81\1"), MANY, AROUND(7, GRAPH_INITIALIZER, MODEL_GRAPH), 8 * MANY},
	{"packed halves", FIELD("\1"), 2 * MANY, AROUND(5, GRAPH_INITIALIZER, MODEL_GRAPH), 8 * MANY},
	{"packed floats", FIELD("\0\0\0\0"), MANY, AROUND(4, GRAPH_INITIALIZER, MODEL_GRAPH), 4 * MANY},
	{"few packed numbers", FIELD("\1"), 20, AROUND(7, GRAPH_INITIALIZER, MODEL_GRAPH), 0},
	{"raw elements", FIELD("\0\0\0\0"), MANY, AROUND(9, GRAPH_INITIALIZER, MODEL_GRAPH), 4 * MANY},
	{"unknown fields", FIELD("\x18\0"), MANY, AROUND(MODEL_GRAPH), 0},
	{"unknown bytes", FIELD("abcd"), MANY, AROUND(4, MODEL_GRAPH), 0},
};
/* clang-format on */

static struct bytes
message_of(struct arena *arena, const struct row *row)
{
	struct bytes message = wire_times(arena, row->times, row->field);

	for (const uint32_t *around = row->around; around && *around; around++)
		message = wire_bytes(arena, *around, message);
	return message;
}

/* What is foreseen is what is taken, but for rounding and what copies of nothing take. */
static void
need_is_foreseen(void **state)
{
	const struct row *row = *state;
	struct arena arena = {0};
	struct bytes message = message_of(&arena, row);
	struct protobuf protobuf;
	struct protobuf_memory sum;

	protobuf_begin(&protobuf, message.size, &arena);
	assert_non_null(protobuf_unpack(
		&protobuf, &onnx__model__descriptor, message.text, message.size));
	assert_true(protobuf_measure(
		&sum, &onnx__model__descriptor, message.text, message.size));
	assert_true(sum.memory <= protobuf.used);
	assert_true(sum.memory + 2 * MANY + 100 >= protobuf.used);
	assert_int_equal(sum.payload, row->payload);
	assert_true(sum.outside <= message.size);
	arena_free(&arena);
}

static const struct bytes malformed[] = {
	FIELD("\x0a"),
	FIELD("\x3a\5abc"),
	FIELD("\x3a\2\x0a\1"),
	FIELD("\x80"),
	FIELD("\x08\x80"),
	FIELD("\x09\1\2\3\4\5\6\7"),
	FIELD("\x0d\1\2\3"),
	FIELD("\x0b\0"),
	FIELD("\x0c\0"),
	FIELD("\x0e\0"),
	FIELD("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\1"),
	FIELD("\x3a\xff\xff\xff\xff\xff\xff\xff\xff\xff\1"),
};

static void
malformed_messages_are_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
		struct protobuf_memory sum;

		assert_false(protobuf_measure(&sum, &onnx__model__descriptor,
			malformed[i].text, malformed[i].size));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(malformed_messages_are_told),
	};
	int failed = run_table("foreseen", rows, need_is_foreseen);

	return failed + cmocka_run_group_tests_name("protobuf_need", tests, NULL, NULL);
}
