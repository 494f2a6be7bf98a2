#ifndef OPGEN_MODEL_OPENVINO_EDGES_H
#define OPGEN_MODEL_OPENVINO_EDGES_H

#include "model/openvino/ir.h"

#include <stdbool.h>

struct arena;
struct source;

/* Follows the edges: each input port's value becomes that of the output port that an edge
   leads from, or stays NO_VALUE. The values of output ports are numbered already. Reports
   the first edge that leads nowhere, the first id that is there twice, and a circle, and
   returns false. */
bool ir_join(struct ir *ir, struct source *source, struct arena *arena);

#endif
