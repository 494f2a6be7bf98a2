#ifndef OPGEN_CODE_COUNT_H
#define OPGEN_CODE_COUNT_H

#include "code/build.h"
#include "code/cost.h"
#include "code/walks.h"

/* What functions do when they run once, and what they hold: read off their statements,
   exactly. Reads are elements of operands and of constants, writes those of operands;
   what is on the stack counts for neither. */

struct counting {
	struct walks walks;
	struct walk_tool tool;
	struct code_sink sink; /* for a builder: counts functions as they come */
	struct arena *arena;
	/* The newest function that computes the operation of arguments alone. */
	const struct function *whole;
	uint64_t constant_bytes; /* of constants that were met */
	const struct variable **constant;
	size_t nconstant;
};

/* The counting stays where it is as long as its sink is used. */
void count_begin(struct counting *counting, struct arena *arena);

/* The cost of the operation, once its functions have been taken; 0 where they cannot be
   gone through, which the proof tells. */
struct cost count_end(struct counting *counting);

/* Whether a function computes an operation's output out of its inputs, none of which is
   in an order of the kernel's own. */
bool computes_whole(const struct function *function);

#endif
