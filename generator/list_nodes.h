#ifndef OPGEN_LIST_NODES_H
#define OPGEN_LIST_NODES_H

struct nodes;
struct out;

/* Puts a model's candidates after nodes_try: which are ready, or why not, with totals;
   for people, as a table, or for programs, as JSON. */
void list_nodes_table(const struct nodes *nodes, struct out *out);
void list_nodes_json(const struct nodes *nodes, struct out *out);

#endif
