#ifndef OPGEN_CODE_EXPRESS_H
#define OPGEN_CODE_EXPRESS_H

#include "code/comparison/effects.h"
#include "code/comparison/expressions.h"

#include <stdbool.h>

/* Runs functions on expressions in place of numbers: the outputs are then digests, of an
   arithmetic, that tell how each was computed from the elements of the inputs. What
   cannot be followed is DIGEST_NONE, and so is all that is computed from it. */

struct arena;

struct express {
	const struct arithmetic *arithmetic;
	/* For movements, the bytes of an element: statements may move several at once
	   as one number of a larger type. 0: the code computes with numbers. */
	size_t unit;
	/* The most values of lanes and statements to be computed; what is left of it
	   afterwards. */
	int64_t work;
	/* Run only some passes of loops that store outputs; compute only some lanes of
	   vectors. Each output that is set has its right digest all the same, if the
	   function does not read what it has stored. */
	bool some_passes, some_lanes;
	/* Of loops over input channels, run the first and the last pass only: outputs are
	   then what they would be if the other channels were zeros. */
	bool end_channels;
	/* Outputs are made of several lanes: the first one is computed each time. */
	bool crosses_lanes;
	/* With some_passes, of the calls that only store outputs: run one in every_call
	   (0: none) or, with first_calls, the first one of each function. */
	int64_t every_call;
	bool first_calls;
	int round; /* each number computes other lanes */
	/* First go through the statements without computing, to find out how far the
	   work goes, and compute only up to the last of them that stores an output: what
	   comes after it would be in vain. */
	bool looks_ahead;
	/* Of elements that were transformed (struct transformed), those that are known so
	   far; NULL: there are none. */
	struct cells *transformed;
	/* Which passes were run before: with the same table other passes are run the
	   next time. */
	struct effects_table *effects;

	/* Results. */
	int64_t calls, callees; /* calls that only store outputs, and functions that were
				   so called */
	const char *failure;    /* what is wrong or cannot be followed, in words; NULL */
	bool cut; /* not all was run: there was not work enough, calls were left out, or a
		     function has no body */
	bool skips; /* passes were left out, or calls, which another run may run */
};

/* Runs a function; object[i] is what parameter i points to. */
void express(struct express *express, const struct function *function,
	const struct expressions *object, struct arena *arena);

/* Whether a function reads outputs that it has stored. */
bool express_rereads(const struct function *function, struct effects_table *effects);

#endif
