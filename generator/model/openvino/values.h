#ifndef OPGEN_MODEL_OPENVINO_VALUES_H
#define OPGEN_MODEL_OPENVINO_VALUES_H

#include "model/openvino/ir.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct source;

/* Makes a value of each output port, in the order of the ports, with what the port and
   the layer's <data> state, and gives each such port its value's number. If the names
   take more than 64 MiB, reports this and returns false. */
bool ir_values(struct ir *ir, struct value **value, size_t *nvalue, struct source *source,
	struct arena *arena);

#endif
