#ifndef OPGEN_SPEC_ATTRIBUTES_H
#define OPGEN_SPEC_ATTRIBUTES_H

#include "spec/node.h"

/* Reads a node's attributes. */
bool reader_attributes(struct reader *r, const json_t *object, struct node *node);

#endif
