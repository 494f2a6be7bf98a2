#ifndef OPGEN_NETWORK_NAME_H
#define OPGEN_NETWORK_NAME_H

#include "base/hash_table.h"
#include "network/network.h"

/* Names in C for the steps and tensors of a graph, whose own names are any text. */

struct arena;

/* The names of the steps of a spec's nodes, after the node, or after the first tensor
   that it makes, by the last parts that tell it apart. No two of them are the same. */
struct step_name {
	const char *name, *title; /* as of a step */
};
struct step_name *network_name_steps(const struct spec *spec, struct arena *arena);

/* The name of a step's function without a prefix. */
const char *network_step_name(const struct network *network,
	const struct network_step *step, struct arena *arena);

/* Names of tensors, to be looked up, but for case. */
struct tensor_names {
	struct hash_table hash;
	size_t *tensor;
	size_t n;    /* those that are in the table */
	size_t seen; /* tensors that were looked at */
};

/* A name like this one that no tensor before the last one has, and no argument that is no
   tensor. The last one is to get it. */
const char *network_free_name(struct tensor_names *names, const struct network *network,
	const char *name, struct arena *arena);

/* What the operations of two steps are together: "Conv-11 + Relu-14". That of a node of
   which both are parts is named once. */
const char *network_join_titles(const struct network_step *from,
	const struct network_step *to, struct arena *arena);

/* Names those operands of merged steps, and of an operation's parts, after their places
   whose names another operand or an output has: parts that are read from two Gathers are
   `data` both, a Pow's exponent is called Y, as the output of most steps after it, and a
   part that makes targets of another type may call them as the operation's input is. */
void network_name_operands(struct plan *plan, struct arena *arena);

/* Names the tensors, which become arguments and variables of one function (variables by
   their last parts), beside its argument "workspace" and, if it takes them, "constants";
   sets the titles that comments show, and the bytes. */
void network_name_tensors(struct network *network, const struct tensor *tensor,
	bool takes_constants, struct arena *arena);

#endif
