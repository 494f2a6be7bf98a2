#include "onnx_model.h"

#include "format.h"
#include "model_text.h"
#include "readers/onnx.h"
#include "readers/request.h"
#include "wire.h"

enum {
	MAX_WORD = 8,
	DIMENSION_VALUE = 1,
	DIMENSION_PARAM = 2
};

static void
read_source(struct reading *reading)
{
	struct read_request request = {reading->opset};
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
model_of(struct arena *arena, struct bytes graph)
{
	return wire(arena,
		wire_bytes(arena, MODEL_OPSET_IMPORT, wire_number(arena, 2, 13)),
		wire_bytes(arena, MODEL_GRAPH, graph));
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

static struct bytes
node_of(struct arena *arena, char *const *word)
{
	return wire(arena, wire_text(arena, NODE_OP_TYPE, word[1]),
		fields(arena, NODE_INPUT, word[2]), fields(arena, NODE_OUTPUT, word[3]),
		wire_text(arena, NODE_NAME, word[4] ? word[4] : ""));
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
		wire_number(arena, TENSOR_DATA_TYPE, strtoull(word[2], NULL, 10)));
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
