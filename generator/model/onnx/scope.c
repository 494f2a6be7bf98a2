#include "model/onnx/scope.h"

#include <string.h>

#include "base/arena.h"
#include "model/protobuf.h"

ProtobufCBinaryData
scope_data(struct bytes bytes)
{
	return (ProtobufCBinaryData){bytes.size, (uint8_t *)bytes.text};
}

/* How many "#" there are before the digits at the end of a name. */
static size_t
count_marks(ProtobufCBinaryData name)
{
	size_t end = name.len, n = 0;

	while (end && name.data[end - 1] >= '0' && name.data[end - 1] <= '9')
		end--;
	while (end < name.len && n < end && name.data[end - 1 - n] == '#')
		n++;
	return n;
}

static void
note_marks(size_t *most, ProtobufCBinaryData name)
{
	size_t n = count_marks(name);

	*most = n > *most ? n : *most;
}

/* More "#" than any name of the graph has before digits at its end. */
static const char *
find_mark(const Onnx__Graph *graph, struct arena *arena)
{
	size_t most = 0;
	char *mark;

	for (size_t i = 0; i < graph->n_initializer; i++)
		note_marks(&most, graph->initializer[i]->name);
	for (size_t i = 0; i < graph->n_input; i++)
		note_marks(&most, graph->input[i]->name);
	for (size_t i = 0; i < graph->n_node; i++)
		for (size_t k = 0; k < graph->node[i]->n_output; k++)
			note_marks(&most, graph->node[i]->output[k]);
	mark = arena_alloc(arena, most + 2);
	memset(mark, '#', most + 1);
	return mark;
}

struct scope_names
scope_names_begin(const Onnx__Graph *graph, struct arena *arena)
{
	return (struct scope_names){.mark = find_mark(graph, arena), .arena = arena};
}

ProtobufCBinaryData
scope_own_name(
	struct scope_names *names, const struct scope *scope, ProtobufCBinaryData name)
{
	const char *end = arena_format(names->arena, "%s%zu", names->mark, scope->number);
	size_t size = name.len + strlen(end);
	char *text = arena_alloc(names->arena, size + 1);

	memcpy(text, name.data, name.len);
	memcpy(text + name.len, end, strlen(end));
	names->size += size;
	return scope_data((struct bytes){text, size});
}

ProtobufCBinaryData
scope_name(struct scope_names *names, const struct scope *scope, ProtobufCBinaryData name)
{
	const struct indexed *entry = NULL;
	const Onnx__Node *call;
	size_t which;

	if (!name.len)
		return name;
	for (; scope->body; scope = scope->outer) {
		entry = name_index_find(&scope->body->name, protobuf_bytes(name));
		if (entry || scope->body->function)
			break;
	}
	if (!scope->body)
		return name;
	call = scope->call;
	if (!call || !entry)
		return scope_own_name(names, scope, name);
	which = entry->which;
	if (which < scope->body->function->n_input)
		return which < call->n_input ? call->input[which]
					     : (ProtobufCBinaryData){0};
	which -= scope->body->function->n_input;
	return which < call->n_output && call->output[which].len
		       ? call->output[which]
		       : scope_own_name(names, scope, name);
}
