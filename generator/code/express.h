#ifndef OPGEN_CODE_EXPRESS_H
#define OPGEN_CODE_EXPRESS_H

#include "code/effects.h"
#include "code/expressions.h"

#include <stdbool.h>

/* Runs functions with expressions for numbers: what comes out tells how each output is
   made of the elements of the inputs, as digests of an arithmetic. What cannot be made
   out is DIGEST_NONE, and so is all that is made of it. */

struct arena;

struct express {
	const struct arithmetic *arithmetic;
	/* Bytes of an element, of several of which what is moved may be one; 0: of
	   numbers, which are not. */
	size_t unit;
	/* Values of lanes and statements that are gone through at most. */
	int64_t work;
	/* Of loops that store outputs only some passes are run; and of vectors only some
	   lanes are computed. Each output that is set is right all the same, if the
	   function does not read what it has stored. */
	bool some_passes, some_lanes;
	/* Outputs are made of several lanes: the first one is computed each time. */
	bool crosses_lanes;
	/* Of calls that do nothing but store outputs one in so many is run; 0: none. Or
	   each function's first one. */
	int64_t every_call;
	bool first_calls;
	int round; /* each time other lanes */
	/* What is known of loops; with the same table other passes are run next time. */
	struct effects_table *effects;

	/* What has become of it: */
	int64_t calls, callees; /* of these: how many, and functions */
	const char *failure;    /* what is wrong or cannot be followed, in words; NULL */
	bool cut; /* there was more work than that, or a body is gone: not all was run */
};

/* Calls a function; one object for each parameter. */
void express(struct express *express, const struct function *function,
	const struct expressions *object, struct arena *arena);

/* Whether a function reads outputs that it has stored. */
bool express_rereads(const struct function *function, struct effects_table *effects);

#endif
