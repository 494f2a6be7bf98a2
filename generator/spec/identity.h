#ifndef OPGEN_SPEC_IDENTITY_H
#define OPGEN_SPEC_IDENTITY_H

#include "spec/node.h"

/* What nodes have in common, whether they are functions, the nodes of a graph, or the
   graph itself. Each reports what is wrong and returns false. */

/* Reports a required key that is not there; example shows one that would do. */
bool reader_require(struct reader *r, const json_t *object, const char *key,
	const char *example, const struct place *where);

/* The name; or what the file's name gives, with the index unless that is -1. */
bool reader_name(struct reader *r, const json_t *object, long index, struct node *node);

/* Which operation of which version it is; the operator set alone; the options. */
bool reader_identity(struct reader *r, const json_t *object, struct node *node);
bool reader_opset(struct reader *r, const json_t *object, struct node *node);
bool reader_options(struct reader *r, const json_t *object, struct node *node);

#endif
