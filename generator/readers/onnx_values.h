#ifndef OPGEN_READERS_ONNX_VALUES_H
#define OPGEN_READERS_ONNX_VALUES_H

#include <stddef.h>

struct Onnx__Graph;
struct arena;
struct model_node;
struct value;

/* How often a graph names a tensor. */
size_t onnx_count_names(const struct Onnx__Graph *graph);

/* Makes the values of a graph, in the order of their names, from everything that it says
   of them, and sets the inputs and outputs of its nodes, which are in the order of the
   message. What contradicts itself becomes a fault of the value, and of the node that
   makes it. */
const struct value *onnx_values(const struct Onnx__Graph *graph, struct model_node *node,
	size_t *nvalue, struct arena *arena);

#endif
