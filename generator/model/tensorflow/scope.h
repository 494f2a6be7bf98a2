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
	TENSORFLOW_NAMES = 64 * 1024 * 1024 /* of nname, at most */
};

/* A graph and its functions on their way to a model. */
struct tensorflow_graph {
	struct source *source;
	struct arena *arena;
	int32_t producer; /* the version of the program that wrote it; 0: not given */
	struct model_node *node;
	size_t nnode;
	struct value *value; /* grows */
	size_t nvalue;
	size_t nname;   /* bytes of names that were put together */
	size_t noutput; /* places for outputs */
};

/* Nodes that can name each other: those of the graph, or of one function. */
struct tensorflow_scope {
	struct tensorflow_graph *graph;
	const struct Tensorflow__Function *function; /* NULL: the graph itself */
	struct bytes name;                           /* the function's */
	struct Tensorflow__Node **stated;
	struct model_node *node; /* as many */
	int64_t **output;        /* theirs */
	const struct tensorflow_operation **operation;
	size_t nnode, first; /* the first one's number in the model */
	struct name_index names;
	struct name_index arguments; /* of the function, by their values' numbers */
};

#endif
