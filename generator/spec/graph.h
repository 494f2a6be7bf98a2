#ifndef OPGEN_SPEC_GRAPH_H
#define OPGEN_SPEC_GRAPH_H

#include "spec/node.h"

struct graph;

/* Reads {"graph": ...} into the reader's nodes and tensors. Reports what is wrong and
   returns false. */
bool reader_graph(struct reader *r, json_t *root, struct graph *graph);

#endif
