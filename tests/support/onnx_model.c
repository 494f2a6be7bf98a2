#include "support/onnx_model.h"

#include "diag/source_read.h"
#include "model/format.h"
#include "model/onnx/onnx.h"
#include "model/request.h"
#include "support/model_text.h"
#include "support/wire.h"

enum {
	MAX_WORD = 12,
	TYPE_INT = 2, /* AttributeProto.AttributeType */
	TYPE_INTS = 7,
	DIMENSION_VALUE = 1,
	DIMENSION_PARAM = 2
};

static void
read_source(struct reading *reading)
{
	struct read_request request = {.opset = reading->opset};
	char *said;
	size_t nsaid;

	reading->source.messages = open_memstream(&said, &nsaid);
	assert_non_null(reading->source.messages);
	reading->good =
		onnx_read(&reading->source, &reading->model, &request, &reading->arena);
	fclose(reading->source.messages);
	assert_int_equal(reading->good, nsaid == 0);
	reading->text = reading->good ? model_text(&reading->model, &reading->arena)
				      : arena_copy_text(&reading->arena, said, nsaid);
	free(said);
}

void
read_file(struct reading *reading, const char *name)
{
	const char *path =
		arena_format(&reading->arena, "tests/models/onnx/%s.onnx", name);

	assert_int_equal(
		source_read(&reading->source, path, format_limit, &reading->arena),
		SOURCE_READ);
	read_source(reading);
}

void
read_bytes(struct reading *reading, struct bytes model)
{
	source_from_text(&reading->source, "m.onnx", model.text, model.size);
	read_source(reading);
}

void
end(struct reading *reading)
{
	arena_free(&reading->arena);
}

void
assert_line(const struct reading *reading, const char *line)
{
	size_t size = strlen(line);
	const char *text = reading->text;

	for (const char *at = text; (at = strstr(at, line)); at += size)
		if ((at == text || at[-1] == '\n') && at[size] == '\n')
			return;
	fail_msg("expected the line\n%s\nin\n%.3000s", line, text);
}

struct bytes
model_of_opset(struct arena *arena, uint64_t opset, struct bytes graph)
{
	return wire(arena,
		wire_bytes(arena, MODEL_OPSET_IMPORT, wire_number(arena, 2, opset)),
		wire_bytes(arena, MODEL_GRAPH, graph));
}

struct bytes
model_of(struct arena *arena, struct bytes graph)
{
	return model_of_opset(arena, 13, graph);
}

/* A field for each part of "a,b,c"; none for "-". An empty part is an empty field. */
static struct bytes
fields(struct arena *arena, uint32_t field, const char *list)
{
	struct bytes all = {"", 0};

	while (strcmp(list, "-") != 0) {
		size_t size = strcspn(list, ",");

		all = wire(
			arena, all, wire_bytes(arena, field, (struct bytes){list, size}));
		if (!list[size])
			break;
		list += size + 1;
	}
	return all;
}

/* NAME=NUMBER, or NAME=[NUMBER,...]. */
static struct bytes
attribute_of(struct arena *arena, const char *text)
{
	size_t size = strcspn(text, "=");
	bool is_list = text[size + 1] == '[';
	uint32_t field = is_list ? ATTR_INTS : ATTR_I;
	char *at = (char *)(uintptr_t)text + size + (is_list ? 2 : 1);
	struct bytes attribute =
		wire(arena, wire_bytes(arena, ATTR_NAME, (struct bytes){text, size}),
			wire_number(arena, ATTR_TYPE, is_list ? TYPE_INTS : TYPE_INT));

	do {
		attribute = wire(arena, attribute,
			wire_number(arena, field, (uint64_t)strtoll(at, &at, 10)));
	} while (*at++ == ',');
	return attribute;
}

static struct bytes
node_of(struct arena *arena, char *const *word)
{
	struct bytes node = wire(arena, wire_text(arena, NODE_OP_TYPE, word[1]),
		fields(arena, NODE_INPUT, word[2]), fields(arena, NODE_OUTPUT, word[3]),
		wire_text(arena, NODE_NAME, word[4] ? word[4] : ""));

	for (size_t i = 5; word[4] && word[i]; i++)
		node = wire(arena, node,
			wire_bytes(arena, NODE_ATTRIBUTE, attribute_of(arena, word[i])));
	return node;
}

static struct bytes
info_of(struct arena *arena, char *const *word)
{
	struct bytes shape = {"", 0}, type;
	const char *list = word[3];

	while (*list && strcmp(list, "-") != 0) {
		char *behind;
		long long length = strtoll(list, &behind, 10);
		struct bytes dimension =
			behind > list
				? wire_number(arena, DIMENSION_VALUE, (uint64_t)length)
				: wire_bytes(arena, DIMENSION_PARAM,
					  (struct bytes){list, strcspn(list, ",")});

		shape = wire(arena, shape, wire_bytes(arena, 1, dimension));
		list += strcspn(list, ",");
		list += *list == ',';
	}
	type = wire_number(arena, 1, strtoull(word[2], NULL, 10));
	if (strcmp(word[3], "-") != 0)
		type = wire(arena, type, wire_bytes(arena, 2, shape));
	return wire(arena, wire_text(arena, 1, word[1]),
		wire_bytes(arena, 2, wire_bytes(arena, 1, type)));
}

static struct bytes
raw_of(struct arena *arena, const char *hexadecimal)
{
	size_t size = strlen(hexadecimal) / 2;
	char *bytes = arena_alloc(arena, size + 1);

	for (size_t i = 0; i < size; i++) {
		char digits[] = {hexadecimal[2 * i], hexadecimal[2 * i + 1], '\0'};

		bytes[i] = (char)strtoul(digits, NULL, 16);
	}
	return wire_bytes(arena, TENSOR_RAW_DATA, (struct bytes){bytes, size});
}

static struct bytes
constant_of(struct arena *arena, char *const *word)
{
	struct bytes dims = {"", 0};
	char *list = word[3];

	while (*list && strcmp(list, "-") != 0) {
		dims = wire(arena, dims,
			wire_number(arena, TENSOR_DIMS, strtoull(list, &list, 10)));
		list += *list == ',';
	}
	return wire(arena, dims, wire_text(arena, TENSOR_NAME, word[1]),
		wire_number(arena, TENSOR_DATA_TYPE, strtoull(word[2], NULL, 10)),
		word[4] ? raw_of(arena, word[4]) : (struct bytes){"", 0});
}

static struct bytes
statement(struct arena *arena, char *text)
{
	static const struct {
		const char *word;
		uint32_t field;
		struct bytes (*make)(struct arena *arena, char *const *word);
	} kind[] = {{"node", GRAPH_NODE, node_of}, {"input", GRAPH_INPUT, info_of},
		{"output", GRAPH_OUTPUT, info_of}, {"info", GRAPH_VALUE_INFO, info_of},
		{"constant", GRAPH_INITIALIZER, constant_of}};
	char *word[MAX_WORD] = {NULL}, *rest;
	size_t n = 0;

	for (char *at = strtok_r(text, " ", &rest); at; at = strtok_r(NULL, " ", &rest)) {
		assert_true(n + 1 < MAX_WORD);
		word[n++] = at;
	}
	assert_true(n >= 4);
	for (size_t i = 0; i < countof(kind); i++)
		if (!strcmp(word[0], kind[i].word))
			return wire_bytes(
				arena, kind[i].field, kind[i].make(arena, word));
	fail_msg("no such statement: %s", word[0]);
	return (struct bytes){"", 0};
}

struct bytes
graph_of(struct arena *arena, const char *words)
{
	char *text = arena_copy_text(arena, words, strlen(words)), *rest;
	struct bytes graph = {"", 0};

	for (char *at = strtok_r(text, ";", &rest); at; at = strtok_r(NULL, ";", &rest))
		graph = wire(arena, graph, statement(arena, at));
	return graph;
}
