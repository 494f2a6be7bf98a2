#ifndef OPGEN_CODE_SOME_PASSES_H
#define OPGEN_CODE_SOME_PASSES_H

#include "code/code.h"

/* Which passes of a loop are run where only some are. */

enum {
	MOST_PASSES = 10
};

/* Numbers of passes, ascending. */
struct some_passes {
	int64_t number[MOST_PASSES];
	int n;
};

/* Adds a pass of the loop, which has `count`, if there is such a pass, and room. */
void some_passes_add(struct some_passes *passes, int64_t number, int64_t count);

/* On the first visit of a loop, number 0, one pass of each kind; on later visits, in
   turns, the last pass and another one. leaves: passes leave something for those after
   them; then it is two adjacent passes in place of one. */
struct some_passes some_passes_choose(const struct statement *loop, int64_t visit,
	bool leaves, int64_t first, int64_t count);

#endif
