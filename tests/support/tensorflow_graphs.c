#include "support/tensorflow_graphs.h"

#include <stdlib.h>
#include <string.h>

#include "model/tensorflow/tensorflow.h"
#include "support/wire.h"

void
tensorflow_begin(struct reading *reading, struct bytes bytes)
{
	reading_begin(reading, tensorflow_read, "t.pb", bytes);
}

const struct bytes nothing = {"", 0};

struct bytes
attribute(struct arena *arena, const char *key, struct bytes value)
{
	return wire_bytes(arena, NODE_ATTR,
		wire(arena, wire_text(arena, 1, key), wire_bytes(arena, 2, value)));
}

struct bytes
type_attribute(struct arena *arena, const char *key, uint64_t type)
{
	return attribute(arena, key, wire_number(arena, VALUE_TYPE, type));
}

struct bytes
dims(struct arena *arena, const char *extents)
{
	struct bytes shape = nothing;

	for (char *end; *extents; extents = *end ? end + 1 : end) {
		uint64_t extent = (uint64_t)strtoll(extents, &end, 10);

		shape = wire(arena, shape,
			wire_bytes(arena, SHAPE_DIM, wire_number(arena, 1, extent)));
	}
	return shape;
}

struct bytes
node(struct arena *arena, const char *name, const char *op, const char *inputs,
	struct bytes attributes)
{
	struct bytes content = wire(arena, wire_text(arena, NODE_NAME, name),
		wire_text(arena, NODE_OP, op), attributes);

	while (*inputs) {
		size_t n = strcspn(inputs, " ");

		content = wire(arena, content,
			wire_bytes(arena, NODE_INPUT, (struct bytes){inputs, n}));
		inputs += n + (inputs[n] == ' ');
	}
	return content;
}

struct bytes
graph_node(struct arena *arena, const char *name, const char *op, const char *inputs,
	struct bytes attributes)
{
	return wire_bytes(arena, GRAPH_NODE, node(arena, name, op, inputs, attributes));
}
