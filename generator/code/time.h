#ifndef OPGEN_CODE_TIME_H
#define OPGEN_CODE_TIME_H

#include "code/build.h"
#include "code/walks.h"
#include "target/processor.h"

/* What functions take when they run once, in cycles of a target's processors, roughly:
   statements are put on the processor's units one by one, as early as what they read is
   there, looking ahead as far as it does; loops are run for a few passes, whose pace the
   others keep. */

struct timing {
	struct walks walks;
	struct walk_tool tool;
	struct code_sink sink; /* for a builder: times functions as they come */
	struct arena *arena;
	struct arena scratch; /* of a body that is run */
	const struct processor *processor;
	int vector_bytes, block_bytes, registers; /* the target's */
	const struct function *whole;
	struct timer *spare;
	struct clock *clock;
};

struct target;

/* The timing stays where it is as long as its sink is used. */
void time_begin(struct timing *timing, const struct target *target, struct arena *arena);

/* The cycles of the operation, once its functions have been taken. */
double time_end(struct timing *timing);

#endif
