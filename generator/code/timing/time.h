#ifndef OPGEN_CODE_TIME_H
#define OPGEN_CODE_TIME_H

#include "code/statements/build.h"
#include "code/timing/pipeline.h"
#include "code/walk/walks.h"
#include "target/processor.h"

/* An estimate of the time of one call, in cycles of the target's processor; if those of a
   target are of two kinds, the geometric mean of both, so that a gain on one is worth a
   loss of as many times on the other. Statements are assigned to the processor's units
   one by one, as early as their operands are there and its lookahead allows; loops are
   simulated for a few passes, whose pace counts for the others. */

struct target;

struct timing {
	struct walks walks;
	struct walk_tool tool;
	struct code_sink sink; /* for a builder: times functions as they come */
	struct arena *arena;
	struct arena scratch;                     /* of the body being simulated */
	const struct processor *processor[KINDS]; /* which differ in their units alone */
	int nkind;
	const struct target *target;
	int registers; /* the target's */
	const struct function *whole;
	struct timer *spare;
	struct clock *clock;
};

/* The structure must not move while its sink is used. */
void time_begin(struct timing *timing, const struct target *target, struct arena *arena);

/* The cycles of the operation, once its functions have been taken. */
double time_end(struct timing *timing);

#endif
