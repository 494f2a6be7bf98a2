#ifndef OPGEN_MODEL_ONNX_ONNX_H
#define OPGEN_MODEL_ONNX_ONNX_H

#include <stdbool.h>

struct arena;
struct model;
struct read_request;
struct source;

/* Reads a ModelProto. Values are sorted by name. Calls of the model's own functions, and
   branches of an If, are the nodes inside of them (flatten.h). Nodes inside other nodes
   come after those of the graph, without inputs and outputs, each with a fault that
   says where it is.

   Reports a file that cannot be read as one and returns false. What it allocates lives
   in the arena; the source's text is not needed afterwards. The model must stay where
   it is, and the arena must live, as long as constants are decoded. */
bool onnx_read(struct source *source, struct model *model,
	const struct read_request *request, struct arena *arena);

#endif
