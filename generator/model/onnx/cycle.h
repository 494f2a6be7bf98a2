#ifndef OPGEN_MODEL_ONNX_CYCLE_H
#define OPGEN_MODEL_ONNX_CYCLE_H

#include <stddef.h>

struct model_node;
struct value;

/* Sets the fault of each node whose inputs depend on its own outputs, or on those of such
   a node. */
void onnx_fault_cycles(struct model_node *node, size_t nnode, const struct value *value);

#endif
