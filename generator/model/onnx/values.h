#ifndef OPGEN_MODEL_ONNX_VALUES_H
#define OPGEN_MODEL_ONNX_VALUES_H

#include <stddef.h>

struct Onnx__Graph;
struct arena;
struct model;
struct model_node;

/* How many places of a graph name a tensor, empty names included. */
size_t onnx_count_names(const struct Onnx__Graph *graph);

/* Makes the values of a model's graph, sorted by name, from everything that it states
   about them; sets the model's inputs and outputs, and the inputs and outputs of its
   nodes, which are in the order of the message. A contradiction becomes a fault of the
   value, and of the node that makes it. */
void onnx_values(struct model *model, const struct Onnx__Graph *graph,
	struct model_node *node, struct arena *arena);

#endif
