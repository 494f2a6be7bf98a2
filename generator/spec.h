#ifndef OPGEN_SPEC_H
#define OPGEN_SPEC_H

#include "dtype.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct place;

/* Dimensions of a tensor at most, batch and channels included. */
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
	const struct place *where; /* the whole tensor in the text */
};

enum attribute_type {
	ATTRIBUTE_INT,
	ATTRIBUTE_FLOAT,
	ATTRIBUTE_STRING,
	ATTRIBUTE_INTS
};

/* A named value of a node, as the file has it; check.h knows whether the op has it.
   JSON cannot tell an empty list of integers from another, and reads 2 as an INT: where
   an op wants FLOAT, an INT is taken as one. 2.0 is a FLOAT. */
struct attribute {
	const char *name;
	enum attribute_type type;
	int64_t i;           /* ATTRIBUTE_INT */
	double f;            /* ATTRIBUTE_FLOAT, finite */
	const char *s;       /* ATTRIBUTE_STRING; no NUL inside */
	const int64_t *ints; /* ATTRIBUTE_INTS */
	size_t nint;
	const struct place *where;
};

/* One input of a node. */
struct input {
	const char *name; /* the op's own name for it: "X", "block_shape" */
	size_t tensor;    /* its place in the spec's table */
	const struct place *where;
};

/* A default for something that the command line can also say. */
struct option {
	const char *name;  /* "target", "numerics", "unroll" */
	const char *value; /* NULL: no string, which has been reported */
	const struct place *where;
};

/* One operation as the file has it: names not yet looked up, nothing filled in. */
struct node {
	const char *name; /* the emitted function, legal; NULL: refused and reported */
	const char *op;
	const char *domain; /* NULL: not said */
	bool has_opset;
	int64_t opset;
	enum dtype dtype; /* DTYPE_NONE only when the node is partial */

	/* Parts of it could not be read, which has been reported. What is there can be
	   checked, but nothing may be made of what is not. */
	bool partial;

	const struct input *input;
	size_t ninput;
	const char *const *output; /* the outputs asked for, by the op's names */
	size_t noutput;            /* 0: nothing is said, which asks for the first */
	const struct attribute *attribute;
	size_t nattribute;
	const struct option *option;
	size_t noption;

	const struct tensor *declared; /* the output's shape as a model declares it, -1
					  where it is open; NULL: nothing is declared */

	const struct place *where;
};

/* A file's nodes and the tensors that they refer to. */
struct spec {
	const struct node *node;
	size_t nnode;
	const struct tensor *tensor;
	size_t ntensor;
	const char *const *file; /* every other file that was read, for the depfile */
	size_t nfile;
};

#endif
