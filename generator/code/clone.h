#ifndef OPGEN_CODE_CLONE_H
#define OPGEN_CODE_CLONE_H

#include "code/build.h"

#include <stdint.h>

/* Functions that do part of the work of other functions: some of the same statements,
   and some of the same passes (iterations) of loops. */

/* What is left of a list of statements, as numbers: one of
     KEEP         all of it
     DROP         nothing
     LIST n       followed by n decisions, one for each statement (CHAIN: for k of them):
       KEEP, DROP           the same of the statement
       PREPARE              stays if a later statement of the list stays
       LOOP n               and n runs of passes, each with RUN_HEAD numbers and then the
			    decisions on the body
       CHAIN k, n           k statements, one of which is a loop, stay n times: and for
			    each time the first value of the loop's counter and the
			    number of passes
       BODY                 and the decisions on the body of a block or a condition
       CALL length          and so many numbers, the decisions on the called function's
			    body
       MOVE first, n        n of the elements that are copied or cleared, from number
			    `first` on
   Equal decisions make the same function. */
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

/* The numbers at the beginning of a run of a LOOP. */
enum {
	RUN_FIRST,  /* the first value of the counter */
	RUN_COUNT,  /* passes */
	RUN_LENGTH, /* how many numbers the decisions on the body are */
	RUN_HEAD
};

struct decisions {
	int64_t *d;
	size_t n;
	struct arena *arena;
};

void decisions_add(struct decisions *decisions, int64_t number);

/* Whether they leave nothing. */
bool decisions_drop(const struct decisions *decisions);

struct cloner;

struct cloner *cloner_new(struct code_builder *code);

/* Part `number` of a function: what each of several decisions leaves of it, one after
   the other. Its name begins with `stem`. It goes to the builder's sink, after the
   functions that it calls. */
const struct function *clone_part(struct cloner *cloner, const struct function *function,
	const struct decisions *decisions, size_t ndecisions, size_t number,
	const char *stem);

#endif
