#ifndef OPGEN_CLI_LIST_JSON_H
#define OPGEN_CLI_LIST_JSON_H

#include <stdbool.h>

struct candidates;
struct network;
struct out;

/* The list of a model's candidates for programs: as list_nodes_table() puts it; or, of a
   graph, as list_graph_table() does, with its steps if it can be compiled. */
void list_nodes_json(const struct candidates *candidates, bool graph,
	const struct network *network, struct out *out);

#endif
