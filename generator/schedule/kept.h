#ifndef OPGEN_SCHEDULE_KEPT_H
#define OPGEN_SCHEDULE_KEPT_H

#include "code/statements/builder.h"
#include "kernels/design.h"

/* Keeps the functions of a node while they are made, to compare them with the plan
   (code/comparison/compare.h) once all are there. */

struct arena;

struct kept {
	const struct function **function;
	size_t n;
	/* Rough numbers of statements: that there will be, that have come, whose bodies
	   are kept. */
	uint64_t all, come, stay;
	struct code_sink sink; /* for a builder: notes functions as they come */
	struct arena *arena;
};

/* The work of reading a schedule's code for its target once: its bytes, roughly. */
enum {
	STATEMENT_BYTES = 40
};
uint64_t kept_work(const struct schedule *schedule);

/* The structure must not move while its sink is used. */
void kept_begin(struct kept *kept, const struct schedule *schedule, struct arena *arena);

/* Notes a function. Returns whether its body must be kept; of large code, only some
   are. */
bool kept_add(struct kept *kept, const struct function *function);

/* Compares the functions of a schedule for one target; those that were added last are
   its entries. Returns NULL, or a sentence that says what is wrong. Designs that only
   numerics fast allows may reorder and transform sums; networks are not compared. */
const char *kept_compare(const struct schedule *schedule, const struct kept *kept,
	int64_t work, struct arena *arena);

/* The same sentence, with what the outputs' expressions have in common with the plan's:
   all but the order of sums and their roundings, or not even that. */
const char *kept_explain(const struct schedule *schedule, const struct kept *kept,
	int64_t work, const char *failure, struct arena *arena);

#endif
