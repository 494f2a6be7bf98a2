#ifndef OPGEN_SPEC_IDENTITY_H
#define OPGEN_SPEC_IDENTITY_H

#include "spec/node.h"

/* What functions, the nodes of a graph and the graph itself have in common. Each function
   reports what is wrong and returns false. */

/* Reports a required key that is missing; example shows a member that would do. */
bool reader_require(struct reader *r, const json_t *object, const char *key,
	const char *example, const struct place *where);

/* Reads the name, or makes one from the file's name, with the index unless that is -1. */
bool reader_name(struct reader *r, const json_t *object, long index, struct node *node);

/* Read the operation and its version; the operator set alone; the options; the layouts
   of operands. */
bool reader_identity(struct reader *r, const json_t *object, struct node *node);
bool reader_opset(struct reader *r, const json_t *object, struct node *node);
bool reader_options(struct reader *r, const json_t *object, struct node *node);
bool reader_layouts(struct reader *r, const json_t *object, struct node *node);

#endif
