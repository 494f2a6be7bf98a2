#ifndef OPGEN_CODE_PASSES_H
#define OPGEN_CODE_PASSES_H

#include "code/walk/walk.h"

/* The current passes of a loop: those in which a test holds, and those in which the loop
   does the same. */

enum {
	MOST_CUTS = 16
};

/* Keeps n of a loop's current passes: number skip, skip + every, …. */
void passes_keep(struct walk_loop *loop, int64_t skip, int64_t every, int64_t n);

/* In how many of the current passes the counter is below a limit. */
int64_t passes_below(const struct walk_loop *loop, int64_t limit);

/* Keeps the current passes in which a test of the counter holds; false: there are none.
 */
bool passes_take(struct walk_loop *loop, const struct test *test);

/* The passes at which a loop begins to do something else, because a limit
   or a test inside it names the counter; ascending, with the end of the loop as the
   last. */
struct cuts {
	int64_t at[MOST_CUTS];
	int n;
};

/* The cuts of a loop all of whose passes are current. */
struct cuts passes_cuts(const struct walk_loop *loop, const struct statement *body);

/* Whether a table of integers determines what a loop's passes do. Then there are at
   most as many as the table has numbers. */
bool passes_name_table(const struct statement *body, const struct variable *counter);

#endif
