#ifndef OPGEN_MODEL_OPENVINO_IR_H
#define OPGEN_MODEL_OPENVINO_IR_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A port of a layer. */
struct ir_port {
	int64_t id; /* a label: unique among the layer's inputs, or its outputs */
	bool output;
	struct bytes precision;   /* empty: not given */
	struct model_shape shape; /* not known when it has no dims: a scalar's port looks
				     like one of unknown rank */
	const char *fault;        /* as that of a value */
	size_t layer;             /* the number of its layer */
	int64_t value; /* the number of the value that it gives or takes: ir_values(),
			  ir_join() */
};

/* An element of net/layers. */
struct ir_layer {
	int64_t id;
	struct bytes name, type, version;
	const struct model_attribute *data; /* the attributes of <data> */
	size_t ndata;
	bool has_two_data;
	size_t port, nport; /* its ports, in the order of the document */
	size_t offset;      /* in the text */
};

struct ir_edge {
	int64_t from_layer, from_port, to_layer, to_port; /* ids */
	size_t offset;                                    /* in the text */
};

/* An IR as its text has it. */
struct ir {
	int64_t version;
	struct ir_layer *layer;
	size_t nlayer;
	struct ir_port *port;
	size_t nport;
	struct ir_edge *edge;
	size_t nedge;
	size_t nbody; /* graphs inside of layers, which are not searched */
};

#endif
