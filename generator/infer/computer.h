#ifndef OPGEN_INFER_COMPUTER_H
#define OPGEN_INFER_COMPUTER_H

#include "base/dtype.h"
#include "ops/shape/dims.h"

#include <stddef.h>
#include <stdint.h>

struct arena;

/* An output of a node that was computed. */
struct computed {
	enum dtype dtype;
	size_t rank;
	int64_t extent[KNOWN_RANK];
	const void *elements; /* as shapes_elements() returns them */
};

/* Computes nodes whose inputs are all known, in place of rules. */
struct computer {
	/* Computes the outputs of a node, which has at most `most`, from shapes as far as
	   they are inferred; how many there are, or 0 if it does not. Elements live in
	   the arena. */
	size_t (*compute)(void *context, size_t node, struct computed *output,
		size_t most, struct arena *arena);
	void *context;
};

enum {
	COMPUTED_BYTES = 1 << 16 /* of a node's outputs, at most */
};

#endif
