#ifndef OPGEN_MODEL_TENSORFLOW_OPERATIONS_H
#define OPGEN_MODEL_TENSORFLOW_OPERATIONS_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

enum {
	TENSORFLOW_OUTPUTS = 6
};

/* What has to be known of TensorFlow's operations to tell one output of a node from
   another: their definitions are not in the file. */
struct tensorflow_operation {
	const char *name;
	const char *type; /* the attribute that names the first output's type, or NULL */
	/* The outputs' names, NULL at the end; none listed: there is one output, whatever
	   its name. */
	const char *output[TENSORFLOW_OUTPUTS];
	bool is_list; /* the only output is a list of tensors */
	bool is_ours; /* opgen compiles it; its type is that of its first input too */
};

/* The operation of that name, or NULL when nothing is known of it. */
const struct tensorflow_operation *tensorflow_operation_find(struct bytes name);

/* Which output of a node "NODE:output:k" is, inside of a function, counted over all. -1:
   there is none. Of an operation that is not known it is k. */
int64_t tensorflow_output(
	const struct tensorflow_operation *operation, struct bytes output, int64_t k);

#endif
