#ifndef OPGEN_CODE_CLONE_H
#define OPGEN_CODE_CLONE_H

#include "code/build.h"

#include <stdint.h>

/* Functions that do some of what other functions do: the same statements, fewer of them,
   and fewer passes of loops. */

/* What is left of a list of statements, as numbers: one of
     KEEP, DROP   all of it, nothing
     LIST n       and then, for its statements, n of
       KEEP, DROP
       PREPARE              stays where one that is kept comes after it
       LOOP n               and n runs: first value of the counter, count of passes,
			    how many numbers their decisions are, these of the body
       CHAIN k, n           for k statements with a loop among them: n runs, the first
			    value of the loop's counter and a count of passes each; all
			    k statements stand there for each run
       BODY                 and the decisions of a block's or a condition's
       CALL length          and the decisions of the called function's body
       MOVE first, n        so many of the elements that are copied or cleared
   The same decisions make the same function. */
enum decision {
	DECISION_KEEP,
	DECISION_DROP,
	DECISION_LIST,
	DECISION_PREPARE,
	DECISION_LOOP,
	DECISION_CHAIN,
	DECISION_BODY,
	DECISION_CALL,
	DECISION_MOVE
};

enum {
	RUN_FIRST,
	RUN_COUNT,
	RUN_LENGTH,
	RUN_HEAD
};

struct decisions {
	int64_t *d;
	size_t n;
	struct arena *arena;
};

void decisions_add(struct decisions *decisions, int64_t number);

/* Whether nothing is left. */
bool decisions_drop(const struct decisions *decisions);

struct cloner;

struct cloner *cloner_new(struct code_builder *code);

/* A part of a function: what several decisions leave of it, one after the other. It goes
   to the builder's sink, after the functions that it calls. */
const struct function *clone_part(struct cloner *cloner, const struct function *function,
	const struct decisions *decisions, size_t ndecisions, size_t number,
	const char *stem);

#endif
