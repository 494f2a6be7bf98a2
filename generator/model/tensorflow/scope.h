#ifndef OPGEN_MODEL_TENSORFLOW_SCOPE_H
#define OPGEN_MODEL_TENSORFLOW_SCOPE_H

#include "model/model.h"
#include "model/name_index.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct Tensorflow__Function;
struct Tensorflow__Node;
struct arena;
struct source;
struct tensorflow_operation;

enum {
	TENSORFLOW_NAMES = 64 * 1024 * 1024 /* bytes of nname at most */
};

/* The state while a model is made of a graph and its functions. */
struct tensorflow_graph {
	struct source *source;
	struct arena *arena;
	struct arena *tables; /* of the model */
	int32_t producer;     /* the version of the program that wrote it; 0: not given */
	struct model_node *node;
	size_t nnode;
	struct value *value; /* grows */
	size_t nvalue;
	size_t nname;   /* bytes of names such as "NODE:1" that are not in the file */
	size_t noutput; /* outputs of all nodes so far */
};

/* Nodes that can name each other: those of the graph, or of one function. */
struct tensorflow_scope {
	struct tensorflow_graph *graph;
	const struct Tensorflow__Function *function; /* NULL: the graph itself */
	struct bytes name;                           /* the function's */
	struct Tensorflow__Node **stated;
	struct model_node *node; /* the model's nodes, in the same order */
	int64_t **output;        /* of each node, the values of its outputs */
	const struct tensorflow_operation **operation;
	size_t nnode, first; /* first: the number of the first node in the model */
	struct name_index names;
	struct name_index arguments; /* of the function; which: the value's number */
};

#endif
