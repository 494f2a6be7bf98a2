#include "support/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/request.h"
#include "support/described.h"
#include "support/test.h"

void
reading_begin(struct reading *reading, reader *read, const char *path, struct bytes bytes)
{
	const struct read_request request = {0};
	size_t nsaid;

	*reading = (struct reading){.good = false};
	source_from_text(&reading->source, path, bytes.text, bytes.size);
	reading->source.messages = open_memstream(&reading->said, &nsaid);
	assert_non_null(reading->source.messages);
	reading->good =
		read(&reading->source, &reading->model, &request, &reading->arena);
	fclose(reading->source.messages);
	assert_int_equal(reading->source.nerror, !reading->good);
}

void
reading_end(struct reading *reading)
{
	arena_free(&reading->arena);
	free(reading->said);
}

const char *
reading_node(struct reading *reading, const char *name)
{
	for (size_t i = 0; i < reading->model.nnode; i++)
		if (bytes_are(reading->model.node[i].name, name))
			return describe_node(&reading->model, &reading->model.node[i],
				&reading->arena);
	fail_msg("there is no node %s", name);
	return NULL;
}

void
reading_use(struct reading *reading)
{
	for (size_t i = 0; reading->good && i < reading->model.nnode; i++)
		describe_node(&reading->model, &reading->model.node[i], &reading->arena);
}

struct bytes
load(const char *path, struct arena *arena)
{
	FILE *stream = fopen(path, "rb");
	char *text;
	size_t size;

	assert_non_null(stream);
	assert_int_equal(fseek(stream, 0, SEEK_END), 0);
	size = (size_t)ftell(stream);
	rewind(stream);
	text = arena_alloc(arena, size + 1);
	assert_int_equal(fread(text, 1, size, stream), size);
	fclose(stream);
	return (struct bytes){text, size};
}
