#ifndef OPGEN_CODE_SAMPLED_PASSES_H
#define OPGEN_CODE_SAMPLED_PASSES_H

#include "code/statements/code.h"

#include <stdbool.h>
#include <stdint.h>

/* The passes of a loop that are run where running all would take too long. */

enum {
	MOST_PASSES = 10
};

/* Numbers of passes, ascending. */
struct sampled_passes {
	int64_t number[MOST_PASSES];
	int n;
};

/* Adds a pass of the loop, which has `count`, if there is such a pass, and room. */
void sampled_passes_add(struct sampled_passes *passes, int64_t number, int64_t count);

/* On the first visit of a loop, one pass of each kind; on later visits, in turns, the
   last pass and another one. If passes leave something for those after them, two
   adjacent passes in place of one. */
struct sampled_passes sampled_passes_choose(const struct statement *loop, int64_t visit,
	bool leaves, int64_t first, int64_t count);

#endif
