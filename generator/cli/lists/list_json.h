#ifndef OPGEN_CLI_LIST_JSON_H
#define OPGEN_CLI_LIST_JSON_H

struct candidates;
struct network;
struct out;

/* The list of a model's candidates, as list_nodes_table() puts it, for programs. */
void list_nodes_json(const struct candidates *candidates, struct out *out);

/* That of a graph, as list_graph_table() puts it, with the steps of its network; NULL: it
   cannot be compiled. */
void list_graph_json(const struct candidates *candidates, const struct network *network,
	struct out *out);

#endif
