#ifndef OPGEN_PLAN_REFERENCE_WATCH_H
#define OPGEN_PLAN_REFERENCE_WATCH_H

#include <stdint.h>

struct progress;

/* Who is told how far the reference interpreter is with a plan. */
struct reference_watch {
	struct progress *progress; /* or NULL */
	uint64_t work;             /* that the plan is, as progress has it */
	int64_t all, done;         /* outputs; set by the functions below */
};

/* So many outputs will be computed; and so many more are there. watch NULL: nobody waits
   for them. */
void reference_watch_begin(struct reference_watch *watch, int64_t all);
void reference_watch_pass(struct reference_watch *watch, int64_t n);

#endif
