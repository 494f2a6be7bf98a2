#ifndef OPGEN_MODEL_TENSORFLOW_GRAPH_H
#define OPGEN_MODEL_TENSORFLOW_GRAPH_H

#include <stdbool.h>

struct Tensorflow__Graph;
struct tensorflow_graph;

/* Makes the nodes and values of a graph and of its functions. Reports a graph beyond
   the limits of model/limits.h and returns false. */
bool tensorflow_graph_read(
	struct tensorflow_graph *graph, const struct Tensorflow__Graph *stated);

#endif
