#ifndef OPGEN_MODEL_TENSORFLOW_VALUE_H
#define OPGEN_MODEL_TENSORFLOW_VALUE_H

#include "model/model.h"

#include <stddef.h>
#include <stdint.h>

struct tensorflow_scope;

/* These make a value, and return its number. */

/* Output k of a node of the scope. */
int64_t tensorflow_output_value(struct tensorflow_scope *scope, size_t node, int64_t k);

/* An input that means nothing. */
int64_t tensorflow_faulty_value(
	struct tensorflow_scope *scope, struct bytes input, const char *fault);

/* All arguments of the scope's function, which go into scope->arguments. */
void tensorflow_argument_values(struct tensorflow_scope *scope);

#endif
