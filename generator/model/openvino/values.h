#ifndef OPGEN_MODEL_OPENVINO_VALUES_H
#define OPGEN_MODEL_OPENVINO_VALUES_H

#include "model/openvino/ir.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct source;

/* Makes a value of each output port, in the order of the ports, with what the port and
   the layer's data say of it, and numbers the ports. Reports names that take too much
   room and returns false. */
bool ir_values(struct ir *ir, struct value **value, size_t *nvalue, struct source *source,
	struct arena *arena);

#endif
