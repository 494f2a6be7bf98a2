#ifndef OPGEN_CODE_VISIT_H
#define OPGEN_CODE_VISIT_H

#include "code/walk/walk.h"

/* Goes through functions in the order in which their statements run. A statement is
   visited once for all passes (iterations) of the loops around it in which it does the
   same, so the work does not grow with extents. Tools are told which passes these are,
   the current passes, and where pointers point as functions of them (code/walk/walk.h).
 */

struct visitor {
	void *context;
	/* Called for each statement other than loops, blocks and conditions. */
	void (*statement)(
		void *context, struct walk *walk, const struct statement *statement);
	/* Called before the body of a loop, block or condition, and after it. The body
	   of a loop may be visited several times, for some of the passes each time. */
	void (*enter)(
		void *context, struct walk *walk, const struct statement *statement);
	void (*leave)(
		void *context, struct walk *walk, const struct statement *statement);
};

/* Goes through walk->function, and calls the visitor. */
void visit_function(struct walk *walk, const struct visitor *visitor);

#endif
