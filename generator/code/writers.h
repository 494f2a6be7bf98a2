#ifndef OPGEN_CODE_WRITERS_H
#define OPGEN_CODE_WRITERS_H

#include "code/build.h"
#include "code/reach.h"
#include "code/walks.h"

/* Which function stores which bytes of the outputs: read off the statements, for all
   passes of all loops. What callers take in belongs to them. */

/* Bytes of an output that a function stores. */
struct written {
	const struct operand *output;
	size_t function; /* its number */
	struct region region;
};

struct writers {
	struct walks walks;
	struct walk_tool tool;
	struct code_sink sink; /* for a builder: takes functions as they come */
	struct arena *arena;
	struct reaches set; /* of functions that are gone through */
	struct reach *part; /* room for those of an access */
	/* The newest function that computes the operation of arguments alone. */
	const struct function *whole;
};

/* It stays where it is as long as its sink is used. */
void writers_begin(struct writers *writers, struct arena *arena);

/* The sets of the operation, once its functions have been taken; none where the code
   cannot be gone through, or where there are too many. */
const struct written *writers_end(struct writers *writers, size_t *n);

#endif
