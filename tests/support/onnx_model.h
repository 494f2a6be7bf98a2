#ifndef OPGEN_TESTS_ONNX_MODEL_H
#define OPGEN_TESTS_ONNX_MODEL_H

#include "support/rows.h"

#include <stdlib.h>
#include <string.h>

#include "model/model.h"

/* Field numbers of onnx.proto. */
enum {
	MODEL_GRAPH = 7,
	MODEL_OPSET_IMPORT = 8,
	MODEL_FUNCTIONS = 25,
	GRAPH_NODE = 1,
	GRAPH_INITIALIZER = 5,
	GRAPH_INPUT = 11,
	GRAPH_OUTPUT = 12,
	GRAPH_VALUE_INFO = 13,
	GRAPH_SPARSE_INITIALIZER = 15,
	NODE_INPUT = 1,
	NODE_OUTPUT = 2,
	NODE_NAME = 3,
	NODE_OP_TYPE = 4,
	NODE_ATTRIBUTE = 5,
	NODE_DOMAIN = 7,
	ATTR_NAME = 1,
	ATTR_F = 2,
	ATTR_I = 3,
	ATTR_S = 4,
	ATTR_T = 5,
	ATTR_G = 6,
	ATTR_FLOATS = 7,
	ATTR_INTS = 8,
	ATTR_STRINGS = 9,
	ATTR_GRAPHS = 11,
	ATTR_TYPE = 20,
	ATTR_REF = 21,
	TENSOR_DIMS = 1,
	TENSOR_DATA_TYPE = 2,
	TENSOR_NAME = 8,
	TENSOR_RAW_DATA = 9,
	FUNCTION_NAME = 1,
	FUNCTION_INPUT = 4,
	FUNCTION_OUTPUT = 5,
	FUNCTION_NODE = 7,
	FUNCTION_OPSET_IMPORT = 9,
	FUNCTION_DOMAIN = 10,
	FUNCTION_ATTRIBUTE_PROTO = 11
};

/* A model as text (model_text.h), or the messages about it. */
struct reading {
	int64_t opset; /* --opset */
	struct arena arena;
	struct source source;
	struct model model;
	bool good;
	const char *text;
};

/* Reads a file of tests/models/onnx, or bytes, called m.onnx in messages. */
void read_file(struct reading *reading, const char *name);
void read_bytes(struct reading *reading, struct bytes model);
void end(struct reading *reading);

/* Asserts that the text has that line. */
void assert_line(const struct reading *reading, const char *line);

/* A model of operator set 13, or of another, with a graph of these fields. */
struct bytes model_of(struct arena *arena, struct bytes graph);
struct bytes model_of_opset(struct arena *arena, uint64_t opset, struct bytes graph);

/* The fields of a graph, told in words: statements with ";" between, of

       node OP INPUTS OUTPUTS [NAME [ATTRIBUTES]]
					 node Conv X,W,B c conv group=2 pads=[1,1]
       input NAME TYPE EXTENTS           input X 1 N,4,-1
       output, info                      likewise
       constant NAME TYPE EXTENTS [RAW]  constant W 2 3,1 0a0b0c

   where "-" is nothing, a type is the number that onnx.proto gives it, and RAW is
   hexadecimal. */
struct bytes graph_of(struct arena *arena, const char *words);

#endif
