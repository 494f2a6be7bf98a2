#ifndef OPGEN_MODEL_TENSORFLOW_OPERATIONS_H
#define OPGEN_MODEL_TENSORFLOW_OPERATIONS_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

struct op;

enum {
	TENSORFLOW_OUTPUTS = 6
};

/* How the outputs of a TensorFlow operation are named, which a file does not say. */
struct tensorflow_operation {
	const struct op *op; /* NULL: one of which opgen has none */
	const char *name;    /* of that */
	const char *type; /* the attribute that names the first output's type, or NULL */
	/* The outputs' names, NULL at the end; none listed: there is one output, whatever
	   its name. */
	const char *output[TENSORFLOW_OUTPUTS];
	bool is_list;    /* the only output is a list of tensors */
	bool is_checked; /* its first input must have its type, too */
};

/* The operation of that name, or NULL when it is in no table. */
const struct tensorflow_operation *tensorflow_operation_find(struct bytes name);

/* The number of the output that "NODE:output:k" names inside a function, counted over
   all outputs; -1: there is none. For an operation that is in none (NULL) it
   is k. */
int64_t tensorflow_output(
	const struct tensorflow_operation *operation, struct bytes output, int64_t k);

#endif
