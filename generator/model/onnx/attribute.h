#ifndef OPGEN_MODEL_ONNX_ATTRIBUTE_H
#define OPGEN_MODEL_ONNX_ATTRIBUTE_H

struct Onnx__Node;
struct arena;
struct model_node;

/* Sets a node's attributes to those of the message. What is wrong with one of them
   becomes the node's fault. */
void onnx_attributes(
	struct model_node *node, const struct Onnx__Node *message, struct arena *arena);

#endif
