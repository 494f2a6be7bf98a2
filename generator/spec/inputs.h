#ifndef OPGEN_SPEC_INPUTS_H
#define OPGEN_SPEC_INPUTS_H

#include "spec/node.h"

/* An upper bound of the number of tensors in a node's inputs. */
size_t reader_count_inputs(const json_t *node);

/* Reads a node's inputs, which are tensors. */
bool reader_inputs(struct reader *r, const json_t *object, struct node *node);

/* An upper bound of the number of tensors in the inputs of a node's object. */
size_t reader_count_inputs(const json_t *node);

/* Reads a list of extents. */
bool reader_shape(struct reader *r, const char *name, const json_t *list,
	struct tensor *tensor, const struct place *where);

#endif
