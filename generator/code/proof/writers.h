#ifndef OPGEN_CODE_WRITERS_H
#define OPGEN_CODE_WRITERS_H

#include "code/proof/reach.h"
#include "code/statements/build.h"
#include "code/walk/walks.h"

/* Which function stores which bytes of the outputs: found by walking through the
   statements, for all passes of all loops. The stores of inlined functions belong to
   their callers. */

/* Bytes of an output that a function stores. */
struct written {
	const struct operand *output;
	size_t function; /* its number */
	struct region region;
};

struct writers {
	struct walks walks;
	struct walk_tool tool;
	struct code_sink sink; /* for a builder, which hands functions to it */
	struct arena *arena;
	struct reaches set;  /* of the functions that are being walked */
	struct reaches part; /* those of one access */
	/* The latest function that computes the whole operation from its arguments. */
	const struct function *whole;
};

/* It must not be moved as long as its sink is used. */
void writers_begin(struct writers *writers, struct arena *arena);

/* What the operation's functions store, after they have been taken; NULL with *n 0
   where the code cannot be followed, or there are too many sets. */
const struct written *writers_end(struct writers *writers, size_t *n);

#endif
