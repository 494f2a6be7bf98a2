#ifndef OPGEN_SPEC_REORDER_H
#define OPGEN_SPEC_REORDER_H

#include <stddef.h>

struct node;

/* Lets node order[i] be node i, for each of n; the order is used up. */
void nodes_reorder(struct node *node, size_t *order, size_t n);

#endif
