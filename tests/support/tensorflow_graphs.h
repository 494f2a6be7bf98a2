#ifndef OPGEN_TESTS_TENSORFLOW_GRAPHS_H
#define OPGEN_TESTS_TENSORFLOW_GRAPHS_H

#include "model/model.h"
#include "support/reading.h"

#include <stdint.h>

/* Messages of TensorFlow, put together for tests. */

/* Numbers of fields. */
enum {
	GRAPH_NODE = 1,
	GRAPH_LIBRARY = 2,
	GRAPH_VERSIONS = 4,
	NODE_NAME = 1,
	NODE_OP = 2,
	NODE_INPUT = 3,
	NODE_ATTR = 5,
	VALUE_LIST = 1,
	VALUE_S = 2,
	VALUE_I = 3,
	VALUE_B = 5,
	VALUE_TYPE = 6,
	VALUE_SHAPE = 7,
	VALUE_TENSOR = 8,
	VALUE_FUNC = 10,
	LIST_S = 2,
	LIST_I = 3,
	LIST_F = 4,
	LIST_B = 5,
	LIST_TYPE = 6,
	LIST_SHAPE = 7,
	SHAPE_DIM = 2,
	SHAPE_UNKNOWN_RANK = 3,
	TENSOR_DTYPE = 1,
	TENSOR_SHAPE = 2,
	TENSOR_CONTENT = 4,
	FUNCTION_SIGNATURE = 1,
	FUNCTION_NODE = 3,
	FUNCTION_ARG_ATTR = 7,
	SIGNATURE_NAME = 1,
	SIGNATURE_INPUT = 2,
	META_INFORMATION = 1,
	META_GRAPH = 2,
	INFORMATION_TAGS = 4,
	SAVED_META = 2
};

extern const struct bytes nothing;

/* Reads a file of those bytes, called t.pb. */
void tensorflow_begin(struct reading *reading, struct bytes bytes);

/* An attribute of a node; one that is a type. */
struct bytes attribute(struct arena *arena, const char *key, struct bytes value);
struct bytes type_attribute(struct arena *arena, const char *key, uint64_t type);

/* The extents of a shape: "1,-1,3". */
struct bytes dims(struct arena *arena, const char *extents);

/* A node, whose inputs are separated by blanks; such a node as a graph has it. */
struct bytes node(struct arena *arena, const char *name, const char *op,
	const char *inputs, struct bytes attributes);
struct bytes graph_node(struct arena *arena, const char *name, const char *op,
	const char *inputs, struct bytes attributes);

#endif
