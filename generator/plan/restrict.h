#ifndef OPGEN_PLAN_RESTRICT_H
#define OPGEN_PLAN_RESTRICT_H

#include "plan/box.h"

/* A plan restricted to a box of its outputs is a plan again. Boxes are what threads
   compute at once: those of consecutive ranges of an axis have every output of the plan
   once, with the same bits. */

enum {
	RESTRICT_AXES = 2 * MAX_AXIS + 2
};

/* The whole plan as a box. */
struct plan_box plan_box(const struct plan *plan, struct arena *arena);

/* How many ranges an axis of the outputs can be cut into, at most; 1: it cannot be cut.
   Axes have numbers below RESTRICT_AXES, mostly the outermost first. */
int64_t restrict_extent(const struct plan *plan, int axis);

/* The outputs begin..end-1 along an axis, of which there is one at least. */
struct plan_box plan_restrict(const struct plan_box *box, int axis, int64_t begin,
	int64_t end, struct arena *arena);

#endif
