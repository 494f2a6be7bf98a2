#ifndef OPGEN_CLI_LIST_NODES_H
#define OPGEN_CLI_LIST_NODES_H

struct candidates;
struct out;

/* Puts a table of a model's candidates, after candidates_try: which are ready, or why
   not, with totals. */
void list_nodes_table(const struct candidates *candidates, struct out *out);

/* Puts a table of what becomes of each node of a graph. */
void list_graph_table(const struct candidates *candidates, struct out *out);

#endif
