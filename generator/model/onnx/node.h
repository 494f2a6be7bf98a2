#ifndef OPGEN_MODEL_ONNX_NODE_H
#define OPGEN_MODEL_ONNX_NODE_H

#include <stdint.h>

struct Onnx__Node;
struct arena;
struct model_node;

/* The version of the operator set ai.onnx that a file's nodes are of. */
struct onnx_opset {
	int64_t version;   /* 0: not given */
	const char *fault; /* why no node of ai.onnx can be used, or NULL */
};

/* Fills in all of a node but its inputs and outputs. */
void onnx_node(struct model_node *node, const struct Onnx__Node *message,
	const struct onnx_opset *opset, struct arena *arena);

#endif
