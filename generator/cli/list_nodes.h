#ifndef OPGEN_CLI_LIST_NODES_H
#define OPGEN_CLI_LIST_NODES_H

struct candidates;
struct out;

/* Puts a model's candidates after candidates_try: which are ready, or why not, with
   totals; a table for people. */
void list_nodes_table(const struct candidates *candidates, struct out *out);

/* Puts what a graph makes of each of its nodes. */
void list_graph_table(const struct candidates *candidates, struct out *out);

#endif
