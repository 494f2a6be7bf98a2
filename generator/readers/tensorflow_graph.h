#ifndef OPGEN_READERS_TENSORFLOW_GRAPH_H
#define OPGEN_READERS_TENSORFLOW_GRAPH_H

#include "model.h"
#include "readers/name_index.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct Tensorflow__Function;
struct Tensorflow__Graph;
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
	int32_t producer; /* the version of the program that wrote it; 0: not said */
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

/* What an input of a node means. */
struct tensorflow_reference {
	enum {
		REFERENCE_NONE, /* nothing that is there: fault says why */
		REFERENCE_CONTROL,
		REFERENCE_ARGUMENT, /* which: the value */
		REFERENCE_OUTPUT    /* which: the node in the scope; and its output */
	} kind;
	size_t which;
	int64_t output;
	const char *fault;
};

/* Makes the model's nodes and values of a graph and its functions. Reports a graph that
   is larger than makes sense and returns false. */
bool tensorflow_graph_read(
	struct tensorflow_graph *graph, const struct Tensorflow__Graph *stated);

/* Finds what an input means: tensorflow_reference.c. */
struct tensorflow_reference tensorflow_refer(
	const struct tensorflow_scope *scope, struct bytes input);

/* These make a value, and return its number: tensorflow_value.c. */

/* Output k of a node of the scope. */
int64_t tensorflow_output_value(struct tensorflow_scope *scope, size_t node, int64_t k);

/* An input that means nothing. */
int64_t tensorflow_faulty_value(
	struct tensorflow_scope *scope, struct bytes input, const char *fault);

/* All arguments of the scope's function, which go into scope->arguments. */
void tensorflow_argument_values(struct tensorflow_scope *scope);

#endif
