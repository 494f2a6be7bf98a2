#ifndef OPGEN_NETWORK_DRAW_GRAPH_H
#define OPGEN_NETWORK_DRAW_GRAPH_H

#include <stdint.h>

struct arena;

/* A drawn graph of one to three images of [2, 9, 9], as the members of a spec's "graph":
   convolutions, pools and products with pointwise nodes behind them, and what brings
   tensors together. The same number gives the same graph. */
const char *draw_graph(uint64_t number, struct arena *arena);

#endif
