#ifndef OPGEN_MODEL_OPENVINO_EDGES_H
#define OPGEN_MODEL_OPENVINO_EDGES_H

#include "model/openvino/ir.h"

#include <stdbool.h>

struct arena;
struct source;

/* Follows the edges: each input port's value becomes that of the output port at the
   other end of its edge, or NO_VALUE without an edge. The values of output ports are
   numbered already. Reports the first edge to nowhere, the first duplicate id, or a
   circle, and returns false. */
bool ir_join(struct ir *ir, struct source *source, struct arena *arena);

#endif
