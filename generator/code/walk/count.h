#ifndef OPGEN_CODE_COUNT_H
#define OPGEN_CODE_COUNT_H

#include "code/statements/build.h"
#include "code/walk/cost.h"
#include "code/walk/walks.h"

/* What functions do in one call, and the bytes that they hold, exactly, from their
   statements. Reads are of operands and constants, writes of operands; accesses to the
   stack are not counted. */

struct counting {
	struct walks walks;
	struct walk_tool tool;
	struct code_sink sink; /* for a builder: counts functions as they come */
	struct arena *arena;
	/* The latest function that computes the whole operation from its arguments. */
	const struct function *whole;
	uint64_t constant_bytes; /* of the constants seen so far */
	const struct variable **constant;
	size_t nconstant;
};

/* The structure must not move while its sink is used. */
void count_begin(struct counting *counting, struct arena *arena);

/* The cost of the operation, once its functions have been taken; 0 if they cannot be
   walked, which the proof reports. */
struct cost count_end(struct counting *counting);

/* Whether a function computes an operation's output from its inputs as the caller has
   them, none of them packed. */
bool computes_whole(const struct function *function);

#endif
