#ifndef OPGEN_SCHEDULE_KEPT_H
#define OPGEN_SCHEDULE_KEPT_H

#include "code/code.h"
#include "kernels/design.h"

/* The functions of a node as they come, to be compared with the plan (code/compare.h)
   once all are there. */

struct arena;

struct kept {
	const struct function **function;
	size_t n;
	/* Statements, roughly: of all functions that there will be, of those that have
	   come, of those whose bodies stay. */
	uint64_t all, come, stay;
	struct arena *arena;
};

/* Notes a function. Returns whether its body has to stay: of large code, parts do. */
bool kept_add(struct kept *kept, const struct function *function);

/* Compares the functions of a schedule for one target, the entries last: NULL, or what is
   wrong, in words. Designs that only numerics fast allows may reorder and transform
   sums. */
const char *kept_compare(const struct schedule *schedule, const struct kept *kept,
	int64_t work, struct arena *arena);

#endif
