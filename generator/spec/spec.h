#ifndef OPGEN_SPEC_SPEC_H
#define OPGEN_SPEC_SPEC_H

#include "base/dtype.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct place;

/* The most dimensions of a tensor, batch and channels included. */
enum {
	MAX_RANK = 8
};

/* A tensor that a node refers to: run-time data, or a constant baked into the code. */
struct tensor {
	enum dtype dtype; /* DTYPE_NONE: the node's own element type */
	int rank;
	int64_t shape[MAX_RANK];
	int64_t nelement; /* product of shape; fits 62 bits, and times 16 it fits 63 */
	/* The elements, row-major, each in the machine's own representation of its type
	   (halves as bits, bool as 0 or 1, complex as two floats); NULL at run time. */
	const void *constant;
	bool splat; /* `constant` is a single element, to which all are equal */
	const struct place *where; /* the place of the tensor in the text */

	/* In a graph: its name in the file, NULL for a constant written inline; and
	   whether a node makes it, which then determines its type and shape. */
	const char *name;
	bool made;
};

enum attribute_type {
	ATTRIBUTE_INT,
	ATTRIBUTE_FLOAT,
	ATTRIBUTE_STRING,
	ATTRIBUTE_INTS,
	ATTRIBUTE_FLOATS,
	ATTRIBUTE_STRINGS
};

/* A named value of a node, as in the file; whether the op has it is for check.h. JSON
   cannot tell an empty list of integers from one of floats or strings, and 2 is read as
   an INT: where an op wants FLOAT, an INT is accepted, and INTS for FLOATS. 2.0 is a
   FLOAT, and a list with such a number is FLOATS. */
struct attribute {
	const char *name;
	enum attribute_type type;
	int64_t i;           /* ATTRIBUTE_INT */
	double f;            /* ATTRIBUTE_FLOAT, finite */
	const char *s;       /* ATTRIBUTE_STRING; no NUL inside */
	const int64_t *ints; /* ATTRIBUTE_INTS */
	size_t nint;
	const double *floats; /* ATTRIBUTE_FLOATS, finite */
	size_t nfloat;
	const char *const *strings; /* ATTRIBUTE_STRINGS; no NUL inside */
	size_t nstring;
	const struct place *where;
};

enum {
	NO_PART = -1
};

#define NO_TENSOR SIZE_MAX

/* One input of a node; a list of tensors is several inputs with the same name. */
struct input {
	const char *name; /* the op's own name for it: "X", "block_shape" */
	int part;         /* for a variadic input: its index in the list; else NO_PART */
	size_t tensor;    /* its index in the spec's table */
	const struct place *where;
};

/* A setting that the command line can override. */
struct option {
	const char *name;  /* "target", "numerics", "unroll" */
	const char *value; /* NULL: not a string, which has been reported */
	const struct place *where;
};

/* One operation as in the file: names not yet looked up, no defaults filled in. */
struct node {
	const char *name;  /* the emitted function's, legal; NULL: refused and reported */
	const char *title; /* in a graph: its name in the model, where `name` is a part of
			      it; or NULL */
	const char *op;
	const char *domain; /* NULL: not given */
	bool has_opset;
	int64_t opset;
	enum dtype dtype; /* DTYPE_NONE only when the node is partial */

	/* Parts of it could not be read, which has been reported. What is there can be
	   checked; what is missing means nothing. */
	bool partial;

	const struct input *input;
	size_t ninput;
	const char *const *output; /* the outputs asked for, by the op's names; NULL:
				      none at this place */
	size_t noutput; /* 0: not given, which means those that are not optional */
	/* In a graph: indices of the tensors that it makes, by the places of the op's
	   outputs; NO_TENSOR: it does without this one. */
	const size_t *result;
	size_t nresult;
	const struct attribute *attribute;
	size_t nattribute;
	const struct option *option;
	size_t noption;
	const struct option *layout; /* of its operands: the name, and "NHWC" */
	size_t nlayout;

	const struct tensor *declared; /* the output's shape as a model declares it, -1
					  where it is open; NULL: not declared */

	const struct place *where;
};

/* Nodes that are one function together. */
struct graph {
	struct node function; /* its name, place and inputs; nothing else is set */
	const size_t *output; /* tensors, in the order of the arguments */
	size_t noutput;
	/* For each of the spec's nodes, its number in the model; NULL: not from a
	   model. */
	const size_t *origin;
};

/* A file's nodes and the tensors that they refer to. */
struct spec {
	const struct node
		*node; /* in a graph: makers of a tensor come before its readers */
	size_t nnode;
	const struct graph *graph; /* NULL: each node is a function of its own */
	const struct tensor *tensor;
	size_t ntensor;
	const char *const *file; /* every other file that was read, for the depfile */
	size_t nfile;
	const struct option *layout; /* of operands of every node, over the nodes' own */
	size_t nlayout;
};

#endif
