#ifndef OPGEN_MODEL_TENSORFLOW_VALUE_H
#define OPGEN_MODEL_TENSORFLOW_VALUE_H

#include "model/model.h"

#include <stddef.h>
#include <stdint.h>

struct tensorflow_scope;

/* Each makes a value, and returns its number. */

/* For output k of a node of the scope. */
int64_t tensorflow_output_value(struct tensorflow_scope *scope, size_t node, int64_t k);

/* For an input that names nothing; fault says why. */
int64_t tensorflow_faulty_value(
	struct tensorflow_scope *scope, struct bytes input, const char *fault);

/* Makes the values of all arguments of the scope's function, and adds them to
   scope->arguments. */
void tensorflow_argument_values(struct tensorflow_scope *scope);

#endif
