#ifndef OPGEN_CODE_FOOTPRINT_H
#define OPGEN_CODE_FOOTPRINT_H

#include "base/hash_table.h"
#include "code/grid.h"
#include "code/scope.h"

/* Where statements write the outputs of a function: the places of all their stores in a
   grid over the outputs, including those of functions that they call, in the current
   passes of the loops around them. */

/* The work of one pass of a loop. */
struct pass_work {
	const struct statement *loop;
	double work;
};

struct footprints {
	struct scopes scopes; /* with the arena */
	const struct grid *grid;
	struct summary **summary; /* the newest one, by the functions' numbers */
	size_t nsummary;
	struct pass_work *pass; /* by the numbers of `passes` */
	size_t npass;
	struct hash_table passes;
};

/* What statements write in the current passes: n of them, or a whole list. In the
   scope, the pointers that they move are moved. */
struct extent footprint_of(struct footprints *all, struct scope *scope,
	const struct statement *first, size_t n);
struct extent footprint_of_list(
	struct footprints *all, struct scope *scope, const struct statement *first);

/* Whether they write an output at all. */
bool footprint_writes(struct footprints *all, struct scope *scope,
	const struct statement *first, size_t n);

/* A rough number of operations of statements, with all passes of loops inside them: of
   n statements, of one pass of a loop, or of a whole list. */
double footprint_work(struct footprints *all, struct scope *scope,
	const struct statement *first, size_t n);
double footprint_work_of_pass(
	struct footprints *all, struct scope *scope, const struct statement *loop);
double footprint_work_of_list(
	struct footprints *all, struct scope *scope, const struct statement *first);

#endif
