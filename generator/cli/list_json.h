#ifndef OPGEN_CLI_LIST_JSON_H
#define OPGEN_CLI_LIST_JSON_H

struct candidates;
struct out;

/* The list of a model's candidates, as list_nodes_table() puts it, for programs. */
void list_nodes_json(const struct candidates *candidates, struct out *out);

#endif
