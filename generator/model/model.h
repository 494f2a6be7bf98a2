#ifndef OPGEN_MODEL_MODEL_H
#define OPGEN_MODEL_MODEL_H

#include "base/dtype.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct model;

/* The graph of a model as its file (ONNX, TensorFlow, OpenVINO) has it. Nothing is
   chosen, inferred or judged here; a mistake that concerns one node or tensor is kept
   with it, and reported when that is used. */

/* A name from a file: any bytes, including NUL, followed by a NUL. */
struct bytes {
	const char *text;
	size_t size;
};

enum {
	NO_VALUE = -1,
	NO_NODE = -1
};

/* One extent of a shape: a number of elements; or -1, unknown, perhaps with a symbolic
   name. */
struct extent {
	int64_t length;
	struct bytes symbol; /* text NULL: none */
};

/* A shape as a file states it. */
struct model_shape {
	bool known; /* the rank is known */
	size_t rank;
	const struct extent *extent;
};

/* The elements of a constant, as the file encodes them. */
struct encoded;

/* A tensor of the graph: an input, a constant, or what a node makes. */
struct value {
	struct bytes name;
	enum dtype dtype; /* DTYPE_NONE: unknown, or not supported */
	const char
		*foreign; /* the file's name for a type that is not supported, or NULL */
	struct model_shape shape;
	const struct encoded *encoded; /* a constant; NULL: none */
	int64_t producer;              /* the node that makes it, or NO_NODE */
	size_t producer_output;        /* its number among that node's outputs */
	const char *fault; /* why the tensor cannot be used, as the end of a message, or
			      NULL */
};

enum model_attribute_type {
	MODEL_INT,
	MODEL_FLOAT,
	MODEL_STRING,
	MODEL_INTS,
	MODEL_FLOATS,
	MODEL_STRINGS,
	MODEL_TENSOR, /* value: a constant without a name */
	MODEL_OTHER   /* a graph, a type, …: seen, not read */
};

struct model_attribute {
	struct bytes name;
	enum model_attribute_type type;
	int64_t i;
	float f;
	struct bytes s;
	const int64_t *ints;
	const float *floats;
	const struct bytes *strings;
	size_t count;              /* of ints, floats or strings */
	const struct value *value; /* MODEL_TENSOR */
};

struct model_node {
	struct bytes name;     /* may be empty, and need not be unique */
	struct bytes function; /* TensorFlow: the library function it is in; else empty */
	struct bytes op;
	const char *domain;   /* as of an op; NULL: a foreign one */
	int64_t opset;        /* of that domain; 0: the file states none */
	const int64_t *input; /* of the model's values, by position in the operation's
				 schema; NO_VALUE: absent */
	size_t ninput;
	const int64_t *output; /* likewise */
	size_t noutput;
	const struct model_attribute *attribute;
	size_t nattribute;
	const char *fault; /* why it cannot be compiled, as the end of a message, or NULL:
			      say, an attribute given twice, or a place in a subgraph */
};

enum model_kind {
	MODEL_ONNX,
	MODEL_TENSORFLOW,
	MODEL_OPENVINO
};

struct model {
	enum model_kind kind;
	const char *path;              /* as messages print it */
	const struct model_node *node; /* in the order of the file, functions last */
	size_t nnode;
	const struct value *value;
	size_t nvalue;
	/* The numbers of the values that the graph takes, without constants, and of
	   those that it gives, in the file's order. Only ONNX files list them; 0 for
	   the other formats. */
	const int64_t *taken, *given;
	size_t ntaken, ngiven;
	/* Parts of the file that are not searched, as lines for --list-nodes: "12
	   functions". */
	const char *const *unsearched;
	size_t nunsearched;
	const char *unread; /* the one of them about what cannot be read, or NULL */

	/* Decodes a constant of the model: its elements, row-major, in the machine's
	   representation of value->dtype and aligned for it. They live in the arena, or
	   as long as the model. Every extent of value->shape is known when it succeeds,
	   and there are fewer than 2^59 elements. Otherwise it returns NULL and sets
	   *why to the end of a message ("has 12 bytes of data, expected 16 for [2, 2]
	   of float32"). Files that it reads (external data, a .bin) are added to
	   `file`. */
	const void *(*decode)(const struct model *model, const struct value *value,
		struct arena *arena, const char **why);
	void *reader; /* the reader's own */

	/* Has the tables of nodes and values, and of what is known of these. Whatever is
	   made of the model points into none of them. */
	struct arena *tables;

	/* Other files that were read, for the depfile; grows as constants are decoded. */
	const char **file;
	size_t nfile;
};

/* Whether two names are the same bytes; whether a name is this word. */
bool bytes_equal(struct bytes a, struct bytes b);
bool bytes_are(struct bytes a, const char *word);

/* A name as quoted() shows it, and a word as clipped() does (diag/names.h). */
const char *quoted_bytes(struct bytes name, struct arena *arena);
const char *clipped_bytes(struct bytes word, struct arena *arena);

/* A shape in words: "[1, ?, 3]". */
const char *model_shape_text(const struct model_shape *shape, struct arena *arena);

/* The node's attribute of that name, or NULL. */
const struct model_attribute *model_attribute(
	const struct model_node *node, const char *name);

#endif
