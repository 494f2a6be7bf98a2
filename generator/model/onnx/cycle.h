#ifndef OPGEN_MODEL_ONNX_CYCLE_H
#define OPGEN_MODEL_ONNX_CYCLE_H

#include <stddef.h>

struct model_node;
struct value;

/* A node whose inputs wait for its own outputs, or for those of such a node, gets that as
   its fault. */
void onnx_fault_cycles(struct model_node *node, size_t nnode, const struct value *value);

#endif
