#ifndef OPGEN_MODEL_ONNX_FLATTEN_H
#define OPGEN_MODEL_ONNX_FLATTEN_H

#include "model/onnx/node.h"
#include "model/onnx/onnx.pb-c.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct protobuf;
struct source;

/* A graph in which calls of the model's own functions are replaced by the nodes of those,
   and each If follows the nodes of its branches. Its inputs are then the condition, the
   outputs of then_branch, and those of else_branch; it has no attributes.

   What a function or a branch defines as NAME is called NAME#N, N being the number of the
   call or branch, counted from 1; with more than one "#" where the graph has names that
   end like this. */
struct onnx_flat {
	Onnx__Graph graph;
	/* Of each node: the operator set that it is of; and why it could not be replaced,
	   as the end of a message, or NULL. */
	const struct onnx_opset **opset;
	const char **fault;
	size_t nunread; /* functions that are called and cannot be unpacked */
};

/* opset: of the model's graph. Reports a graph beyond the limits of any (model/limits.h),
   and returns false. */
bool onnx_flatten(struct onnx_flat *flat, const Onnx__Model *model,
	const struct onnx_opset *opset, struct protobuf *protobuf, struct source *source,
	struct arena *arena);

#endif
