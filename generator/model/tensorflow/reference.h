#ifndef OPGEN_MODEL_TENSORFLOW_REFERENCE_H
#define OPGEN_MODEL_TENSORFLOW_REFERENCE_H

#include "model/model.h"

#include <stddef.h>
#include <stdint.h>

struct tensorflow_scope;

/* What an input of a node means. */
struct tensorflow_reference {
	enum {
		REFERENCE_NONE, /* nothing that exists: fault says why */
		REFERENCE_CONTROL,
		REFERENCE_ARGUMENT, /* which: the value */
		REFERENCE_OUTPUT    /* which: the node in the scope; output: its output */
	} kind;
	size_t which;
	int64_t output;
	const char *fault;
};

/* Finds what an input means. */
struct tensorflow_reference tensorflow_refer(
	const struct tensorflow_scope *scope, struct bytes input);

#endif
